import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../shared/api-error.ts'
import {
  canMove,
  describeNextActions,
  move,
  type OrderAction,
  orderNumber,
  takesProofs,
} from '../../../shared/orders/rules.ts'
import {
  orderLabels,
  type OrderState,
  orderStatuses,
  paymentLabels,
  paymentStatuses,
} from '../../../shared/orders/schema.ts'

/** The transitions of docs/rules.md, written out again. */
const expected: Record<OrderAction, Record<string, string>> = {
  applyCoupon: { 'pending/pending': 'pending/pending' },
  cancel: { 'pending/pending': 'cancelled/failed' },
  markPaid: { 'pending/pending': 'paid/pending' },
  claim: { 'paid/pending': 'paid/pending', 'verified/processing': 'verified/processing' },
  verify: { 'paid/pending': 'verified/processing' },
  reject: { 'paid/pending': 'failed/failed' },
  complete: { 'verified/processing': 'verified/completed' },
  changeDelivery: { 'verified/completed': 'verified/completed' },
  refund: { 'verified/processing': 'refunded/failed', 'verified/completed': 'refunded/completed' },
  refundPart: { 'verified/processing': 'verified/processing', 'verified/completed': 'verified/completed' },
  reopen: { 'cancelled/failed': 'paid/pending', 'failed/failed': 'paid/pending' },
  unverify: { 'verified/processing': 'paid/pending' },
  choosePayment: { 'pending/pending': 'pending/pending' },
  changeProofs: {
    'pending/pending': 'pending/pending',
    'paid/pending': 'paid/pending',
    'failed/failed': 'failed/failed',
    'cancelled/failed': 'cancelled/failed',
  },
  changeReference: { 'pending/pending': 'pending/pending', 'paid/pending': 'paid/pending' },
  requestProof: { 'paid/pending': 'paid/pending' },
  expire: { 'pending/pending': 'cancelled/failed' },
}
const actions = Object.keys(expected) as OrderAction[]
const states = paymentStatuses.flatMap((paymentStatus) =>
  orderStatuses.map((orderStatus) => ({ paymentStatus, orderStatus })),
)
const pairs = actions.flatMap((action) =>
  states.map((state) => ({ action, state, to: expected[action][nameOf(state)] })),
)

describe('move', () => {
  it.each(pairs.filter(({ to }) => to))('$action moves $state to $to', ({ action, state, to }) => {
    expect(canMove(state, action)).toBe(true)
    expect(nameOf(move(state, action))).toBe(to)
  })

  it('throws a 409 that names the current state for every other transition', () => {
    const forbidden = pairs.filter(({ to }) => !to)
    expect(forbidden).toHaveLength(17 * 24 - 25)
    for (const { action, state } of forbidden) {
      expect(canMove(state, action)).toBe(false)
      const error = errorOf(() => move(state, action))
      expect(error.status).toBe(409)
      expect(error.message).toMatch(new RegExp(`^This order is ${state.paymentStatus}[.] .+[.] `))
      expect(error.message).toContain(`(${paymentLabels[state.paymentStatus]}, ${orderLabels[state.orderStatus]})`)
    }
  })

  it.each([
    ['staff', 'pending/pending', 'This order is pending. Its customer has not paid yet.'],
    ['staff', 'paid/pending', 'This order is paid. It can be verified or rejected.'],
    ['staff', 'verified/processing', 'This order is verified. It can be completed or refunded.'],
    ['staff', 'verified/completed', 'This order is verified. It can be refunded, and its delivery changed.'],
    ['staff', 'failed/failed', 'This order is failed. It can be reopened.'],
    ['staff', 'refunded/completed', 'This order is refunded. No further actions are possible.'],
    ['customer', 'pending/pending', 'This order is pending. It can be cancelled or paid.'],
    ['customer', 'paid/pending', 'This order is paid. No further actions are possible.'],
    ['customer', 'verified/completed', 'This order is verified. No further actions are possible.'],
    ['customer', 'cancelled/failed', 'This order is cancelled. No further actions are possible.'],
  ] as const)('tells %s what can be done in %s', (by, name, sentence) => {
    const [paymentStatus, orderStatus] = name.split('/') as [OrderState['paymentStatus'], OrderState['orderStatus']]
    expect(describeNextActions({ paymentStatus, orderStatus }, by)).toBe(sentence)
  })

  it('names in its sentence what is possible, and nothing else', () => {
    const outcomes = {
      verify: 'verified',
      reject: 'rejected',
      complete: 'completed',
      refund: 'refunded',
      reopen: 'reopened',
    }
    for (const state of states) {
      const [, possible = ''] = /It can be ([^,.]*)/.exec(describeNextActions(state, 'staff')) ?? []
      const named = possible === '' ? [] : possible.split(' or ')
      const allowed = Object.entries(outcomes).filter(([action]) => canMove(state, action as OrderAction))
      expect(named).toEqual(allowed.map(([, outcome]) => outcome))
    }
  })

  it('allows nothing but to reopen and pictures of the transfer after an order was refunded, cancelled or rejected', () => {
    const final = states.filter(({ paymentStatus }) => ['refunded', 'cancelled', 'failed'].includes(paymentStatus))
    const possible = final.flatMap((state) => actions.filter((action) => canMove(state, action)))
    expect([...new Set(possible)].toSorted()).toEqual(['changeProofs', 'reopen'])
  })

  it.each([
    ['verify', 'order_not_paid'],
    ['cancel', 'order_not_pending'],
    ['refund', 'order_not_verified'],
    ['changeDelivery', 'order_not_completed'],
    ['unverify', 'order_not_verified'],
  ] as const)('throws a %s error with the code %s', (action, code) => {
    const state: OrderState = { paymentStatus: 'cancelled', orderStatus: 'failed' }
    expect(errorOf(() => move(state, action)).code).toBe(code)
  })
})

it.each([
  ['pending', 'pending', [], true],
  ['paid', 'pending', [], true],
  ['failed', 'failed', ['rejected'], true],
  ['cancelled', 'failed', ['expired'], true],
  ['cancelled', 'failed', ['cancelled'], false],
  ['verified', 'processing', [], false],
  ['verified', 'completed', [], false],
  ['refunded', 'failed', [], false],
] as const)('pictures of the transfer for a %s/%s order (%s): %s', (paymentStatus, orderStatus, events, isPossible) => {
  const history = events.map((what) => ({ _id: what, what, who: 'store', name: '', note: '', at: 0 }) as const)
  expect(takesProofs({ paymentStatus, orderStatus, history })).toBe(isPossible)
})

it('orderNumber is the last 6 characters of the id in upper case', () => {
  expect(orderNumber('0mh1q2w3e4r5t6y7u8i9op')).toBe('U8I9OP')
})

function nameOf({ paymentStatus, orderStatus }: OrderState) {
  return `${paymentStatus}/${orderStatus}`
}

function errorOf(act: () => unknown): ApiError {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('Expected an ApiError')
}
