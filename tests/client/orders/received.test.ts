import { expect, it } from 'vitest'
import { describeReceived, receivedInWords } from '../../../client/orders/received.ts'
import { surplusToReturn } from '../../../client/orders/refund.ts'
import { formatMoney } from '../../../shared/money.ts'
import { receivedAmount } from '../../../shared/payments/order-amounts.ts'
import { paymentLabelOf } from '../../../shared/payments/status-label.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { at, buildOrder } from '../build.ts'

const asked = { method: 'bank', network: null, token: null, currency: 'LKR', amount: '6097', rate: 305, at } as const
const rupees = {
  _id: 'p1',
  source: 'bank',
  currency: 'LKR',
  amount: '4878',
  counted: 1599,
  state: 'final',
  at,
} as const
const short = { paymentStatus: 'paid', total: 1999, received: 1599, missing: 400, request: asked } as const
const inRupees = (cents: number) => formatMoney(cents, 'LKR')
const describe = (fields: Partial<Order>, money: (cents: number) => string = formatMoney) => {
  const order = buildOrder({ ...short, payments: [rupees], ...fields })
  return describeReceived(order, money).replaceAll('\u00a0', ' ')
}

it('counts bank transfers in the rupees that were sent, whatever currency the customer has chosen', () => {
  expect(describe({})).toBe('Rs 4,878 of Rs 6,097, Rs 1,219 missing')
  expect(describe({}, inRupees), 'not converted back from dollars').toBe('Rs 4,878 of Rs 6,097, Rs 1,219 missing')
  const over = { received: 2099, missing: 0, payments: [{ ...rupees, amount: '6402.5', counted: 2099 }] }
  expect(describe(over)).toBe('Rs 6,402.50, Rs 305.50 to send back')
  expect(describe({ ...over, refunded: 50 })).toBe('Rs 6,402.50, Rs 153 to send back')
})

it.each([
  ['In full', { received: 1999, missing: 0, payments: [{ ...rupees, amount: '6097', counted: 1999 }] }],
  ['Rs 1,219 missing', {}],
  ['Rs 305.50 over', { received: 2099, missing: 0, payments: [{ ...rupees, amount: '6402.5', counted: 2099 }] }],
  ['$4.00 missing', { payments: [{ ...rupees, currency: 'USD', amount: '15.99' }] }],
  ['On its way', { received: 0, missing: 1999, payments: [{ ...rupees, state: 'seen' }] }],
  ['Not recorded', { received: 0, missing: 1999, payments: [] }],
] as const)('tells staff in few words, in what the statement shows: %s', (words, fields) => {
  const order = buildOrder({
    ...short,
    ...fields,
    payments: [...(('payments' in fields ? fields.payments : null) ?? [rupees])],
  })
  expect(receivedInWords(order).replaceAll('\u00a0', ' ')).toBe(words)
})

it('counts anything else by its value, in the currency of the customer and for staff in dollars', () => {
  const dollars = { ...rupees, currency: 'USD', amount: '15.99' }
  expect(describe({ payments: [dollars] })).toBe('$15.99 of $19.99, $4.00 missing')
  expect(describe({ payments: [dollars] }, inRupees)).toBe('Rs 4,876.95 of Rs 6,096.95, Rs 1,220.00 missing')
  const usdt = { ...asked, method: 'crypto', currency: 'USDT', amount: '19.9901' } as const
  expect(describe({ request: usdt })).toBe('$15.99 of $19.99, $4.00 missing')
  expect(describe({ received: 0, payments: [{ ...dollars, state: 'seen' }] }, inRupees)).toMatch(
    /4,876\.95 on its way$/,
  )
})

it('says what arrived in the token that it came in, and mixed currencies by their value', () => {
  const token = { ...rupees, currency: 'USDC', amount: '7.9901' }
  const arrived = (payments: Order['payments']) => receivedAmount(buildOrder({ ...short, payments }), formatMoney)
  expect(arrived([token, { ...token, amount: '4.02' }])).toBe('12.0101\u00a0USDC')
  expect(arrived([token, { ...token, state: 'seen' }])).toBe('7.9901\u00a0USDC')
  expect(arrived([token, rupees])).toBe('$15.99')
  expect(arrived([rupees])).toBe('Rs\u00a04,878')
})

it.each([
  ['paid', 1599, 'Paid in part'],
  ['paid', 1999, 'Paid (pending verification)'],
  ['pending', 1599, 'Payment Pending'],
  ['verified', 1599, 'Payment Verified'],
] as const)('the status of a %s order with %i of 1999 cents reads %s', (paymentStatus, received, label) => {
  expect(paymentLabelOf(buildOrder({ paymentStatus, total: 1999, received, payments: [rupees] }))).toBe(label)
})

it('names what is to be sent back of an order that goes on', () => {
  const over = {
    ...short,
    received: 2099,
    missing: 0,
    payments: [{ ...rupees, amount: '6402', counted: 2099 }],
  } as const
  const surplusOf = (fields: Partial<Order>) =>
    surplusToReturn(buildOrder({ ...over, payments: [...over.payments], ...fields }), formatMoney)
  expect(surplusOf({})).toBe('Rs\u00a0305')
  expect(surplusOf({ paymentStatus: 'verified' })).toBe('Rs\u00a0305')
  expect(surplusOf({ refunded: 100 })).toBeNull()
  expect(surplusOf({ received: 1999 })).toBeNull()
  expect(surplusOf({ paymentStatus: 'failed' }), 'of which all is sent back').toBeNull()
})
