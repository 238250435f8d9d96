import { describe, expect, test } from 'vitest'
import {
  type Action,
  canMove,
  move,
  orderFilters,
  orderNumber,
  type OrderState,
  orderStatuses,
  paymentFilters,
  paymentLabels,
  paymentStatuses,
} from '../../shared/orders.ts'
import { Refusal } from '../../shared/refusal.ts'

/** RULES.md, Orders, as it stands there. */
const rules: Record<Action, Record<string, string>> = {
  applyCoupon: { 'pending/pending': 'pending/pending' },
  cancel: { 'pending/pending': 'cancelled/failed' },
  markPaid: { 'pending/pending': 'paid/pending' },
  claim: { 'paid/pending': 'paid/pending' },
  verify: { 'paid/pending': 'verified/processing' },
  reject: { 'paid/pending': 'failed/failed' },
  complete: { 'verified/processing': 'verified/completed' },
  refund: { 'verified/processing': 'refunded/failed', 'verified/completed': 'refunded/completed' },
  expire: { 'pending/pending': 'cancelled/failed' },
}
const states = paymentStatuses.flatMap((paymentStatus) =>
  orderStatuses.map((orderStatus) => ({ paymentStatus, orderStatus })),
)
const pairs = (Object.keys(rules) as Action[]).flatMap((action) =>
  states.map((state) => ({ action, state, to: rules[action][nameOf(state)] })),
)

describe('every action from every state', () => {
  test.each(pairs.filter(({ to }) => to))('$action leads from $state to $to', ({ action, state, to }) => {
    expect(canMove(state, action)).toBe(true)
    expect(nameOf(move(state, action))).toBe(to)
  })

  test('is refused with a 409 that names the state, where the table has no row', () => {
    const forbidden = pairs.filter(({ to }) => !to)
    expect(forbidden).toHaveLength(9 * 24 - 10)
    for (const { action, state } of forbidden) {
      expect(canMove(state, action)).toBe(false)
      const refusal = refusalOf(() => move(state, action))
      expect(refusal.status).toBe(409)
      expect(refusal.code).toMatch(/^order_not_(pending|paid|verified)$/)
      expect(refusal.message).toContain(`This order is ${state.paymentStatus}.`)
      expect(refusal.message).toContain(paymentLabels[state.paymentStatus])
    }
  })

  test('leaves what is refunded, cancelled or failed as it is', () => {
    const ended = states.filter(({ paymentStatus }) => ['refunded', 'cancelled', 'failed'].includes(paymentStatus))
    expect(ended.flatMap((state) => Object.keys(rules).filter((action) => canMove(state, action as Action)))).toEqual(
      [],
    )
  })
})

test.each([
  ['verify', 'order_not_paid'],
  ['cancel', 'order_not_pending'],
  ['refund', 'order_not_verified'],
] as const)('a program reads from the refusal of %s: %s', (action, code) => {
  const state: OrderState = { paymentStatus: 'cancelled', orderStatus: 'failed' }
  expect(refusalOf(() => move(state, action)).code).toBe(code)
})

test('the filters show what their names say', () => {
  expect(paymentFilters).toMatchObject({ pending: ['pending'], paid: ['paid', 'verified'], failed: ['failed'] })
  expect(orderFilters).toMatchObject({ processing: ['processing'], completed: ['completed'], cancelled: ['failed'] })
})

test('the order number is the last 6 of the id in upper case', () => {
  expect(orderNumber('0mh1q2w3e4r5t6y7u8i9op')).toBe('U8I9OP')
})

function nameOf({ paymentStatus, orderStatus }: OrderState) {
  return `${paymentStatus}/${orderStatus}`
}

function refusalOf(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('it was not refused')
}
