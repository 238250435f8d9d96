import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, notifications, payments, users } from '../../../drizzle/schema.ts'
import { expire } from '../../../server/orders/expire.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCoupon, buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let [ada, mira, ishara] = [] as unknown as [TestUser, TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ;[ada, mira, ishara] = [await buildUser(server), await buildStaff(server), await buildStaff(server)]
})
afterAll(() => server.close())

type Fields = Record<string, unknown>
const call = <T>(method: string, path: string, body?: unknown, by = mira) =>
  server.call<T>(method, path, body, { token: by.token })
/** Records a transfer of dollars. */
const record = (amount: number, fields: Fields = {}, by = mira) =>
  call<StaffPayment>(
    'POST',
    '/admin/payments',
    { source: 'manual', currency: 'USD', amount: String(amount), ...fields },
    by,
  )
const decide = (id: string, body: unknown, by = mira) => call<StaffPayment>('PATCH', `/admin/payments/${id}`, body, by)
const act = (id: string, action: string, body?: unknown, by = mira) =>
  call<Wire['order']>('PATCH', `/admin/orders/${id}/${action}`, body, by)
const read = async (id: string) => (await call<Wire['order']>('GET', `/checkout/${id}`, undefined, ada)).body.data
async function buildPaid(price = 2437) {
  const order = await buildOrder(server, ada, { price })
  await call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank' }, ada)
  return order
}
const messagesAbout = async ({ _id }: Wire['order']) =>
  (
    await server.app.db
      .select()
      .from(notifications)
      .where(eq(notifications.link, `/orders/details/${_id}`))
  ).map(({ message }) => message)
const pointsOf = async ({ id }: TestUser) =>
  (await server.app.db.select({ points: users.points }).from(users).where(eq(users.id, id)))[0]!.points

describe('a payment that is short', () => {
  it('tells the customer once what is missing, and the rest adds up', async () => {
    const order = await buildPaid()
    await record(21.37, { order: order._id, payer: 'N. Perera' })
    expect(await read(order._id)).toMatchObject({ received: 21.37, missing: 3, paymentStatus: 'paid' })
    const refused = await act(order._id, 'verify')
    expect([refused.status, refused.body.error]).toEqual([422, 'short'])
    expect(refused.body.message).toContain('$3.00 of $24.37 is missing')
    expect((await messagesAbout(order)).filter((text) => text.includes('$3.00 is missing'))).toHaveLength(1)
    await record(3, { order: order._id })
    expect(await read(order._id)).toMatchObject({ received: 24.37, missing: 0 })
    expect((await messagesAbout(order)).at(-1)).toContain('paid in full')
    expect((await act(order._id, 'verify')).body.data.paymentStatus).toBe('verified')
  })

  it('is described in rupees when rupees were asked for and sent, and otherwise in dollars', async () => {
    const order = await buildPaid()
    await record(6000, { order: order._id, currency: 'LKR' })
    expect((await messagesAbout(order)).at(-1)).toMatch(
      /^Rs\s6,000 has arrived for order #\w{6}\. Rs\s1,433 is missing: please send the rest\.$/,
    )
    await record(5, { order: order._id })
    expect((await messagesAbout(order)).at(-1)).toMatch(/^\$24\.\d\d has arrived for order /)
  })

  it('is accepted by staff with a reason, which the history shows, and not without', async () => {
    const order = await buildPaid()
    await record(21.37, { order: order._id })
    for (const body of [{ acceptShort: true }, { reason: 'The bank kept a fee' }]) {
      expect((await act(order._id, 'verify', body)).body.error).toBe('short')
    }
    const accepted = await act(order._id, 'verify', { acceptShort: true, reason: 'The bank kept a fee' })
    expect(accepted.body.data).toMatchObject({ paymentStatus: 'verified', missing: 0, received: 21.37 })
    expect(accepted.body.data.history.at(-1)?.note).toBe('$3.00 less accepted: The bank kept a fee')
    expect((await act(order._id, 'refund', { reason: 'Out of stock', amount: 21.38 })).body.error).toBe('too_much')
    const refunded = await act(order._id, 'refund', { reason: 'Out of stock' })
    expect(refunded.body.data, 'no more than arrived').toMatchObject({ paymentStatus: 'refunded', refunded: 21.37 })
  })

  it('is exact in the rupees that were asked for, also in two transfers', async () => {
    const order = await buildPaid(2429)
    await record(4000, { order: order._id, currency: 'LKR' })
    await record(3408, { order: order._id, currency: 'LKR' })
    expect(await read(order._id)).toMatchObject({ received: 24.29, missing: 0 })
  })
})

