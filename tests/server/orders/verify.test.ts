import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderEvents, orders } from '../../../drizzle/schema.ts'
import { type OrderAction, canMove, move } from '../../../shared/orders/rules.ts'
import type { OrderState } from '../../../shared/orders/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
let ishara: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { firstName: 'Ada' })
  mira = await buildStaff(server, { firstName: 'Mira' })
  ishara = await buildStaff(server, { firstName: 'Ishara' })
})
afterAll(() => server.close())

type Order = Wire['order']
const reason = { reason: 'No transfer has arrived' }
const call = (user: TestUser | null, method: string, path: string, body?: unknown) =>
  server.call<Order>(method, path, body, { token: user?.token })
const act = (user: TestUser | null, id: string, action: string, body?: unknown) =>
  call(user, 'PATCH', action in staffActions ? `/admin/orders/${id}/${action}` : `/checkout/${id}/${action}`, body)
/** The actions of staff, with a valid body. */
const staffActions = { verify: {}, reject: reason, complete: { delivery: 'The key' }, refund: reason }
const rowOf = async (id: string) => (await server.app.db.select().from(orders).where(eq(orders.id, id)))[0]!
const historyOf = (id: string) => server.app.db.select().from(orderEvents).where(eq(orderEvents.orderId, id))

/** The path, a valid body and the actor of each action. */
const actions: [OrderAction, string, unknown, () => TestUser][] = [
  ['applyCoupon', 'apply-coupon', { couponId: null }, () => ada],
  ['cancel', 'cancel', undefined, () => ada],
  ['markPaid', 'mark-paid', { paymentMethod: 'bank' }, () => ada],
  ['verify', 'verify', undefined, () => mira],
  ['reject', 'reject', reason, () => mira],
  ['complete', 'complete', {}, () => mira],
  ['refund', 'refund', reason, () => mira],
]
/** The actions that lead to each state. */
const actionsTo: Record<string, OrderAction[]> = {
  'pending/pending': [],
  'paid/pending': ['markPaid'],
  'verified/processing': ['markPaid', 'verify'],
  'verified/completed': ['markPaid', 'verify', 'complete'],
  'failed/failed': ['markPaid', 'reject'],
  'cancelled/failed': ['cancel'],
  'refunded/failed': ['markPaid', 'verify', 'refund'],
  'refunded/completed': ['markPaid', 'verify', 'complete', 'refund'],
}
const requestOf = (action: OrderAction) => actions.find(([name]) => name === action)!
async function buildOrderIn(state: string) {
  const { _id } = await buildOrder(server, ada)
  for (const action of actionsTo[state]!) {
    const [, path, body, actor] = requestOf(action)
    await act(actor(), _id, path, body)
  }
  return _id
}

describe.each(Object.keys(actionsTo))('an order in state %s', (name) => {
  const [paymentStatus, orderStatus] = name.split('/') as [OrderState['paymentStatus'], OrderState['orderStatus']]
  const state: OrderState = { paymentStatus, orderStatus }

  it.each(actions.filter(([action]) => canMove(state, action)))('allows %s', async (action, path, body, actor) => {
    const id = await buildOrderIn(name)
    const before = (await historyOf(id)).length
    const response = await act(actor(), id, path, body)
    expect(response.status).toBe(200)
    expect(response.body.data).toMatchObject(move(state, action))
    expect(await rowOf(id)).toMatchObject(move(state, action))
    // Removing a coupon where there is none adds no entry.
    expect(await historyOf(id)).toHaveLength(before + (action === 'applyCoupon' ? 0 : 1))
  })

  it('returns 409 naming the state for every other action, and stays unchanged', async () => {
    const id = await buildOrderIn(name)
    const before = [await rowOf(id), await historyOf(id)]
    for (const [action, path, input, actor] of actions) {
      if (canMove(state, action)) continue
      const { status, body } = await act(actor(), id, path, input)
      expect([action, status]).toEqual([action, 409])
      expect(body.message).toContain(`This order is ${paymentStatus}.`)
      expect(body.error).toMatch(/^order_not_/)
    }
    expect([await rowOf(id), await historyOf(id)]).toEqual(before)
  })
})

