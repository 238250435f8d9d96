import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCoupon, buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

type Order = Wire['order']
let server: TestServer
let mira: TestUser
let ada: TestUser
let coupon: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
  ada = await buildUser(server)
  coupon = (await buildCoupon(server, { code: 'SPRING' })).id
  await place('old', 5, new Date('2026-01-10T12:00:00Z'))
  await pay('old', 'crypto', 'REF-A')
  await send('PATCH', `/admin/orders/${ids.old}/verify`, mira, {})
  await place('bank', 20, new Date('2026-01-20T23:59:59Z'))
  await pay('bank', 'bank', 'REF-TWICE')
  await send('PATCH', `/admin/orders/${ids.bank}/verify`, mira, {})
  await place('twice', 30, new Date('2026-01-21T00:00:00Z'))
  await pay('twice', 'bank', 'REF-TWICE')
  const manual = { source: 'manual', currency: 'USD' }
  await send('POST', '/admin/payments', mira, { ...manual, amount: '30', order: ids.twice })
  await send('POST', '/admin/payments', mira, { ...manual, amount: '9', order: ids.old })
  await place('discounted', 25, new Date('2026-02-01T00:00:00Z'))
  await send('PATCH', `/checkout/${ids.discounted}/apply-coupon`, ada, { couponId: coupon })
}, openTimeoutMs)
afterAll(() => server.close())

const send = (method: string, path: string, { token }: TestUser, body?: unknown) =>
  server.call<Order>(method, path, body, { token })
async function place(name: string, dollars: number, createdAt: Date) {
  const { _id } = await buildOrder(server, ada, { price: dollars * 100 })
  await server.app.db.update(orders).set({ createdAt }).where(eq(orders.id, _id))
  ids[name] = _id
}
const pay = (name: string, paymentMethod: string, reference: string) =>
  send('PATCH', `/checkout/${ids[name]}/mark-paid`, ada, { paymentMethod, reference })

const list = (query: string) => server.call<Order[]>('GET', `/admin/orders?${query}`, undefined, { token: mira.token })
const nameOf = ({ _id }: Order) => Object.keys(ids).find((name) => ids[name] === _id)
const found = async (query: string) => (await list(query)).body.data.map(nameOf)

describe('orders for staff are filtered', () => {
  it.each([
    ['paymentMethod=crypto', ['old']],
    ['paymentMethod=bank', ['twice', 'bank']],
    ['minTotal=20&maxTotal=30', ['discounted', 'twice', 'bank']],
    ['maxTotal=19.99', ['old']],
    ['from=2026-01-20&to=2026-01-20', ['bank']],
    ['from=2026-01-21', ['discounted', 'twice']],
    ['to=2026-01-20', ['bank', 'old']],
    ['reused=1', ['twice', 'bank']],
    ['reused=1&paymentStatus=paid', ['twice']],
    ['proved=1', ['twice']],
    ['proved=1&paymentStatus=verified', []],
    ['paymentStatus=verified&from=2026-01-11', ['bank']],
    ['item=nothing', []],
    ['coupon=nothing', []],
  ])('by %s', async (query, names) => {
    expect(await found(query)).toEqual(names)
    expect((await list(query)).body.totalCount).toBe(names.length)
  })

  it('by item and by coupon', async () => {
    const [order] = (await list('paymentMethod=crypto')).body.data
    expect(await found(`item=${order!.items[0]!.item}`)).toEqual(['old'])
    expect(await found(`item=${order!.items[0]!.item}&paymentStatus=paid`)).toEqual([])
    expect(await found(`coupon=${coupon}`)).toEqual(['discounted'])
    expect(await found('coupon=spring')).toEqual(['discounted'])
    expect(await found(`coupon=${coupon}&maxTotal=1`)).toEqual([])
  })

  it('together with a search', async () => {
    expect(await found('q=REF-TWICE&minTotal=25')).toEqual(['twice'])
    expect(await found('q=REF-TWICE&paymentMethod=crypto')).toEqual([])
  })

  it.each([
    ['from=2026-02-02&to=2026-02-01', 422, 'The first day is after the last day.'],
    ['minTotal=5&maxTotal=4', 422, 'The smallest amount is above the largest.'],
    ['from=yesterday', 400, 'A day is written as 2026-01-31'],
    ['minTotal=lots', 400, 'must be an amount in dollars'],
    ['sort=name', 400, 'sort'],
    ['paymentMethod=cash', 400, 'paymentMethod'],
  ])('and %s is refused', async (query, status, message) => {
    const response = await list(query)
    expect(response.status).toBe(status)
    expect(response.body.message).toContain(message)
  })
})

describe('orders for staff are sorted', () => {
  it.each([
    ['sort=placed', ['discounted', 'twice', 'bank', 'old']],
    ['sort=placed&direction=asc', ['old', 'bank', 'twice', 'discounted']],
    ['sort=verified', ['bank', 'old']],
    ['sort=verified&direction=asc', ['old', 'bank']],
    ['sort=verified&paymentMethod=crypto', ['old']],
    ['sort=total', ['twice', 'discounted', 'bank', 'old']],
    ['sort=total&direction=asc', ['old', 'bank', 'discounted', 'twice']],
    ['sort=total&paymentStatus=verified', ['bank', 'old']],
    ['sort=total&orderStatus=processing&direction=asc', ['old', 'bank']],
    ['paymentStatus=paid&direction=desc', ['twice']],
    ['orderStatus=processing', ['old', 'bank']],
    ['orderStatus=processing&direction=desc', ['bank', 'old']],
    ['orderStatus=processing&sort=placed', ['bank', 'old']],
  ])('by %s', async (query, names) => {
    expect(await found(query)).toEqual(names)
    const paged: (string | undefined)[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await list(`${query}&limit=1&cursor=${cursor}`)
      paged.push(...body.data.map(nameOf))
      cursor = body.nextCursor
    }
    expect(paged).toEqual(names)
  })
})
