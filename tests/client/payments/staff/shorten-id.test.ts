import { expect, it } from 'vitest'
import { shortenId } from '../../../../client/payments/staff/shorten-id.ts'

const address = '0x12345678901234567890123456789012abcdef99'

it('keeps the start and the end of an address, and less of both where there is little room', () => {
  expect(shortenId(address)).toBe('0x123456…cdef99')
  expect(shortenId(address, 4)).toBe('0x1234…ef99')
  expect(shortenId('A LOVELACE')).toBe('A LOVELACE')
})
