import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

type Order = Wire['order']
let store: TestStore
let ada: Somebody
let sam: Somebody
let mira: Somebody
const made: Record<string, string> = {}
const patch = (path: string, { token }: Somebody, body?: unknown) => store.call('PATCH', path, body, { token })
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com' })
  sam = await buildUser(store, { firstName: 'Sam', lastName: 'de_Silva', email: 'sam100%@example.com' })
  mira = await buildStaff(store)
  made.pending = (await buildOrder(store, ada))._id
  made.paid = (await buildPaidOrder(store, ada))._id
  made.processing = (await buildVerifiedOrder(store, ada, mira))._id
  made.completed = (await buildVerifiedOrder(store, ada, mira))._id
  await patch(`/admin/orders/${made.completed}/complete`, mira, {})
  made.cancelled = (await buildOrder(store, ada))._id
  await patch(`/checkout/${made.cancelled}/cancel`, ada)
  made.rejected = (await buildPaidOrder(store, ada))._id
  await patch(`/admin/orders/${made.rejected}/reject`, mira, { reason: 'Nothing came' })
  made.refunded = (await buildVerifiedOrder(store, ada, mira))._id
  await patch(`/admin/orders/${made.refunded}/refund`, mira, { reason: 'Sent back' })
  made.sams = (await buildOrder(store, sam))._id
  await patch(`/checkout/${made.sams}/mark-paid`, sam, { reference: 'CEFT-100%' })
})
afterAll(() => store.close())

const nameOf = (id: string) => Object.keys(made).find((name) => made[name] === id)!
const list = ({ token }: Somebody, query = '', path = '/checkout') =>
  store.call<Order[]>('GET', `${path}?${query}`, undefined, { token })
const namesOf = ({ body }: { body: { data: Order[] } }) => body.data.map(({ _id }) => nameOf(_id))
const hers = ['refunded', 'rejected', 'cancelled', 'completed', 'processing', 'paid', 'pending']

describe('one’s own', () => {
  test('newest first, and nobody else’s', async () => {
    expect(namesOf(await list(ada))).toEqual(hers)
    expect(namesOf(await list(sam))).toEqual(['sams'])
    expect((await list(ada)).body.totalCount).toBe(7)
    for (const order of (await list(ada)).body.data) expect(order).not.toHaveProperty('customer')
  })

  test.each([
    ['paymentStatus=all', hers],
    ['paymentStatus=pending', ['pending']],
    ['paymentStatus=paid', ['completed', 'processing', 'paid']],
    ['paymentStatus=failed', ['rejected']],
    ['orderStatus=processing', ['processing']],
    ['orderStatus=completed', ['completed']],
    ['orderStatus=cancelled', ['refunded', 'rejected', 'cancelled']],
    ['paymentStatus=paid&orderStatus=completed', ['completed']],
    ['paymentStatus=pending&orderStatus=completed', []],
  ])('%s shows %j', async (query, names) => {
    const answer = await list(ada, query)
    expect(namesOf(answer)).toEqual(names)
    expect(answer.body.totalCount).toBe(names.length)
  })

  test('page by page, each once', async () => {
    for (const limit of [1, 2, 3, 7]) {
      const walked: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const answer = await list(ada, `limit=${limit}&cursor=${cursor}`)
        walked.push(...namesOf(answer))
        cursor = answer.body.nextCursor
      }
      expect(walked).toEqual(hers)
    }
  })

  test('each as it is by itself', async () => {
    for (const order of (await list(ada)).body.data) {
      const alone = await store.call<Order>('GET', `/checkout/${order._id}`, undefined, { token: ada.token })
      expect(alone.body.data).toEqual(order)
    }
  })

  test.each(['paymentStatus=verified', 'orderStatus=failed', 'limit=0', 'userId=x', 'cursor=x'])(
    '%s is refused',
    async (query) => {
      expect((await list(ada, query)).status).toBe(400)
    },
  )
})

describe('for staff', () => {
  const all = (query = '') => list(mira, query, '/admin/orders')

  test('everybody’s, with their customers and how many are in each state', async () => {
    const { body } = await all()
    expect(namesOf({ body })).toEqual(['sams', ...hers])
    expect(body).toMatchObject({
      totalCount: 8,
      counts: { pending: 1, paid: 2, verified: 2, failed: 1, cancelled: 1, refunded: 1 },
    })
    expect(body.data[0]!.customer).toMatchObject({ email: sam.email, verified: 0, failed: 0 })
    expect(body.data[1]!.customer).toMatchObject({ email: ada.email, verified: 2, failed: 1 })
    for (const order of body.data) {
      const alone = await store.call<Order>('GET', `/admin/orders/${order._id}`, undefined, { token: mira.token })
      expect(alone.body.data).toEqual(order)
    }
  })

  test('those that wait for a check, longest first, page by page', async () => {
    expect(namesOf(await all('paymentStatus=paid'))).toEqual(['paid', 'sams'])
    const first = await all('paymentStatus=paid&limit=1')
    expect(namesOf(await all(`paymentStatus=paid&limit=1&cursor=${first.body.nextCursor}`))).toEqual(['sams'])
    const [{ paidAt } = { paidAt: null }] = await store.store.db.select().from(orders).where(eq(orders.id, made.paid!))
    await store.store.db.update(orders).set({ paidAt }).where(eq(orders.id, made.sams!))
    const walked = [await all('paymentStatus=paid&limit=1')]
    walked.push(await all(`paymentStatus=paid&limit=1&cursor=${walked[0]!.body.nextCursor}`))
    expect(walked.flatMap(namesOf).toSorted()).toEqual(['paid', 'sams'])
  })

  const number = (name: string) => made[name]!.slice(-6)
  test.each<[string, () => string, string[]]>([
    ['an order number', () => number('paid').toUpperCase(), ['paid']],
    ['an order number with its #', () => `#${number('sams')}`, ['sams']],
    ['a reference, in any case', () => 'ceft-100', ['sams']],
    ['a reference with a sign that is a wildcard elsewhere', () => '100%', ['sams']],
    ['a first name, in any case', () => 'ADA', hers],
    ['a last name', () => 'de_silva', ['sams']],
    ['an e-mail', () => 'sam100%@', ['sams']],
    ['nothing like it', () => 'zzzz', []],
    ['a sign that is a wildcard elsewhere', () => 'a_a', []],
    ['quotes', () => `' or 1=1 --`, []],
  ])('by %s', async (_, q, names) => {
    expect(namesOf(await all(`q=${encodeURIComponent(q())}`))).toEqual(names)
  })

  test('by state, and only by one that there is', async () => {
    expect(namesOf(await all('orderStatus=failed'))).toEqual(['refunded', 'rejected', 'cancelled'])
    expect((await all('orderStatus=cancelled')).status).toBe(400)
    expect((await all('limit=101')).status).toBe(400)
  })
})
