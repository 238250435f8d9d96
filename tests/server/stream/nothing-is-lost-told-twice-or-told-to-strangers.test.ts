import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { streamEvents, streams } from '../../../drizzle/schema.ts'
import { startClock } from '../../../server/clock.ts'
import { change } from '../../../server/stream/change.ts'
import { parsePosition } from '../../../shared/position.ts'
import { eventData, type EventType, WireEvent } from '../../../shared/stream.ts'
import { type Follower, openTestStore, type TestStore, until, type Wire } from '../../app.ts'
import { buildCoupon, buildItem, buildOrder, buildPaidOrder, buildStaff, buildUser, fillCart } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const happen = (text: string, stream = 'catalogue') =>
  change(store.store, async ({ tell }) => tell(stream, { type: 'item.removed', data: { _id: text } }))
const seqs = (follower: Follower, stream: string) =>
  follower
    .events()
    .filter((event) => event.stream === stream)
    .map((event) => event.seq)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
const headOf = async (stream: string) => {
  const [row] = await store.store.db.select().from(streams).where(eq(streams.name, stream))
  return row?.seq ?? 0
}

test('whoever joins while much happens is told each event once and in order', async () => {
  const start = await headOf('catalogue')
  const { epoch } = store.store.positions
  const happening = Promise.all(Array.from({ length: 400 }, (_, i) => happen(`busy ${i}`)))
  const readers: Follower[] = []
  for (let i = 0; i < 6; i += 1) readers.push(await store.follow({ epoch, since: { catalogue: start } }))
  await happening
  for (const reader of readers) {
    await until(() => seqs(reader, 'catalogue').length >= 400)
    expect(reader.told[0]!.name).toBe('welcome')
    expect(seqs(reader, 'catalogue')).toEqual(from(start + 1, start + 400))
  }
})

test('an answer and the push from its position on are the whole, whatever happens in between', async () => {
  const ada = await buildUser(store)
  const busy = Promise.all(
    Array.from({ length: 30 }, async () => {
      const item = await buildItem(store)
      return store.call('POST', '/cart', { item: item.id }, { token: ada.token })
    }),
  )
  const cart = await store.call<Wire['line'][]>('GET', '/cart', undefined, { token: ada.token })
  const { epoch, heads } = parsePosition(cart.headers.get('x-stream-position'))!
  const reader = await store.follow({ token: ada.token, epoch, since: heads })
  await busy
  await until(() => seqs(reader, 'user').at(-1) === 30)
  expect(seqs(reader, 'user')).toEqual(from(heads.user! + 1, 30))
  const last = reader.events().findLast((event) => event.type === 'cart.changed')!
  const now = await store.call('GET', '/cart', undefined, { token: ada.token })
  expect(last.data).toMatchObject({ count: 30, lines: now.body.data as never })
})

test('a refusal in the middle of it takes no number', async () => {
  const before = await headOf('catalogue')
  const refused = change(store.store, async ({ tell }) => {
    tell('catalogue', { type: 'item.removed', data: { _id: 'never' } })
    throw new Error('no')
  })
  await Promise.all([happen('one'), expect(refused).rejects.toThrow('no'), happen('two')])
  const rows = await store.store.db.select().from(streamEvents).where(eq(streamEvents.stream, 'catalogue'))
  expect(rows.some((row) => row.data.includes('never'))).toBe(false)
  expect(await headOf('catalogue')).toBe(before + 2)
})

test('the same change is told to its customer and to staff, to each in their own form, and to nobody else', async () => {
  const [ada, eve] = [await buildUser(store, { firstName: 'Ada' }), await buildUser(store, { firstName: 'Eve' })]
  const mira = await buildStaff(store, { firstName: 'Mira' })
  const customer = await store.follow({ token: ada.token })
  const staff = await store.follow({ token: mira.token })
  const [stranger, visitor] = [await store.follow({ token: eve.token }), await store.follow()]

  const order = await buildPaidOrder(store, ada)
  await store.call('POST', `/admin/orders/${order._id}/claim`, undefined, { token: mira.token })
  await store.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token: mira.token })
  await store.call('PATCH', `/admin/orders/${order._id}/complete`, { delivery: 'CANARY-9' }, { token: mira.token })
  await until(
    () => customer.heard().includes('order.changed completed') && staff.heard().includes('order.changed completed'),
  )
  await happen('a fence')
  await until(() => [stranger, visitor].every((one) => one.events().some((event) => event.data._id === 'a fence')))

  const changes = ['created', 'paid', 'claimed', 'verified', 'completed']
  const changesOf = (follower: Follower) => follower.events().filter((event) => event.type === 'order.changed')
  expect(changesOf(customer).map((event) => event.data.change)).toEqual(changes)
  expect(changesOf(staff).map((event) => event.data.change)).toEqual(changes)
  expect(changesOf(customer).every((event) => event.stream === 'user')).toBe(true)
  expect(changesOf(staff).every((event) => event.stream === 'staff')).toBe(true)
  for (const name of ['customer', 'referenceReused', 'checkingBy']) {
    expect(changesOf(staff).every((event) => name in (event.data.order as object))).toBe(true)
    expect(changesOf(customer).some((event) => name in (event.data.order as object))).toBe(false)
  }
  const [own, forStaff] = [
    await store.call('GET', `/checkout/${order._id}`, undefined, { token: ada.token }),
    await store.call('GET', `/admin/orders/${order._id}`, undefined, { token: mira.token }),
  ]
  expect(changesOf(customer).at(-1)!.data.order).toEqual(own.body.data)
  expect(changesOf(staff).at(-1)!.data.order).toEqual(forStaff.body.data)

  for (const one of [stranger, visitor]) expect(one.events().map((event) => event.data._id)).toEqual(['a fence'])
  expect(JSON.stringify([customer.told, staff.told, stranger.told, visitor.told])).not.toContain('CANARY')
})