describe('marking as paid', () => {
  const pay = (id: string, body: unknown) => act(ada, id, 'mark-paid', body)

  it('accepts the method, the reference and the discount that was shown', async () => {
    const { _id } = await buildOrder(server, ada)
    const { body } = await pay(_id, { paymentMethod: 'crypto', reference: '  0xabc123  ', discountAmount: 0 })
    expect(body.message).toBe('Order marked as PAID')
    expect(body.data).toMatchObject({ paymentMethod: 'crypto', transferReference: '0xabc123', paymentStatus: 'paid' })
    expect(body.data.history.at(-1)).toMatchObject({ what: 'paid', name: 'Ada', note: 'Crypto wallet' })
    expect(body.data.paidAt).not.toBeNull()
  })

  it('keeps the method of the checkout without a body', async () => {
    const { _id } = await buildOrder(server, ada)
    expect((await pay(_id, undefined)).body.data).toMatchObject({ paymentMethod: 'binance', transferReference: null })
  })

  it('returns 409 when the discount differs from the order’s', async () => {
    const { _id } = await buildOrder(server, ada)
    const { status, body } = await pay(_id, { discountAmount: 5 })
    expect([status, body.message]).toEqual([409, 'The order total has changed. Please review it.'])
    expect((await rowOf(_id)).paymentStatus).toBe('pending')
  })

  it.each([
    [{ paymentMethod: 'paypal' }, 'This payment method is not handled on this page.'],
    [{ reference: 'ab' }, 'The reference must be 3 to 128 characters'],
    [{ reference: '     a    ' }, 'The reference must be 3 to 128 characters'],
    [{ reference: 'x'.repeat(129) }, 'The reference must be 3 to 128 characters'],
    [{ reference: 7 }, 'reference must be text'],
    [{ total: 1 }, 'Unknown field: total.'],
  ])('rejects %j', async (body, message) => {
    const { _id } = await buildOrder(server, ada)
    const response = await pay(_id, body)
    expect([response.status, response.body.message]).toEqual([400, message])
  })

  it.each(['\u202egnp.exe', 'TXN\u200b4711', 'TXN\u0001', 'TXN\u20284711', 'TXN\t4711', 'TXN\ufe0f4711', '\u2060TXN'])(
    'rejects the reference %j, which has invisible characters',
    async (reference) => {
      const { _id } = await buildOrder(server, ada)
      const { status, body } = await pay(_id, { reference })
      expect([status, body.message]).toEqual([400, 'The reference can’t contain invisible characters'])
      expect((await rowOf(_id)).paymentStatus).toBe('pending')
    },
  )

  it('shows a repeated reference to staff only', async () => {
    const [one, two] = [await buildOrder(server, ada), await buildOrder(server, ada)]
    await pay(one._id, { reference: 'CEFT-9' })
    const second = await pay(two._id, { reference: 'CEFT-9' })
    expect(second.status).toBe(200)
    for (const field of ['referenceReused', 'sameReference', 'sameProofs', 'referenceKey']) {
      expect(second.body.data).not.toHaveProperty(field)
    }
  })
})