it('shows a surplus, which is given back first and takes no points', async () => {
  const order = await buildPaid(2000)
  const { order: short } = (await record(12, { order: order._id })).body.data
  expect(short).toMatchObject({ missing: 8, surplus: 0 })
  const { order: over } = (await record(15, { order: order._id })).body.data
  expect(over).toMatchObject({ missing: 0, surplus: 7 })
  expect((await messagesAbout(order)).at(-1)).toContain('$7.00 more than its total')
  await act(order._id, 'verify')
  const before = await pointsOf(ada)
  const back = await act(order._id, 'refund', { reason: 'Paid too much', amount: 7, reference: 'OUT-7' })
  expect(back.body.data).toMatchObject({ paymentStatus: 'verified', refunded: 7, received: 27 })
  expect(back.body.data.history.at(-1)).toMatchObject({ what: 'part_refunded', note: '$7.00 sent back: Paid too much' })
  expect(await pointsOf(ada)).toBe(before)
  await act(order._id, 'refund', { reason: 'One month less', amount: 5 })
  expect(await pointsOf(ada), 'a quarter of 20 points').toBe(before - 5)
  expect((await act(order._id, 'refund', { reason: 'Too much', amount: 15.01 })).body.error).toBe('too_much')
  const whole = await act(order._id, 'refund', { reason: 'The rest' })
  expect(whole.body.data).toMatchObject({ paymentStatus: 'refunded', refunded: 27 })
  const listed = (await call<Wire['order'][]>('GET', '/checkout', undefined, ada)).body.data
  for (const { refunds } of [whole.body.data, listed.find(({ _id }) => _id === order._id)!]) {
    expect(refunds?.map(({ amount, reference }) => [amount, reference])).toEqual([
      [7, 'OUT-7'],
      [5, null],
      [15, null],
    ])
  }
  expect(await pointsOf(ada)).toBe(before - 20)
})

it('waits without an order when the order was refunded, and can be sent back', async () => {
  const order = await buildPaid(2000)
  await record(20, { order: order._id })
  await act(order._id, 'verify')
  await act(order._id, 'refund', { reason: 'Out of stock' })
  expect((await record(20, { order: order._id })).body.error).toBe('order_refunded')
  const second = (await record(20)).body.data
  const refused = await decide(second._id, { order: order._id })
  expect(refused.body).toMatchObject({ error: 'order_refunded', message: expect.stringContaining('was refunded') })
  expect(await read(order._id)).toMatchObject({ received: 20, refunded: 20 })
  expect((await decide(second._id, { sentBack: 'OUT-20' })).body.data).toMatchObject({ order: null })
})