test('what is kept is what was told, in the form of the contract', async () => {
  const ada = await buildUser(store)
  const mira = await buildStaff(store)
  const [customer, staff] = [await store.follow({ token: ada.token }), await store.follow({ token: mira.token })]
  const coupon = await buildCoupon(store)
  const order = await buildOrder(store, ada)
  await store.call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon.id }, { token: ada.token })
  await store.call('PATCH', `/checkout/${order._id}/mark-paid`, {}, { token: ada.token })
  await store.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token: mira.token })
  await store.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'As agreed' }, { token: mira.token })
  await store.call('POST', '/auth/change-currency', { currency: 'LKR' }, { token: ada.token })
  await store.call('POST', '/notifications/mark-all-read', undefined, { token: ada.token })
  await until(() => customer.heard().includes('notification.read') && staff.heard().includes('order.changed refunded'))

  const kinds = new Set(customer.events().map((event) => event.type))
  expect([...kinds].toSorted()).toEqual([
    'cart.changed',
    'notification.created',
    'notification.read',
    'order.changed',
    'points.changed',
    'user.changed',
  ])
  for (const event of [...customer.events(), ...staff.events()]) {
    expect(z.safeDecode(WireEvent, event as never).error).toBeUndefined()
    const schema = eventData[event.type as EventType] as z.ZodMiniType
    const read = z.safeDecode(schema, event.data)
    expect(read.error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(z.encode(schema, read.data as never)))).toEqual(event.data)
  }
  const kept = await store.store.db
    .select()
    .from(streamEvents)
    .where(eq(streamEvents.stream, `user:${ada.id}`))
  expect(customer.events().map(({ seq, type, at, data }) => ({ seq, type, at, data }))).toEqual(
    kept
      .toSorted((one, other) => one.seq - other.seq)
      .map(({ seq, type, at, data }) => ({ seq, type, at: at.toISOString(), data: JSON.parse(data) })),
  )
  expect(seqs(customer, 'user')).toEqual(from(1, kept.length))
})

test('many people at once: every stream stays dense, and the staff’s has every order', async () => {
  const mira = await buildStaff(store)
  const staff = await store.follow({ token: mira.token })
  const start = await headOf('staff')
  const people = await Promise.all(Array.from({ length: 12 }, () => buildUser(store)))
  const followers = await Promise.all(people.map(({ token }) => store.follow({ token })))
  await Promise.all(people.map((person) => fillCart(store, person)))
  const placed = await Promise.all(
    people.map(({ token }) => store.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token })),
  )
  await Promise.all(
    placed.map(({ body }, i) =>
      store.call('PATCH', `/checkout/${body.data._id}/mark-paid`, {}, { token: people[i]!.token }),
    ),
  )
  // Each of the twelve signed in, placed an order and paid.
  await until(() => seqs(staff, 'staff').length >= 36)
  expect(seqs(staff, 'staff')).toEqual(from(start + 1, start + 36))
  const paid = staff.events().filter((event) => event.data.change === 'paid')
  expect(new Set(paid.map((event) => (event.data.order as Wire['order'])._id)).size).toBe(12)
  for (const [i, follower] of followers.entries()) {
    await until(() => follower.heard().includes('order.changed paid'))
    const head = await headOf(`user:${people[i]!.id}`)
    await until(() => seqs(follower, 'user').length >= head)
    expect(seqs(follower, 'user')).toEqual(from(1, head))
  }
})

test('what the store does by itself is told like anything else', async () => {
  const [ada, mira] = [await buildUser(store), await buildStaff(store)]
  const order = await buildPaidOrder(store, ada)
  await store.call('POST', `/admin/orders/${order._id}/claim`, undefined, { token: mira.token })
  const { orders } = await import('../../../drizzle/schema.ts')
  await store.store.db
    .update(orders)
    .set({ claimUntil: new Date(Date.now() - 1) })
    .where(eq(orders.id, order._id))
  const [customer, staff] = [await store.follow({ token: ada.token }), await store.follow({ token: mira.token })]
  const stop = startClock(store.store)
  await until(
    () => customer.heard().includes('order.changed released') && staff.heard().includes('order.changed released'),
  )
  stop()
  expect(customer.events()[0]).toMatchObject({ data: { order: { checking: null } } })
})