describe('authorization', () => {
  it('returns 404 for another customer’s order, as for an unknown one', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    const sam = await buildUser(server)
    for (const id of [_id, 'nothing']) {
      const responses = [
        await call(sam, 'GET', `/checkout/${id}`),
        await act(sam, id, 'cancel'),
        await act(sam, id, 'mark-paid', {}),
        await act(sam, id, 'apply-coupon', { couponId: null }),
        await call(sam, 'POST', `/checkout/${id}/delivery`),
      ]
      for (const { status, body } of responses) expect([status, body.message]).toEqual([404, 'Order not found'])
    }
    expect((await rowOf(_id)).paymentStatus).toBe('paid')
  })

  it('returns 404 to staff who act as a customer', async () => {
    const { _id } = await buildOrder(server, ada)
    expect((await act(mira, _id, 'cancel')).status).toBe(404)
    expect((await act(mira, _id, 'mark-paid', {})).status).toBe(404)
  })

  it('returns 403 to customers and 401 to visitors for every staff action', async () => {
    const { _id } = await buildPaidOrder(server, ada)
    for (const id of [_id, 'nothing']) {
      const calls: (readonly [string, string, unknown?])[] = [
        ['GET', '/admin/orders'],
        ['GET', `/admin/orders/${id}`],
        ['POST', `/admin/orders/${id}/claim`],
        ['DELETE', `/admin/orders/${id}/claim`],
        ...Object.entries(staffActions).map(
          ([action, body]) => ['PATCH', `/admin/orders/${id}/${action}`, body] as const,
        ),
        ['PATCH', `/admin/orders/${id}/reject`, { nonsense: 1 }],
      ]
      for (const [method, path, body] of calls) {
        expect([path, (await call(ada, method, path, body)).status]).toEqual([path, 403])
        expect([path, (await call(null, method, path, body)).status]).toEqual([path, 401])
      }
    }
    expect((await rowOf(_id)).paymentStatus).toBe('paid')
  })

  it('returns 422 when staff decide on their own order', async () => {
    const { _id } = await buildPaidOrder(server, mira)
    for (const [action, input] of Object.entries(staffActions).filter(([action]) => action !== 'complete')) {
      const { status, body } = await act(mira, _id, action, input)
      expect([action, status, body.error]).toEqual([action, 422, 'own_order'])
    }
    expect((await call(mira, 'POST', `/admin/orders/${_id}/claim`)).status).toBe(422)
    expect((await act(ishara, _id, 'verify')).status).toBe(200)
    expect((await act(mira, _id, 'refund', reason)).status).toBe(422)
  })

  it('returns 404 to staff for an unknown order', async () => {
    expect((await call(mira, 'GET', '/admin/orders/nothing')).body.message).toBe('Order not found')
    for (const [action, body] of Object.entries(staffActions)) {
      expect((await act(mira, 'nothing', action, body)).body.message).toBe('Order not found')
    }
  })
})

it.each(['reject', 'refund'])('%s requires a reason, which the customer can read', async (action) => {
  const { _id } = await buildPaidOrder(server, ada)
  if (action === 'refund') await act(mira, _id, 'verify')
  for (const body of [undefined, {}, { reason: ' ' }, { reason: 'no' }]) {
    const response = await act(mira, _id, action, body)
    expect([response.status, response.body.message]).toEqual([400, 'Please give a reason'])
  }
  expect((await act(mira, _id, action, { reason: 'x'.repeat(501) })).status).toBe(400)
  await act(mira, _id, action, { reason: '  Nothing came  ' })
  const { body } = await call(ada, 'GET', `/checkout/${_id}`)
  expect(body.data.history.at(-1)).toMatchObject({ who: 'staff', name: 'Mira', note: 'Nothing came' })
  const list = await call(ada, 'GET', '/notifications?limit=1')
  expect(list.body.notifications[0]).toMatchObject({
    message: expect.stringContaining('Nothing came') as string,
    link: `/orders/details/${_id}`,
    read: false,
  })
})

it('publishes each decision to its customer, and with the customer to staff', async () => {
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: ishara.token })]
  const { _id } = await buildPaidOrder(server, ada)
  await act(mira, _id, 'verify')
  await act(mira, _id, 'complete', {})
  await act(mira, _id, 'refund', reason)
  const changes = ['created', 'paid', 'verified', 'completed', 'refunded'].map((change) => `order.changed ${change}`)
  await expect.poll(() => staff.eventSummaries().filter((summary) => summary.startsWith('order'))).toEqual(changes)
  await expect.poll(() => customer.eventSummaries().filter((summary) => summary.startsWith('order'))).toEqual(changes)
  for (const { type, data } of staff.events()) {
    if (type === 'order.changed') expect(data.order).toMatchObject({ customer: { email: ada.email } })
  }
  for (const { data } of customer.events()) {
    if (data.order) expect(Object.keys(data.order)).not.toContain('customer')
  }
})
