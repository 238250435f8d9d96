import { expect, it } from 'vitest'
import { describeClosedOrder, rejectionReason } from '../../../client/orders/closed-order.ts'
import { headlineOf } from '../../../client/orders/headline.ts'
import { lateMoneyOf } from '../../../client/orders/late-money.ts'
import { isUnderWay, orderState } from '../../../client/orders/order-state.ts'
import { describeRefunds, describeRefundTime } from '../../../client/orders/refund.ts'
import { timelineSteps } from '../../../client/orders/timeline-steps.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { Order, OrderEvent } from '../../../shared/orders/schema.ts'
import { at, buildOrder } from '../build.ts'

const day = 24 * 60 * 60_000
const buildEvent = (what: OrderEvent['what'], note = ''): OrderEvent => ({
  _id: `e-${what}`,
  what,
  who: 'staff',
  name: 'Mira',
  note,
  at,
})
const describe = (fields: Partial<Order>) => describeClosedOrder(buildOrder(fields))
const stepsOf = (fields: Partial<Order>) =>
  timelineSteps(buildOrder(fields), { now: at + day }).map(({ title, state }) => `${title}, ${state}`)

it('tells the customer of a rejected order that sent money is not lost, in the currency it was sent in, and why', () => {
  const rejected = { paymentStatus: 'failed', paymentMethod: 'bank', total: 799 } as const
  expect(describe({ ...rejected, history: [buildEvent('rejected', 'No such transfer')] })).toEqual({
    title: 'If you did send Rs\u00a02,437, we’ll help find it',
    text: 'Send us the reference of your transfer, or a picture of it, and a member of staff will look again. If it has arrived, we reopen the order or send the money back; if not, we help you trace it. Please don’t pay again until then.',
    reason: 'No such transfer',
  })
  expect(describe({ paymentStatus: 'failed', paymentMethod: 'crypto', total: 799 })).toMatchObject({
    title: 'If you did send $7.99, we’ll help find it',
    reason: '',
  })
})

it('distinguishes an expired order from one that its customer cancelled', () => {
  const expired = { paymentStatus: 'cancelled', history: [buildEvent('expired')] } as Partial<Order>
  const cancelled = { paymentStatus: 'cancelled', history: [buildEvent('cancelled')] } as Partial<Order>
  expect(headlineOf(buildOrder(expired)).title).toBe('Order expired')
  expect(describe(expired)?.text).toContain('or a picture of it')
  expect(headlineOf(buildOrder(cancelled)).title).toBe('Order cancelled')
  expect(describe(cancelled)?.text, 'it takes no picture').not.toContain('picture')
})

it.each([['cancelled'], ['failed']] as const)(
  'of a %s order whose money came late tells one story in its headline, its steps and the list, and asks for nothing',
  (paymentStatus) => {
    const payment = {
      _id: 'p1',
      source: 'manual',
      currency: 'USD',
      amount: '7.99',
      counted: 799,
      state: 'final',
      at: at + day,
    } as Order['payments'][number]
    const late = { paymentStatus, received: 799, payments: [payment], history: [buildEvent('expired')] }
    expect(headlineOf(buildOrder(late))).toMatchObject({
      title: 'Your payment arrived late: we have it',
      text: expect.stringContaining('$7.99 arrived after'),
    })
    expect(describe(late), 'nothing is asked for').toBeNull()
    expect(stepsOf(late).slice(-2)).toEqual(['Money arrived, done', 'We’re reviewing it, current'])
    expect(orderState(buildOrder(late)).text).toBe('Payment arrived late')
    expect(isUnderWay(buildOrder(late))).toBe(true)
    const sentBack = { ...late, received: 0, payments: [{ ...payment, state: 'dismissed' as const }] }
    expect(lateMoneyOf(buildOrder(sentBack))?.state).toBe('returned')
    expect(isUnderWay(buildOrder(sentBack))).toBe(false)
    expect(headlineOf(buildOrder(sentBack)).title).toBe('Your payment arrived late and was sent back')
    expect(stepsOf(sentBack).at(-1)).toBe('Money sent back, closed')
    expect(headlineOf(buildOrder({ paymentStatus })).title).not.toContain('late')
    expect(lateMoneyOf(buildOrder({ paymentStatus }))).toBeNull()
    expect(lateMoneyOf(buildOrder({ paymentStatus: 'verified', payments: [payment] }))).toBeNull()
  },
)

