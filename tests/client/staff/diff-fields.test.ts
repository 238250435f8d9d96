import { expect, it } from 'vitest'
import { changedFields, formatValue } from '../../../client/staff/diff-fields.ts'

it('lists the fields that differ, by readable name', () => {
  const fields = changedFields({ price: 10, name: 'A' }, { price: 12, name: 'A', paymentStatus: 'paid' })
  expect(fields).toEqual([
    { name: 'price', before: 10, after: 12 },
    { name: 'payment status', before: undefined, after: 'paid' },
  ])
  expect(changedFields(null, null)).toEqual([])
  expect(changedFields('one', null)).toEqual([{ name: 'value', before: 'one', after: undefined }])
})

it('formats values briefly', () => {
  expect([null, true, ['a', 'b'], [], { a: 1 }, 5, 'x'.repeat(300)].map(formatValue)).toEqual([
    'none',
    'yes',
    'a, b',
    'none',
    '{"a":1}',
    '5',
    `${'x'.repeat(200)}…`,
  ])
})
