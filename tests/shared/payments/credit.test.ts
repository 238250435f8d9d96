import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf, formatAmount, formatUnits, parseUnits, rateOf } from '../../../shared/payments/amounts.ts'
import { type ReceivedAmount, creditPayments } from '../../../shared/payments/credit.ts'
import { wholeRupees } from '../../../shared/money.ts'
import { randomSeed } from '../../thorough.ts'

const rupees = (cents: number) => ({
  currency: 'LKR',
  decimals: 2,
  amount: BigInt(wholeRupees(cents) * 100),
  cents,
  rate: 305,
})
const paid = (amount: bigint, cents = 0): ReceivedAmount => ({ currency: 'LKR', decimals: 2, amount, cents })

describe('creditPayments', () => {
  it('counts the amount that was asked for as the total, however it was rounded and split', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }),
        (cents, parts) => {
          const asked = rupees(cents)
          const amounts = parts.map((part) => (asked.amount * BigInt(part)) / 500n)
          const rest = asked.amount - amounts.reduce((sum, amount) => sum + amount, 0n)
          const credits = creditPayments(
            [...amounts, rest].map((amount) => paid(amount)),
            asked,
          )
          expect(credits.reduce((sum, credit) => sum + credit, 0)).toBe(cents)
          for (const credit of credits) expect(credit).toBeGreaterThanOrEqual(0)
        },
      ),
      { seed: randomSeed },
    )
  })

  it('never counts less than was asked for as the total or more', () => {
    expect(creditPayments([paid(740_700n)], rupees(2429))).toEqual([2428])
    expect(creditPayments([paid(740_800n)], rupees(2429))).toEqual([2429])
    expect(creditPayments([paid(740_800n), paid(30_500n)], rupees(2429))).toEqual([2429, 100])
  })

  it('counts a token without its last digits as the total', () => {
    const asked = { currency: 'USDT', decimals: 18, amount: 24_370_100_000_000_000_000n, cents: 2437, rate: 1 }
    const arrived = { currency: 'USDT', decimals: 6, amount: 24_370_000n, cents: 2437 }
    expect(creditPayments([arrived], asked)).toEqual([2437])
    expect(creditPayments([{ ...arrived, amount: 21_370_000n }], asked)).toEqual([2137])
  })

  it('counts another currency by its own worth', () => {
    expect(creditPayments([{ currency: 'USD', decimals: 2, amount: 500n, cents: 500 }], rupees(2429))).toEqual([500])
    expect(creditPayments([paid(740_800n, 2428)], null)).toEqual([2428])
  })
})

describe('amounts', () => {
  it('are parsed and written without loss, up to the decimals of the currency', () => {
    expect(parseUnits('24.3701', 18)).toBe(24_370_100_000_000_000_000n)
    expect(formatUnits(24_370_100_000_000_000_000n, 18)).toBe('24.3701')
    expect(formatUnits('7', 6)).toBe('0.000007')
    for (const text of ['1.001', '', '-1', '1e5', '1,000', '.5', '1.']) expect(parseUnits(text, 2), text).toBeNull()
  })

  it('are shown with their currency', () => {
    expect([formatAmount('7432', 'LKR'), formatAmount('7432.5', 'LKR')]).toEqual(['Rs\u00a07,432', 'Rs\u00a07,432.50'])
    expect([formatAmount('24', 'USD'), formatAmount('1024.3', 'USDT')]).toEqual(['$24.00', '1,024.30\u00a0USDT'])
  })

  it('of a token have the decimals of its contract, and a coin has no rate', () => {
    expect([decimalsOf('USDT', 'BEP20'), decimalsOf('USDT', 'BASE'), decimalsOf('LKR')]).toEqual([18, 6, 2])
    expect([rateOf('ETH'), rateOf('LKR'), rateOf('USDC')]).toEqual([null, 305, 1])
  })
})