it('of an order that was rejected with a part of its money says why, and what becomes of that part', () => {
  const payment = {
    _id: 'p1',
    source: 'manual',
    currency: 'USD',
    amount: '3.00',
    counted: 300,
    state: 'final',
    at,
  } as const
  const rejected = {
    paymentStatus: 'failed',
    received: 300,
    payments: [payment],
    history: [{ ...buildEvent('rejected', 'The rest never came'), at: at + day }],
  } satisfies Partial<Order>
  expect(headlineOf(buildOrder(rejected))).toMatchObject({
    title: 'Payment rejected',
    text: expect.stringContaining(
      '$3.00 had arrived. A member of staff will reopen the order or send the money back, the way it came. You',
    ),
  })
  expect(rejectionReason(buildOrder(rejected))).toBe('The rest never came')
  expect(describe(rejected), 'nothing is asked for').toBeNull()
  expect(stepsOf(rejected).slice(-2)).toEqual(['Payment rejected, failed', 'We’re reviewing it, current'])
  expect(orderState(buildOrder(rejected)).text).toBe('Payment rejected')
  const sentBack = { ...rejected, received: 0, payments: [{ ...payment, state: 'dismissed' as const }] }
  expect(headlineOf(buildOrder(sentBack)).text).toContain('$3.00 was sent back to you')
  const late = { ...rejected, payments: [{ ...payment, at: at + 2 * day }] }
  expect(headlineOf(buildOrder(late)).title, 'after the decision').toContain('arrived late')
})

it('of an expired order whose late transfer was found asks for nothing, from its first block until it is decided about', () => {
  const transfer = { _id: 'p1', source: 'chain', currency: 'USDT', amount: '7.9901', counted: 799, at } as const
  const expired = { paymentStatus: 'cancelled', history: [buildEvent('expired')] } as const
  const withLate = (state: Order['payments'][number]['state']) =>
    buildOrder({ ...expired, history: [...expired.history], late: [{ ...transfer, state }] })
  expect(headlineOf(withLate('confirming'))).toMatchObject({
    title: 'We’ve seen your late payment',
    text: expect.stringMatching(/^7\.9901\sUSDT was sent after the order expired\. Once it’s confirmed, /),
  })
  expect(headlineOf(withLate('final')).title).toBe('Your payment arrived late: we have it')
  expect(describeClosedOrder(withLate('final'))).toBeNull()
  expect(headlineOf(withLate('dismissed')).title).toBe('Your payment arrived late and was sent back')
  expect(describeClosedOrder(withLate('gone')), 'as if it had never come').not.toBeNull()
})

it('says how a refund was sent, with its reference, and later that it should have arrived', () => {
  const refunded: Partial<Order> = {
    paymentStatus: 'refunded',
    paymentMethod: 'bank',
    total: 799,
    refunded: 799,
    history: [buildEvent('refunded', 'Sold out')],
    refunds: [{ _id: 'r1', amount: 799, reference: 'CEFT 551902', at }],
  }
  const refundsOf = (fields: Partial<Order>) => describeRefunds(buildOrder({ ...refunded, ...fields }), formatMoney)
  const back = { amount: 'Rs\u00a02,437', outOf: null, way: 'Bank transfer', at }
  const reference = { label: 'Transfer reference', text: 'CEFT 551902', explorer: null }
  expect(refundsOf({})).toEqual([{ ...back, reference }])
  expect(headlineOf(buildOrder(refunded), at + day).text).toContain(
    'usually arrives within 1–3 working days. If you don’t have it by 6 Jan, write',
  )
  expect(headlineOf(buildOrder(refunded), at + 6 * day).text).toContain('should have reached you by now')
  expect(refundsOf({ refunds: [] }), 'before each was recorded').toEqual([{ ...back, reference: null }])
  // Less than the total had been accepted.
  expect(refundsOf({ refunded: 500, refunds: [] })).toMatchObject([{ amount: '$5.00' }])
  const hash = `0x${'7d'.repeat(32)}`
  const request = {
    method: 'crypto',
    network: 'BASE',
    token: 'USDC',
    currency: 'USDC',
    amount: '7.9901',
    rate: 1,
    at,
  } as const
  const crypto = {
    paymentMethod: 'crypto',
    request,
    refunds: [{ _id: 'r1', amount: 799, reference: hash, at }],
  } as const
  expect(refundsOf({ ...crypto, refunds: [...crypto.refunds] })).toEqual([
    {
      amount: '7.99\u00a0USDC',
      outOf: '7.9901\u00a0USDC',
      way: 'USDC on Base (BASE)',
      at,
      reference: {
        label: 'Transaction hash',
        text: hash,
        explorer: { name: 'Base', link: `https://basescan.org/tx/${hash}` },
      },
    },
  ])
})