describe('money that comes late', () => {
  it('is proposed for the expired order whose reference it names, and reopens it by staff alone', async () => {
    const coupon = await buildCoupon(server, { type: 'Fixed', amount: 500, usesLimit: 1 })
    const order = await buildOrder(server, ada, { price: 2500 })
    await call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon.id }, ada)
    await runMutation(server.app, (ctx) => expire(ctx, order._id))
    const other = await buildOrder(server, ada, { price: 2500 })
    await call('PATCH', `/checkout/${other._id}/apply-coupon`, { couponId: coupon.id }, ada)
    const late = await record(20, { text: `ceft ${order.reference.toLowerCase()}` })
    expect(late.body.data).toMatchObject({ order: null, proposals: [{ _id: order._id, paymentStatus: 'cancelled' }] })
    expect((await read(order._id)).paymentStatus, 'never by itself').toBe('cancelled')
    await decide(late.body.data._id, { order: order._id })
    expect((await read(order._id)).paymentStatus).toBe('cancelled')
    expect((await messagesAbout(order)).at(-1)).toContain('after it was closed')
    const reopened = await act(order._id, 'reopen', { reason: 'The money came late' })
    expect(reopened.body.data).toMatchObject({ paymentStatus: 'paid', received: 20, discountAmount: 5, missing: 0 })
    expect((await act(order._id, 'verify')).status).toBe(200)
    expect((await act(order._id, 'reopen', { reason: 'Once more' })).body.error).toBe('order_not_closed')
  })

  it('is assigned and its order reopened in one step, or neither', async () => {
    const [order, open] = [await buildPaid(), await buildPaid()]
    await act(order._id, 'reject', { reason: 'Nothing came' })
    const late = (await record(24.37)).body.data
    const reason = 'The money arrived late.'
    expect((await decide(late._id, { order: open._id, reopen: reason })).body.error).toBe('order_not_closed')
    expect((await decide(late._id, { dismiss: 'Not ours', reopen: reason })).status).toBe(400)
    expect((await decide(late._id, { order: null, reopen: reason })).status).toBe(400)
    expect(await read(open._id)).toMatchObject({ received: 0, paymentStatus: 'paid' })
    const assigned = await decide(late._id, { order: order._id, reopen: reason })
    expect(assigned.body.data).toMatchObject({ order: { _id: order._id, paymentStatus: 'paid' } })
    expect(await read(order._id)).toMatchObject({ received: 24.37, paymentStatus: 'paid', missing: 0 })
    const messages = (await messagesAbout(order)).join('\n')
    expect(messages).toContain('paid in full')
    expect(messages, 'it counts').not.toContain('after it was closed')
  })

  it('can be sent back instead, and the order shows it', async () => {
    const order = await buildPaid()
    await act(order._id, 'reject', { reason: 'Nothing came' })
    const { _id } = (await record(24.37, { order: order._id })).body.data
    expect((await decide(_id, { dismiss: 'Not ours' })).body.error).toBe('assigned')
    const back = await decide(_id, { sentBack: 'OUT-9' })
    expect(back.body.data).toMatchObject({ state: 'dismissed', refundReference: 'OUT-9' })
    expect(await read(order._id)).toMatchObject({ received: 0, paymentStatus: 'failed' })
    expect((await decide(_id, { order: order._id })).body.error).toBe('sent_back')
  })
})

it('marks an unpaid order as paid by the store itself, so that it no longer expires', async () => {
  const order = await buildOrder(server, ada, { price: 1000 })
  const { _id } = (await record(10, { order: order._id })).body.data
  const { history, paymentStatus } = await read(order._id)
  expect(paymentStatus).toBe('paid')
  expect(history.at(-1)).toMatchObject({ what: 'paid', who: 'store', name: '', note: 'Money was found' })
  const entries = await server.app.db.select().from(audit).where(eq(audit.subjectId, order._id))
  expect(entries).toMatchObject([{ action: 'order.mark-paid', actorId: null, after: { payment: _id } }])
  const listed = await call<unknown[]>('GET', '/admin/audit?actor=the-store')
  expect(listed.body.data).toContainEqual(expect.objectContaining({ actor: null, subjectId: order._id }))
  expect((await call<unknown[]>('GET', '/admin/audit?actor=command-line')).body.data).toEqual([])
})

