import { expect, it } from 'vitest'
import { isUnderWay, orderState } from '../../../client/orders/order-state.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { at, buildOrder } from '../build.ts'

const stateOf = (fields: Partial<Order>) => {
  const { text, action, href } = orderState(buildOrder(fields))
  return [text, action, href]
}
const ready = { paymentStatus: 'verified', orderStatus: 'completed', hasDelivery: true } as const

it('says in one sentence where an order stands, with the action that fits', () => {
  expect(stateOf({})).toEqual(['Waiting for your payment', 'Pay now', '/orders/o1'])
  expect(stateOf({ paymentStatus: 'paid' })).toEqual(['Waiting to be checked', 'View', '/orders/details/o1'])
  const checking = { name: 'Mira', since: at, until: at + 1 }
  expect(stateOf({ paymentStatus: 'paid', checking })[0]).toBe('Being checked by Mira')
  const payment = { _id: 'p1', state: 'final', currency: 'USD', amount: '5', counted: 500 } as Order['payments'][number]
  expect(stateOf({ paymentStatus: 'paid', received: 500, payments: [payment] })).toEqual([
    'Paid in part',
    'Send the rest',
    '/orders/details/o1',
  ])
  expect(stateOf({ paymentStatus: 'verified', orderStatus: 'processing' })[0]).toBe('Being prepared')
  expect(stateOf({ paymentStatus: 'cancelled', orderStatus: 'failed' })[0]).toBe('Cancelled')
})

it('offers to reveal a delivery until it is opened, and again when it was changed', () => {
  expect(stateOf(ready)).toEqual(['Ready', 'Reveal', '/orders/details/o1'])
  expect(stateOf({ ...ready, deliveryOpenedAt: at })[1]).toBe('View')
  expect(stateOf({ ...ready, deliveryOpenedAt: at, deliveryChangedAt: at + 1 })[1]).toBe('Reveal')
  expect(stateOf({ ...ready, deliveryOpenedAt: at, deliveryChangedAt: at + 1, deliveryReopenedAt: at + 2 })[1]).toBe(
    'View',
  )
  expect(stateOf({ ...ready, hasDelivery: false })[1]).toBe('View')
})

it('is under way until everything is delivered or it is closed', () => {
  for (const fields of [
    {},
    { paymentStatus: 'paid' },
    { paymentStatus: 'verified', orderStatus: 'processing' },
  ] as const) {
    expect(isUnderWay(buildOrder(fields))).toBe(true)
  }
  for (const fields of [
    ready,
    ...(['failed', 'cancelled', 'refunded'] as const).map((paymentStatus) => ({ paymentStatus })),
  ]) {
    expect(isUnderWay(buildOrder(fields))).toBe(false)
  }
})
