import { expect, it } from 'vitest'
import { describeClosedOrder } from '../../../client/orders/closed-order.ts'
import { headlineOf } from '../../../client/orders/headline.ts'
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
const describe = (fields: Partial<Order>, now = at + day) => describeClosedOrder(buildOrder(fields), now, formatMoney)

it('tells the customer of a rejected order that sent money is not lost, in the currency it was sent in, and why', () => {
  const rejected = { paymentStatus: 'failed', paymentMethod: 'bank', total: 799 } as const
  expect(describe({ ...rejected, history: [buildEvent('rejected', 'No such transfer')] })?.isPaid).toBeUndefined()
  expect(describe({ ...rejected, history: [buildEvent('rejected', 'No such transfer')] })).toMatchObject({
    title: 'If you did send Rs\u00a02,437, your money isn’t lost',
    reason: 'No such transfer',
    asksForReference: true,
  })
  expect(describe({ paymentStatus: 'failed', paymentMethod: 'crypto', total: 799 })).toMatchObject({
    title: 'If you did send $7.99, your money isn’t lost',
    reason: '',
  })
})

it('distinguishes an expired order from one that its customer cancelled', () => {
  expect(describe({ paymentStatus: 'cancelled', history: [buildEvent('expired')] })?.title).toMatch(/isn’t lost/)
  expect(describe({ paymentStatus: 'cancelled', history: [buildEvent('cancelled')] })).toMatchObject({
    title: 'You cancelled this order',
    asksForReference: true,
  })
})

it.each([['cancelled'], ['failed']] as const)(
  'of a %s order whose money came late asks for nothing',
  (paymentStatus) => {
    const payment = { _id: 'p1', state: 'final', counted: 799 } as Order['payments'][number]
    const late = { paymentStatus, received: 799, payments: [payment] }
    expect(describe(late)).toMatchObject({
      title: 'We have your money',
      text: expect.stringContaining('$7.99 arrived after the order was closed'),
      asksForReference: false,
      isPaid: true,
    })
    expect(headlineOf(buildOrder(late)).text).toContain('Your money arrived after that.')
    expect(headlineOf(buildOrder(late)).text).not.toContain('Nothing was charged')
    const sentBack = { ...late, received: 0, payments: [{ ...payment, state: 'dismissed' as const }] }
    expect(describe(sentBack)).toMatchObject({ title: 'Your money was sent back', asksForReference: false })
    expect(describe(sentBack)?.isPaid, 'it can be ordered again').toBeUndefined()
    expect(headlineOf(buildOrder({ paymentStatus })).text).not.toContain('Your money')
  },
)

it('of an expired order whose late transfer was found asks for nothing, from its first block until it is decided about', () => {
  const transfer = { _id: 'p1', source: 'chain', currency: 'USDT', amount: '7.9901', counted: 799, at } as const
  const expired = { paymentStatus: 'cancelled', history: [buildEvent('expired')] } as const
  const withLate = (state: Order['payments'][number]['state']) => ({
    ...expired,
    history: [...expired.history],
    late: [{ ...transfer, state }],
  })
  expect(describe(withLate('confirming'))).toMatchObject({
    title: 'We’ve seen your transfer',
    text: expect.stringMatching(/^7\.9901\sUSDT arrived after the order was closed\. Once it’s confirmed, /),
    asksForReference: false,
    isPaid: true,
  })
  expect(describe(withLate('final'))).toMatchObject({ title: 'We have your money', isPaid: true })
  expect(headlineOf(buildOrder(withLate('final'))).text).toBe('It wasn’t paid in time. Your money arrived after that.')
  expect(describe(withLate('dismissed'))).toMatchObject({ title: 'Your money was sent back' })
  expect(describe(withLate('gone')), 'as if it had never come').toMatchObject({ asksForReference: true })
})

it('says how a refund is sent and when it arrives, and later that it should have', () => {
  const refunded = {
    paymentStatus: 'refunded',
    paymentMethod: 'bank',
    total: 799,
    refunded: 799,
    history: [buildEvent('refunded', 'Sold out')],
  } as const
  const recent = describe({ ...refunded, history: [...refunded.history] }, at + day)!
  expect(recent.title).toBe('Rs\u00a02,437 is on its way back to you')
  expect(recent.text).toBe(
    'We sent the full amount by bank transfer on 1 Jan 2026. It usually arrives within 1–3 working days.',
  )
  expect(recent).toMatchObject({ reason: 'Sold out', asksForReference: false })
  const late = describe({ ...refunded, history: [...refunded.history] }, at + 6 * day)!
  expect(late.title).toBe('Rs\u00a02,437 was sent back to you')
  expect(late.text).toMatch(/should have arrived by now/)
  // Less than the total had been accepted.
  const short = describe({ ...refunded, refunded: 500, history: [...refunded.history] }, at + day)!
  expect(short.title).toBe('$5.00 is on its way back to you')
  expect(short.text).toMatch(/^We sent what had arrived by bank transfer on 1 Jan 2026\./)
})

it('says nothing of orders that go on', () => {
  for (const paymentStatus of ['pending', 'paid', 'verified'] as const) expect(describe({ paymentStatus })).toBeNull()
})
