import { describe, expect, it } from 'vitest'
import {
  findPaymentReferences,
  formatPaymentReference,
  isPaymentReference,
  newPaymentReference,
} from '../../../shared/orders/payment-reference.ts'

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const references = Array.from({ length: 200 }, newPaymentReference)

describe('a payment reference', () => {
  it('has seven characters that nobody mistakes for another, and is random', () => {
    for (const reference of references) expect(reference).toMatch(/^[2-9A-HJKMNP-Z]{7}$/)
    expect(new Set(references).size).toBe(references.length)
    expect(formatPaymentReference('7QK4MZT')).toBe('7QK 4MZT')
  })

  it('is right as it was made, and wrong with any other character', () => {
    for (const reference of references.slice(0, 20)) {
      expect(isPaymentReference(reference)).toBe(true)
      for (let i = 0; i < reference.length; i += 1) {
        for (const char of alphabet.replace(reference[i]!, '')) {
          const wrong = reference.slice(0, i) + char + reference.slice(i + 1)
          expect(isPaymentReference(wrong), wrong).toBe(false)
        }
      }
    }
  })

  it('is wrong with two neighbours swapped', () => {
    for (const reference of references) {
      for (let i = 0; i < 5; i += 1) {
        const [a, b] = [reference[i]!, reference[i + 1]!]
        if (a === b) continue
        const swapped = reference.slice(0, i) + b + a + reference.slice(i + 2)
        expect(isPaymentReference(swapped), swapped).toBe(false)
      }
    }
  })

  it('is found in the message of a transfer, in any case, with or without the blank, each once', () => {
    const [one, two] = references as [string, string]
    const text = `cust ref ${one.toLowerCase()}/x ${formatPaymentReference(two)}, again ${one}.`
    expect(findPaymentReferences(text)).toEqual([one, two])
    expect(findPaymentReferences(`X${one}Y, ${one}2`)).toEqual([])
    expect(findPaymentReferences('CEFT TRANSFER FROM S PERERA 0123456')).toEqual([])
  })
})
