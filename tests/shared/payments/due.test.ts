import { expect, it } from 'vitest'
import { dueOf, wholeDueOf } from '../../../shared/payments/due.ts'

const bank = { method: 'bank', currency: 'LKR', amount: '7433' } as const
const wallet = { method: 'crypto', currency: 'USDT', amount: '24.3712' } as const

it.each([
  ['what was asked for, whatever rates are later', 'bank', bank, null, '7433', 'LKR'],
  ['the rest, once less has arrived', 'bank', bank, { ...bank, amount: '500' }, '500', 'LKR'],
  ['the rest another way', 'bank', bank, { ...wallet, amount: '1.5' }, '1.5', 'USDT'],
  ['the total in rupees, when it was asked for another way', 'bank', wallet, null, '7433', 'LKR'],
  ['the total in dollars before anything was asked for', 'crypto', null, null, '24.37', 'USD'],
] as const)('is %s', (_, paymentMethod, request, rest, amount, currency) => {
  expect(dueOf({ paymentMethod, total: 2437, request, rest })).toEqual({ amount, currency })
})

it('is all of the order without the rest, whatever has arrived of it', () => {
  const order = { paymentMethod: 'bank', total: 2437, request: bank, rest: { ...bank, amount: '500' } } as const
  expect(wholeDueOf(order)).toEqual({ amount: '7433', currency: 'LKR' })
})