describe('a payment', () => {
  it('is assigned to one order only, by one of two at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await buildPaid(), await buildPaid()]
      const { _id } = (await record(24.37)).body.data
      const both = await Promise.all([decide(_id, { order: one._id }), decide(_id, { order: two._id }, ishara)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect((await read(one._id)).received + (await read(two._id)).received).toBe(24.37)
    }
  })

  it('of another order is taken from this one, but not from one that was verified with it', async () => {
    const [wrong, right] = [await buildPaid(), await buildPaid()]
    const { _id } = (await record(24.37, { order: wrong._id })).body.data
    expect((await decide(_id, { order: right._id })).body.error).toBe('assigned')
    await decide(_id, { order: null })
    expect(await read(wrong._id)).toMatchObject({ received: 0, payments: [] })
    await decide(_id, { order: right._id })
    await act(right._id, 'verify')
    expect((await decide(_id, { order: null })).body.error).toBe('order_verified')
    await act(right._id, 'unverify', { reason: 'The wrong one' })
    expect((await decide(_id, { order: null })).status).toBe(200)
  })

  it('for an order that is paid already is a surplus to give back', async () => {
    const order = await buildPaid(1000)
    await record(10, { order: order._id })
    await act(order._id, 'verify')
    await record(10, { order: order._id })
    expect(await read(order._id)).toMatchObject({ received: 20, missing: 0, paymentStatus: 'verified' })
    expect((await messagesAbout(order)).at(-1)).toContain('$10.00 more than its total')
  })

  it('is dismissed with a reason, and counts again when it is assigned after all', async () => {
    const { _id } = (await record(5, { payer: 'Somebody' })).body.data
    expect((await decide(_id, { dismiss: 'A private transfer' })).body.data).toMatchObject({ state: 'dismissed' })
    expect((await decide(_id, { dismiss: 'Again' })).body.error).toBe('dismissed')
    const order = await buildPaid(500)
    await decide(_id, { order: order._id })
    expect(await read(order._id)).toMatchObject({ received: 5, missing: 0 })
  })

  it('appears on every staff screen, and on its customer’s without what staff noted', async () => {
    const order = await buildPaid()
    const [desk, phone] = [await server.connect({ token: ishara.token }), await server.connect({ token: ada.token })]
    await record(24.37, { order: order._id, payer: 'N. Perera', note: 'seen in the app' })
    await expect.poll(() => desk.eventSummaries()).toContain('payment.changed')
    await expect.poll(() => phone.eventSummaries()).toContain('order.changed payment')
    expect(JSON.stringify(phone.received)).not.toContain('seen in the app')
    expect(phone.eventSummaries()).not.toContain('payment.changed')
  })

  it('is listed by state, and found by payer, amount and message', async () => {
    const { _id } = (await record(77.31, { payer: 'Élodie Silva', text: 'for the music' })).body.data
    for (const q of ['elodie', '77.31', 'the music']) {
      const list = await call<StaffPayment[]>('GET', `/admin/payments?state=unassigned&q=${encodeURIComponent(q)}`)
      expect(
        list.body.data.map((payment) => payment._id),
        q,
      ).toEqual([_id])
    }
    expect((await call<StaffPayment[]>('GET', '/admin/payments?state=dismissed&q=elodie')).body.data).toEqual([])
    const page = await call<StaffPayment[]>('GET', '/admin/payments?limit=2')
    expect([page.body.data.length, page.body.nextCursor === null]).toEqual([2, false])
  })

  it('was received when staff say, in the ledger and on its order, and recorded now', async () => {
    const order = await buildPaid()
    const at = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const { data } = (await record(5, { order: order._id, payer: 'Three days late', at })).body
    expect(data.at).toBe(at)
    expect(Date.parse(String(data.recordedAt))).toBeGreaterThan(Date.parse(at))
    expect((await read(order._id)).payments).toMatchObject([{ at }])
    const listed = await call<StaffPayment[]>('GET', '/admin/payments?q=three%20days%20late')
    expect(listed.body.data).toMatchObject([{ at }])
    const unsaid = (await record(5)).body.data
    expect(unsaid.at).toBe(unsaid.recordedAt)
  })

  it.each([
    [{ amount: '0' }, 422, 'amount_missing'],
    [{ amount: '1.005' }, 422, 'amount_precision'],
    [{ amount: '-1' }, 400, 'invalid'],
    [{ amount: '999999999999' }, 422, 'amount_too_large'],
    [{ currency: 'ETH', amount: '0.01' }, 422, 'worth_missing'],
    [{ currency: 'EUR' }, 400, 'invalid'],
    [{ order: 'unknown' }, 404, 'not_found'],
    [{ at: '2999-01-01T00:00:00Z' }, 422, 'time_in_future'],
    [{ at: '0026-11-24T06:30:00Z' }, 422, 'time_too_old'],
    [{ source: 'bank' }, 400, 'invalid'],
  ])('is refused with %j', async (fields, status, error) => {
    const before = await server.app.db.$count(payments)
    const answer = await record(10, fields)
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(await server.app.db.$count(payments)).toBe(before)
  })

  it('is decided by a colleague when it is one’s own', async () => {
    const own = await buildOrder(server, mira, { price: 1000 })
    expect((await record(10, { order: own._id })).body.error).toBe('own_order')
    const { _id } = (await record(10)).body.data
    expect((await decide(_id, { order: own._id })).body.error).toBe('own_order')
    expect((await decide(_id, { order: own._id }, ishara)).status).toBe(200)
    expect((await decide(_id, { order: null })).body.error).toBe('own_order')
  })

  it('is no customer’s to see or change', async () => {
    expect((await call('GET', '/admin/payments', undefined, ada)).status).toBe(403)
    expect((await record(1, {}, ada)).status).toBe(403)
  })
})