it('says that all was sent back, where the amount differs below a cent', () => {
  const request = { method: 'crypto', network: 'BASE', token: 'USDC', currency: 'USDC', rate: 1, at } as const
  const outOf = (arrived: string, cents: number, received = 799) =>
    describeRefunds(
      buildOrder({
        paymentStatus: 'refunded',
        paymentMethod: 'crypto',
        total: 799,
        received,
        refunded: cents,
        request: { ...request, amount: arrived },
        payments: [
          { _id: 'p', source: 'chain', currency: 'USDC', amount: arrived, counted: received, state: 'final', at },
        ],
        refunds: [{ _id: 'r1', amount: cents, reference: null, at }],
      }),
      formatMoney,
    )[0]!.outOf
  expect(outOf('7.9901', 799)).toBe('7.9901\u00a0USDC')
  expect(outOf('7.99', 799), 'exactly').toBeNull()
  expect(outOf('7.9901', 500), 'a part').toBeNull()
  expect(outOf('8.05', 799), 'cents that came back as points').toBeNull()
})

it('says within what time late money is decided about, and outside the opening hours when the store is back', () => {
  const transfer = { _id: 'p1', source: 'chain', currency: 'USDT', amount: '7.9901', counted: 799, at } as const
  const textOf = (fields: Partial<Order>, context: Parameters<typeof headlineOf>[3] = {}) =>
    headlineOf(buildOrder(fields), at, formatMoney, context).text
  const late: Partial<Order> = {
    paymentStatus: 'cancelled',
    history: [buildEvent('expired')],
    late: [{ ...transfer, state: 'final' }],
  }
  const decision = 'A member of staff will reopen the order or send the money back'
  const exchange = 'If you sent it from an exchange, tell us which address to send it back to.'
  expect(textOf(late)).toContain(`${decision}, the way it came. ${exchange}`)
  const byBank = { ...late, late: [{ ...transfer, source: 'bank', state: 'final' }] } satisfies Partial<Order>
  expect(textOf(byBank)).toContain(`${decision}, the way it came. You don’t need to do anything.`)
  expect(textOf(late, { refundWithin: 'three working days', opensAt: null })).toContain(
    `${decision} within three working days, the way it came. ${exchange}`,
  )
  expect(textOf(late, { opensAt: at + day })).toMatch(/ came\. We’re back tomorrow at \d\d:\d\d\. If you sent/)
  const isSent = { refundWithin: 'three working days', opensAt: at + day }
  expect(textOf({ ...late, late: [{ ...transfer, state: 'dismissed' }] }, isSent)).not.toMatch(/within three|back tom/)
})

it('says how soon money is sent back only where the owner does', () => {
  expect(describeRefundTime('three working days', ', the way it came')).toBe(
    ' within three working days, the way it came',
  )
  for (const unset of [null, undefined]) expect(describeRefundTime(unset, ', the way it came')).toBe('')
})

it('says nothing of orders that go on', () => {
  for (const paymentStatus of ['pending', 'paid', 'verified'] as const) expect(describe({ paymentStatus })).toBeNull()
})
