import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderEvents, orders } from '../../../drizzle/schema.ts'
import { type Action, canMove, move, type OrderState } from '../../../shared/orders.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
let ishara: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { firstName: 'Ada' })
  mira = await buildStaff(store, { firstName: 'Mira' })
  ishara = await buildStaff(store, { firstName: 'Ishara' })
})
afterAll(() => store.close())

type Order = Wire['order']
const reason = { reason: 'No transfer has arrived' }
const call = (who: Somebody | null, method: string, path: string, body?: unknown) =>
  store.call<Order>(method, path, body, { token: who?.token })
const act = (who: Somebody | null, id: string, action: string, body?: unknown) =>
  call(who, 'PATCH', action in staffs ? `/admin/orders/${id}/${action}` : `/checkout/${id}/${action}`, body)
const staffs = { verify: {}, reject: reason, complete: { delivery: 'The key' }, refund: reason }
const rowOf = async (id: string) => (await store.store.db.select().from(orders).where(eq(orders.id, id)))[0]!
const historyOf = (id: string) => store.store.db.select().from(orderEvents).where(eq(orderEvents.orderId, id))

/** What each action is on the wire, and who does it. */
const actions: [Action, string, unknown, () => Somebody][] = [
  ['applyCoupon', 'apply-coupon', { couponId: null }, () => ada],
  ['cancel', 'cancel', undefined, () => ada],
  ['markPaid', 'mark-paid', { paymentMethod: 'bank' }, () => ada],
  ['verify', 'verify', undefined, () => mira],
  ['reject', 'reject', reason, () => mira],
  ['complete', 'complete', {}, () => mira],
  ['refund', 'refund', reason, () => mira],
]
/** The way to every state that an order can be in. */
const ways: Record<string, Action[]> = {
  'pending/pending': [],
  'paid/pending': ['markPaid'],
  'verified/processing': ['markPaid', 'verify'],
  'verified/completed': ['markPaid', 'verify', 'complete'],
  'failed/failed': ['markPaid', 'reject'],
  'cancelled/failed': ['cancel'],
  'refunded/failed': ['markPaid', 'verify', 'refund'],
  'refunded/completed': ['markPaid', 'verify', 'complete', 'refund'],
}
const wire = (action: Action) => actions.find(([name]) => name === action)!
async function orderIn(state: string) {
  const { _id } = await buildOrder(store, ada)
  for (const action of ways[state]!) {
    const [, path, body, who] = wire(action)
    await act(who(), _id, path, body)
  }
  return _id
}

describe.each(Object.keys(ways))('an order that is %s', (name) => {
  const [paymentStatus, orderStatus] = name.split('/') as [OrderState['paymentStatus'], OrderState['orderStatus']]
  const state: OrderState = { paymentStatus, orderStatus }

  test.each(actions.filter(([action]) => canMove(state, action)))('takes %s', async (action, path, body, who) => {
    const id = await orderIn(name)
    const before = (await historyOf(id)).length
    const answer = await act(who(), id, path, body)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject(move(state, action))
    expect(await rowOf(id)).toMatchObject(move(state, action))
    // Removing no coupon is nothing that happened.
    expect(await historyOf(id)).toHaveLength(before + (action === 'applyCoupon' ? 0 : 1))
  })

  test('refuses everything else with a 409 that names its state, and stays as it is', async () => {
    const id = await orderIn(name)
    const before = [await rowOf(id), await historyOf(id)]
    for (const [action, path, body, who] of actions) {
      if (canMove(state, action)) continue
      const { status, body: told } = await act(who(), id, path, body)
      expect([action, status]).toEqual([action, 409])
      expect(told.message).toContain(`This order is ${paymentStatus}.`)
      expect(told.error).toMatch(/^order_not_/)
    }
    expect([await rowOf(id), await historyOf(id)]).toEqual(before)
  })
})