describe('taking a verification back', () => {
  it('takes the points back, and verifying again earns them again', async () => {
    const order = await buildPaid(3000)
    const before = await pointsOf(ada)
    await act(order._id, 'verify')
    expect(await pointsOf(ada)).toBe(before + 30)
    const back = await act(order._id, 'unverify', { reason: 'The wrong order' })
    expect(back.body.data).toMatchObject({ paymentStatus: 'paid', verifiedAt: null })
    expect(await pointsOf(ada)).toBe(before)
    await act(order._id, 'verify')
    expect(await pointsOf(ada)).toBe(before + 30)
  })

  it('frees the transaction for the order that it belongs to', async () => {
    const hash = 'c0'.repeat(32)
    const [wrong, right] = [await buildOrder(server, ada), await buildOrder(server, ada)]
    for (const { _id } of [wrong, right]) {
      await call('PATCH', `/checkout/${_id}/mark-paid`, { paymentMethod: 'crypto', reference: hash }, ada)
    }
    await act(wrong._id, 'verify')
    expect((await act(right._id, 'verify')).body.error).toBe('transaction_used')
    await act(wrong._id, 'unverify', { reason: 'It is the other one’s' })
    expect((await act(right._id, 'verify')).status).toBe(200)
    expect((await act(wrong._id, 'verify')).body.error).toBe('transaction_used')
    expect(await server.app.db.$count(payments, eq(payments.sourceId, hash.toUpperCase()))).toBe(1)
  })

  it('is refused once it is delivered, or a part was refunded', async () => {
    const [delivered, refunded] = [await buildPaid(), await buildPaid()]
    for (const { _id } of [delivered, refunded]) await act(_id, 'verify')
    await act(delivered._id, 'complete', { delivery: 'Here it is' })
    await act(refunded._id, 'refund', { reason: 'A little', amount: 1 })
    expect((await act(delivered._id, 'unverify', { reason: 'Too late' })).status).toBe(409)
    expect((await act(refunded._id, 'unverify', { reason: 'Too late' })).body.error).toBe('partly_refunded')
  })
})
