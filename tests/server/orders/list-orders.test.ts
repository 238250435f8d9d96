import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

type Order = Wire['order']
let server: TestServer
let ada: TestUser
let sam: TestUser
let mira: TestUser
const orderIds: Record<string, string> = {}
const patch = (path: string, { token }: TestUser, body?: unknown) => server.call('PATCH', path, body, { token })
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { firstName: 'Ada', lastName: 'Fernando', email: 'ada@example.com' })
  sam = await buildUser(server, { firstName: 'Sam', lastName: 'de_Silva', email: 'sam100%@example.com' })
  mira = await buildStaff(server)
  orderIds.pending = (await buildOrder(server, ada))._id
  orderIds.paid = (await buildPaidOrder(server, ada))._id
  orderIds.processing = (await buildVerifiedOrder(server, ada, mira))._id
  orderIds.completed = (await buildVerifiedOrder(server, ada, mira))._id
  await patch(`/admin/orders/${orderIds.completed}/complete`, mira, {})
  orderIds.cancelled = (await buildOrder(server, ada))._id
  await patch(`/checkout/${orderIds.cancelled}/cancel`, ada)
  orderIds.rejected = (await buildPaidOrder(server, ada))._id
  await patch(`/admin/orders/${orderIds.rejected}/reject`, mira, { reason: 'Nothing came' })
  orderIds.refunded = (await buildVerifiedOrder(server, ada, mira))._id
  await patch(`/admin/orders/${orderIds.refunded}/refund`, mira, { reason: 'Sent back' })
  orderIds.sams = (await buildOrder(server, sam))._id
  await patch(`/checkout/${orderIds.sams}/mark-paid`, sam, { reference: 'CEFT-100%' })
})
afterAll(() => server.close())

const nameOf = (id: string) => Object.keys(orderIds).find((name) => orderIds[name] === id)!
const list = ({ token }: TestUser, query = '', path = '/checkout') =>
  server.call<Order[]>('GET', `${path}?${query}`, undefined, { token })
const namesOf = ({ body }: { body: { data: Order[] } }) => body.data.map(({ _id }) => nameOf(_id))
const adasOrders = ['refunded', 'rejected', 'cancelled', 'completed', 'processing', 'paid', 'pending']

describe('a customer’s orders', () => {
  it('are listed newest first, without another customer’s', async () => {
    expect(namesOf(await list(ada))).toEqual(adasOrders)
    expect(namesOf(await list(sam))).toEqual(['sams'])
    expect((await list(ada)).body.totalCount).toBe(7)
    for (const order of (await list(ada)).body.data) expect(order).not.toHaveProperty('customer')
  })

  it.each([
    ['paymentStatus=all', adasOrders],
    ['paymentStatus=pending', ['pending']],
    ['paymentStatus=paid', ['completed', 'processing', 'paid']],
    ['paymentStatus=failed', ['rejected']],
    ['orderStatus=processing', ['processing']],
    ['orderStatus=completed', ['completed']],
    ['orderStatus=cancelled', ['refunded', 'rejected', 'cancelled']],
    ['paymentStatus=paid&orderStatus=completed', ['completed']],
    ['paymentStatus=pending&orderStatus=completed', []],
  ])('%s shows %j', async (query, names) => {
    const response = await list(ada, query)
    expect(namesOf(response)).toEqual(names)
    expect(response.body.totalCount).toBe(names.length)
  })

  it('are paginated, each exactly once', async () => {
    for (const limit of [1, 2, 3, 7]) {
      const walked: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const response = await list(ada, `limit=${limit}&cursor=${cursor}`)
        walked.push(...namesOf(response))
        cursor = response.body.nextCursor
      }
      expect(walked).toEqual(adasOrders)
    }
  })

  it('are presented as when fetched one by one', async () => {
    for (const order of (await list(ada)).body.data) {
      const alone = await server.call<Order>('GET', `/checkout/${order._id}`, undefined, { token: ada.token })
      expect(alone.body.data).toMatchObject(order)
    }
  })

  it.each(['paymentStatus=verified', 'orderStatus=failed', 'limit=0', 'userId=x', 'cursor=x'])(
    'rejects %s',
    async (query) => {
      expect((await list(ada, query)).status).toBe(400)
    },
  )
})