describe('marking as paid', () => {
  const pay = (id: string, body: unknown) => act(ada, id, 'mark-paid', body)

  test('takes the method, the reference and the discount that was shown', async () => {
    const { _id } = await buildOrder(store, ada)
    const { body } = await pay(_id, { paymentMethod: 'crypto', reference: '  0xabc123  ', discountAmount: 0 })
    expect(body.message).toBe('Order marked as PAID')
    expect(body.data).toMatchObject({ paymentMethod: 'crypto', reference: '0xabc123', paymentStatus: 'paid' })
    expect(body.data.history.at(-1)).toMatchObject({ what: 'paid', name: 'Ada', note: 'Crypto wallet' })
    expect(Date.parse(body.data.paidAt!)).toBeGreaterThan(Date.now() - 10_000)
  })

  test('takes nothing at all: the method stays the one of the checkout', async () => {
    const { _id } = await buildOrder(store, ada)
    expect((await pay(_id, undefined)).body.data).toMatchObject({ paymentMethod: 'binance', reference: null })
  })

  test('with another discount than the store’s is a 409 and no payment', async () => {
    const { _id } = await buildOrder(store, ada)
    const { status, body } = await pay(_id, { discountAmount: 5 })
    expect([status, body.message]).toEqual([409, 'The order total has changed. Please review it.'])
    expect((await rowOf(_id)).paymentStatus).toBe('pending')
  })

  test.each([
    [{ paymentMethod: 'paypal' }, 'This payment method is not handled on this page.'],
    [{ reference: 'ab' }, 'The reference needs 3 to 128 characters'],
    [{ reference: '     a    ' }, 'The reference needs 3 to 128 characters'],
    [{ reference: 'x'.repeat(129) }, 'The reference needs 3 to 128 characters'],
    [{ reference: 7 }, 'reference must be a text'],
    [{ total: 1 }, 'Unknown field: total.'],
  ])('%j is refused', async (body, message) => {
    const { _id } = await buildOrder(store, ada)
    const refused = await pay(_id, body)
    expect([refused.status, refused.body.message]).toEqual([400, message])
  })

  test('a reference that another order gave is taken, and staff alone are told', async () => {
    const [one, two, other] = [await buildOrder(store, ada), await buildOrder(store, ada), await buildOrder(store, ada)]
    await pay(one._id, { reference: 'CEFT-9' })
    const again = await pay(two._id, { reference: 'CEFT-9' })
    await pay(other._id, { reference: 'CEFT-10' })
    expect(again.status).toBe(200)
    expect(again.body.data).not.toHaveProperty('referenceReused')
    const flags = await Promise.all(
      [one, two, other].map(
        async ({ _id }) => (await call(mira, 'GET', `/admin/orders/${_id}`)).body.data.referenceReused,
      ),
    )
    expect(flags).toEqual([false, true, false])
  })
})

