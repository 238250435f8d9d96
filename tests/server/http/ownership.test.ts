import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import type { ApiResponse } from '../../app.ts'
import { buildOrder, buildStaff, type TestUser } from '../../build.ts'
import { type FilledServer, type Name, startFilledServer, routes } from './filled-server.ts'

let server: FilledServer
/** Returns the id of one of Ada's rows, by the first part of the route's path. */
let ownedIds: Record<string, () => Promise<string>>
beforeAll(async () => {
  server = await startFilledServer()
  const { db } = server.app
  const { ada } = server
  const firstRow = async (table: typeof schema.cartLines) => {
    const [row] = await db.select({ id: table.id }).from(table).where(eq(table.userId, ada.id))
    return row!.id
  }
  ownedIds = {
    cart: () => firstRow(schema.cartLines),
    notifications: () => firstRow(schema.notifications as never),
    reviews: () => firstRow(schema.reviews as never),
    'support-chat': () => firstRow(schema.supportMessages as never),
    referral: async () => ada.id,
    checkout: async () => (await buildOrder(server, ada))._id,
  }
}, 60_000)
afterAll(() => server.close())

/** Staff can read a customer's messages and referrals as well. */
const staffReadable: Name[] = ['markMessagesRead', 'referral']
/** The routes that use a customer's row by its id. Anyone who knows a coupon's code can use it. */
const ownedRoutes = routes.filter(
  ([name, { access, path }]) => access === 'customer' && path.includes(':') && name !== 'coupon',
)

const resourceOf = (path: string) => path.split('/')[1]!

async function request(name: Name, id: string, caller: TestUser | null): Promise<ApiResponse> {
  const route = routes.find(([routeName]) => routeName === name)![1]
  const body = route.method === 'GET' ? undefined : server.validBodies[name]
  return server.call(route.method, server.pathOf(route, id), body, caller ? { token: caller.token } : {})
}

it('knows a row for each of these routes', () => {
  expect(ownedRoutes.length).toBeGreaterThan(10)
  for (const [, { path }] of ownedRoutes) expect(Object.keys(ownedIds)).toContain(resourceOf(path))
})

describe.each(ownedRoutes)('%s', (name, { path }) => {
  it('returns 404 to other customers and staff, 401 to a visitor, and serves the owner', async () => {
    const id = await ownedIds[resourceOf(path)]!()
    const others = staffReadable.includes(name)
      ? [server.stranger]
      : [server.stranger, server.mira, await buildStaff(server)]
    const rows = await readRows()
    for (const caller of others) {
      const { status, body } = await request(name, id, caller)
      expect({ status, success: body.success }).toEqual({ status: 404, success: false })
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${server.ada.email}|${server.ada.firstName}`))
    }
    expect((await request(name, id, null)).status).toBe(401)
    expect(await readRows()).toEqual(rows)
    const own = await request(name, id, server.ada)
    expect([200, 409, 422], `${name}: ${JSON.stringify(own.body)}`).toContain(
      own.status === 404 ? statusOfNothingThere(own) : own.status,
    )
  })
})

/** The owner may learn that nothing was delivered, or that a picture doesn't exist, but not that the order doesn't. */
const statusOfNothingThere = ({ body }: ApiResponse) =>
  ['Nothing was delivered with this order.', 'Picture not found'].includes(body.message) ? 200 : 404

const readRows = async () => {
  const { db } = server.app
  const tables = [schema.orders, schema.cartLines, schema.reviews, schema.notifications, schema.supportMessages]
  return Promise.all(tables.map((table) => db.select().from(table as typeof schema.orders)))
}

it('rejects another customer’s ids in a query or body', async () => {
  const { ada, stranger } = server
  const as = ({ token }: TestUser) => ({ token })
  const chat = await server.call('GET', `/support-chat?userId=${ada.id}`, undefined, as(stranger))
  const message = { message: 'As Ada', userId: ada.id }
  const sent = await server.call('POST', '/support-chat/message', message, as(stranger))
  const order = await ownedIds.checkout!()
  const attached = await server.call('POST', '/support-chat/message', { message: 'Hello', order }, as(stranger))
  const referral = await server.call('POST', '/referral/use', { code: 'NONE', userId: ada.id }, as(stranger))
  expect([chat.status, sent.status, attached.status, referral.status]).toEqual([403, 403, 404, 403])
})