describe('the staff list', () => {
  const all = (query = '') => list(mira, query, '/admin/orders')

  it('shows all orders with their customers and counts by payment status', async () => {
    const { body } = await all()
    expect(namesOf({ body })).toEqual(['sams', ...adasOrders])
    expect(body).toMatchObject({
      totalCount: 8,
      counts: { pending: 1, paid: 2, verified: 2, failed: 1, cancelled: 1, refunded: 1 },
    })
    expect(body.data[0]!.customer).toMatchObject({ email: sam.email, verified: 0, failed: 0 })
    expect(body.data[1]!.customer).toMatchObject({ email: ada.email, verified: 2, failed: 1, spent: 20 })
    for (const order of body.data) {
      const alone = await server.call<Order>('GET', `/admin/orders/${order._id}`, undefined, { token: mira.token })
      expect(alone.body.data).toEqual(order)
    }
  })

  it('counts zero for each payment status without orders', async () => {
    const empty = await startTestServer()
    const { body } = await empty.call('GET', '/admin/orders', undefined, { token: (await buildStaff(empty)).token })
    expect(body).toMatchObject({
      data: [],
      totalCount: 0,
      counts: { pending: 0, paid: 0, verified: 0, failed: 0, cancelled: 0, refunded: 0 },
    })
    await empty.close()
  })

  it('sorts payments awaiting verification oldest first, with pagination', async () => {
    expect(namesOf(await all('paymentStatus=paid'))).toEqual(['paid', 'sams'])
    const first = await all('paymentStatus=paid&limit=1')
    expect(namesOf(await all(`paymentStatus=paid&limit=1&cursor=${first.body.nextCursor}`))).toEqual(['sams'])
    const [{ paidAt } = { paidAt: null }] = await server.app.db
      .select()
      .from(orders)
      .where(eq(orders.id, orderIds.paid!))
    await server.app.db.update(orders).set({ paidAt }).where(eq(orders.id, orderIds.sams!))
    const walked = [await all('paymentStatus=paid&limit=1')]
    walked.push(await all(`paymentStatus=paid&limit=1&cursor=${walked[0]!.body.nextCursor}`))
    expect(walked.flatMap(namesOf).toSorted()).toEqual(['paid', 'sams'])
  })

  const numberOf = (name: string) => orderIds[name]!.slice(-6)
  it.each<[string, () => string, string[]]>([
    ['an order number', () => numberOf('paid').toUpperCase(), ['paid']],
    ['the beginning of an order number', () => `#${numberOf('paid').slice(0, 5)}`, ['paid']],
    ['the end of an order number', () => numberOf('paid').slice(1), []],
    ['an order number with its #', () => `#${numberOf('sams')}`, ['sams']],
    ['a reference, in any case', () => 'ceft-100', ['sams']],
    ['a reference with a LIKE wildcard', () => '100%', ['sams']],
    ['a first name, in any case', () => 'ADA', adasOrders],
    ['a last name', () => 'de_silva', ['sams']],
    ['text with spaces around it', () => '  de_silva ', ['sams']],
    ['an order number after a space', () => ` #${numberOf('paid')}`, ['paid']],
    ['a # inside the text', () => 'de_#silva', []],
    ['an email address', () => 'sam100%@', ['sams']],
    ['text that matches nothing', () => 'zzzz', []],
    ['a LIKE wildcard', () => 'a_a', []],
    ['quotes', () => `' or 1=1 --`, []],
  ])('searches by %s', async (_, q, names) => {
    expect(namesOf(await all(`q=${encodeURIComponent(q())}`))).toEqual(names)
  })

  it('filters by status and rejects unknown ones', async () => {
    expect(namesOf(await all('orderStatus=failed'))).toEqual(['refunded', 'rejected', 'cancelled'])
    expect((await all('orderStatus=cancelled')).status).toBe(400)
    expect((await all('limit=101')).status).toBe(400)
  })
})
