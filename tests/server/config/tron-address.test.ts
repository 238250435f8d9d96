import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notationOf } from '../../../server/config/network-notation.ts'
import { decodeTronAddress, encodeTronAddress } from '../../../server/config/tron-address.ts'

const hexAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

describe('an address on TRON', () => {
  it.each([
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', '0x3487b63d30b5b2c87fb7ffa8bcfade38eaac1abe'],
    ['THePheuMzpeYaEscvEPJhmvzjvQAq1ptqe', '0x543208eb34ecad8f91a4d83e597d3c39d67ca47b'],
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', `0x${'00'.repeat(20)}`],
  ])('%s is %s in logs', (address, hex) => {
    expect(decodeTronAddress(address)).toBe(hex)
    expect(encodeTronAddress(hex)).toBe(address)
  })

  it('is the same after being encoded and decoded, and begins with T', () => {
    fc.assert(
      fc.property(hexAddress, (hex) => {
        const address = encodeTronAddress(hex)
        expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
        expect(decodeTronAddress(address)).toBe(hex)
      }),
    )
  })

  it('is rejected with one character changed, or two swapped', () => {
    const letters = [...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz']
    fc.assert(
      fc.property(hexAddress, fc.nat(33), fc.constantFrom(...letters), (hex, at, letter) => {
        const address = encodeTronAddress(hex)
        const changed = address.slice(0, at) + letter + address.slice(at + 1)
        const [one = '', two = ''] = address.slice(at, at + 2)
        const swapped = address.slice(0, at) + two + one + address.slice(at + 2)
        for (const wrong of [changed, swapped]) if (wrong !== address) expect(decodeTronAddress(wrong)).toBeNull()
      }),
    )
  })

  it('is rejected in any other form, and never throws', () => {
    const others = [
      '',
      'T',
      'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t',
      ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t1',
      '1TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      // Of Bitcoin: the same encoding with another first byte.
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      'T'.repeat(100_000),
    ]
    for (const text of others) expect(decodeTronAddress(text), text.slice(0, 50)).toBeNull()
    fc.assert(fc.property(fc.string(), (text) => decodeTronAddress(text) === null))
  })
})

it('addresses and hashes are written as people of their network write them', () => {
  const hex = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'
  expect(notationOf('TRC20').formatAddress(hex)).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  expect(notationOf('TRC20').formatHash('AB'.repeat(32))).toBe('ab'.repeat(32))
  expect(notationOf('BEP20').formatAddress(hex)).toBe(hex)
  expect(notationOf('BEP20').formatHash('AB'.repeat(32))).toBe(`0x${'ab'.repeat(32)}`)
  expect(notationOf('BEP20').parseAddress(`0x${hex.slice(2).toUpperCase()}`)).toBe(hex)
  expect(notationOf('BEP20').parseAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBeNull()
  expect(notationOf('TRC20').parseAddress(hex)).toBeNull()
})