describe('who may', () => {
  test('a stranger is told that there is no such order, as with one that there is not', async () => {
    const { _id } = await buildPaidOrder(store, ada)
    const sam = await buildUser(store)
    for (const id of [_id, 'nothing']) {
      const answers = [
        await call(sam, 'GET', `/checkout/${id}`),
        await act(sam, id, 'cancel'),
        await act(sam, id, 'mark-paid', {}),
        await act(sam, id, 'apply-coupon', { couponId: null }),
        await call(sam, 'POST', `/checkout/${id}/delivery`),
      ]
      for (const { status, body } of answers) expect([status, body.message]).toEqual([404, 'Order not found'])
    }
    expect((await rowOf(_id)).paymentStatus).toBe('paid')
  })

  test('staff don’t act for a customer either', async () => {
    const { _id } = await buildOrder(store, ada)
    expect((await act(mira, _id, 'cancel')).status).toBe(404)
    expect((await act(mira, _id, 'mark-paid', {})).status).toBe(404)
  })

  test('a customer gets a 403 on everything of staff, a visitor a 401, before anything is looked at', async () => {
    const { _id } = await buildPaidOrder(store, ada)
    for (const id of [_id, 'nothing']) {
      const calls: (readonly [string, string, unknown?])[] = [
        ['GET', '/admin/orders'],
        ['GET', `/admin/orders/${id}`],
        ['POST', `/admin/orders/${id}/claim`],
        ['DELETE', `/admin/orders/${id}/claim`],
        ...Object.entries(staffs).map(([action, body]) => ['PATCH', `/admin/orders/${id}/${action}`, body] as const),
        ['PATCH', `/admin/orders/${id}/reject`, { nonsense: 1 }],
      ]
      for (const [method, path, body] of calls) {
        expect([path, (await call(ada, method, path, body)).status]).toEqual([path, 403])
        expect([path, (await call(null, method, path, body)).status]).toEqual([path, 401])
      }
    }
    expect((await rowOf(_id)).paymentStatus).toBe('paid')
  })

  test('nobody decides on their own order', async () => {
    const { _id } = await buildPaidOrder(store, mira)
    for (const [action, body] of Object.entries(staffs).filter(([action]) => action !== 'complete')) {
      const { status, body: told } = await act(mira, _id, action, body)
      expect([action, status, told.error]).toEqual([action, 422, 'own_order'])
    }
    expect((await call(mira, 'POST', `/admin/orders/${_id}/claim`)).status).toBe(422)
    expect((await act(ishara, _id, 'verify')).status).toBe(200)
    expect((await act(mira, _id, 'refund', reason)).status).toBe(422)
  })

  test('an order that there is not is a 404 to staff', async () => {
    for (const [action, body] of Object.entries(staffs)) {
      expect((await act(mira, 'nothing', action, body)).body.message).toBe('Order not found')
    }
  })
})

test.each(['reject', 'refund'])('%s asks for a reason, and its customer reads it', async (action) => {
  const { _id } = await buildPaidOrder(store, ada)
  if (action === 'refund') await act(mira, _id, 'verify')
  for (const body of [undefined, {}, { reason: ' ' }, { reason: 'no' }]) {
    const refused = await act(mira, _id, action, body)
    expect([refused.status, refused.body.message]).toEqual([400, 'Please give a reason'])
  }
  expect((await act(mira, _id, action, { reason: 'x'.repeat(501) })).status).toBe(400)
  await act(mira, _id, action, { reason: '  Nothing came  ' })
  const { body } = await call(ada, 'GET', `/checkout/${_id}`)
  expect(body.data.history.at(-1)).toMatchObject({ who: 'staff', name: 'Mira', note: 'Nothing came' })
  const told = await call(ada, 'GET', '/notifications?limit=1')
  expect(told.body.notifications[0]).toMatchObject({
    message: expect.stringContaining('Nothing came') as string,
    link: `/orders/details/${_id}`,
    read: false,
  })
})

test('each decision is told to its customer, and to all staff with the customer in it', async () => {
  const [hers, theirs] = [await store.follow({ token: ada.token }), await store.follow({ token: ishara.token })]
  const { _id } = await buildPaidOrder(store, ada)
  await act(mira, _id, 'verify')
  await act(mira, _id, 'complete', {})
  await act(mira, _id, 'refund', reason)
  const changes = ['created', 'paid', 'verified', 'completed', 'refunded'].map((change) => `order.changed ${change}`)
  await expect.poll(() => theirs.heard().filter((one) => one.startsWith('order'))).toEqual(changes)
  await expect.poll(() => hers.heard().filter((one) => one.startsWith('order'))).toEqual(changes)
  for (const { type, data } of theirs.events()) {
    if (type === 'order.changed') expect(data.order).toMatchObject({ customer: { email: ada.email } })
  }
  for (const { data } of hers.events()) {
    if (data.order) expect(Object.keys(data.order)).not.toContain('customer')
  }
})
