import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTransactionHash, referenceKey } from '../../../shared/orders/reference.ts'
import { bankDisguises, hashDisguises, invisibleHashDisguises } from './disguises.ts'

const hash = `0x${'4be09c7a13f5d286'.repeat(4)}`
const digits = hash.slice(2).toUpperCase()

const hexDigit = fc.constantFrom(...'0123456789abcdef')
const randomHash = fc.string({ unit: hexDigit, minLength: 64, maxLength: 64 })
const separator = fc.constantFrom(' ', '  ', '\u00a0', '\u200b', '-', '/', '.', '\u2060', '\u00ad', '\u202e')
/** Lines without hex digits at their ends, which would make a hash longer. */
const surrounding = fc.string({ unit: fc.constantFrom(...'ghjkXYZ /:?#'), maxLength: 30 })

describe('a transaction hash', () => {
  it.each([...hashDisguises, ...invisibleHashDisguises])('is found when it is typed %s', (_, disguise) => {
    expect(referenceKey(disguise(hash))).toBe(digits)
    expect(isTransactionHash(referenceKey(disguise(hash)))).toBe(true)
  })

  it('is found in any text, in any case, with blanks or invisible characters anywhere in it', () => {
    const disguised = fc.tuple(randomHash, surrounding, surrounding, fc.array(fc.tuple(fc.nat(63), separator)))
    fc.assert(
      fc.property(disguised, fc.boolean(), ([plain, before, after, inserted], isUpper) => {
        const chars = [...(isUpper ? plain.toUpperCase() : plain)]
        for (const [at, blank] of inserted) chars[at] = blank + chars[at]!
        return referenceKey(`${before} 0x${chars.join('')} ${after}`) === plain.toUpperCase()
      }),
    )
  })

  it.each([
    ['63 digits', hash.slice(0, -1)],
    ['65 digits', `${hash}0`],
    ['no digits', 'paid today'],
    ['a short one', '0xabc123'],
    ['two different ones', `${hash} ${digits.replace('4', '5')}`],
    ['', ''],
  ])('is not found in %s', (_, text) => {
    expect(isTransactionHash(referenceKey(text))).toBe(false)
  })

  it('is found when it appears twice', () => {
    expect(referenceKey(`${hash} ${digits}`)).toBe(digits)
  })
})

describe('any other reference', () => {
  it.each(bankDisguises)('%j is TXN 4711', (text) => {
    expect(referenceKey(text)).toBe('TXN4711')
  })

  it.each([
    ['CEFT-204811', 'CEFT204811'],
    ['Überweisung 7', 'UBERWEISUNG7'],
    ['Straße 9', 'STRASSE9'],
    ['දානය 42', 'දානය42'],
    ['paid_by+ada@example.com', 'PAIDBYADAEXAMPLECOM'],
    ['…', ''],
  ])('%j has the key %j', (text, key) => {
    expect(referenceKey(text)).toBe(key)
  })

  it('has another key when a letter or a digit differs', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), maxLength: 40 })
    fc.assert(fc.property(text, text, (one, other) => (referenceKey(one) === referenceKey(other)) === (one === other)))
  })
})

it('gives the key of a key unchanged, so that keys can be searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 128 }), (text) => {
      expect(referenceKey(referenceKey(text))).toBe(referenceKey(text))
    }),
    { numRuns: 2000 },
  )
})
