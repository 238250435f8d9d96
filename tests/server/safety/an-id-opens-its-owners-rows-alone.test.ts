import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import type { Answered } from '../../app.ts'
import { buildOrder, buildStaff, type Somebody } from '../../build.ts'
import { type FilledStore, type Name, openFilledStore, routes } from '../bad-input/filled-store.ts'

let store: FilledStore
let owners: Record<string, () => Promise<string>>
beforeAll(async () => {
  store = await openFilledStore()
  const { db } = store.store
  const { ada } = store
  const first = async (table: typeof schema.cartLines) => {
    const [row] = await db.select({ id: table.id }).from(table).where(eq(table.userId, ada.id))
    return row!.id
  }
  owners = {
    '/cart': () => first(schema.cartLines),
    '/noti': () => first(schema.notifications as never),
    '/revi': () => first(schema.reviews as never),
    '/supp': () => first(schema.supportMessages as never),
    '/refe': async () => ada.id,
    '/chec': async () => (await buildOrder(store, ada))._id,
  }
}, 60_000)
afterAll(() => store.close())

/** Staff see what a customer wrote to them, and whom a code brought. */
const forStaffToo: Name[] = ['readMessages', 'referral']
/** The calls that open something of one customer's by its id. A coupon is everybody's who knows its code. */
const ofCustomers = routes.filter(
  ([name, { who, path }]) => who === 'customer' && path.includes(':') && name !== 'coupon',
)

async function ask(name: Name, id: string, caller: Somebody | null): Promise<Answered> {
  const route = routes.find(([one]) => one === name)![1]
  const body = route.method === 'GET' ? undefined : store.good[name]
  return store.call(route.method, store.pathOf(route, id), body, caller ? { token: caller.token } : {})
}

test('the calls are those that are meant', () => {
  expect(ofCustomers.length).toBeGreaterThan(10)
  for (const [, { path }] of ofCustomers) expect(Object.keys(owners)).toContain(path.slice(0, 5))
})

describe.each(ofCustomers)('%s', (name, { path }) => {
  test('opens nothing to a stranger, to other staff or to a visitor, and something to its owner', async () => {
    const id = await owners[path.slice(0, 5)]!()
    const others = forStaffToo.includes(name) ? [store.stranger] : [store.stranger, store.mira, await buildStaff(store)]
    const rows = await readRows()
    for (const caller of others) {
      const { status, body } = await ask(name, id, caller)
      expect({ status, success: body.success }).toEqual({ status: 404, success: false })
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${store.ada.email}|${store.ada.firstName}`))
    }
    expect((await ask(name, id, null)).status).toBe(401)
    expect(await readRows()).toEqual(rows)
    const own = await ask(name, id, store.ada)
    expect([200, 409, 422], `${name}: ${JSON.stringify(own.body)}`).toContain(
      own.status === 404 ? seen(own) : own.status,
    )
  })
})

/** Its owner may be told that there is nothing in it, but not that it is not there. */
const seen = ({ body }: Answered) => (body.message === 'Nothing was delivered with this order.' ? 200 : 404)

const readRows = async () => {
  const { db } = store.store
  const tables = [schema.orders, schema.cartLines, schema.reviews, schema.notifications, schema.supportMessages]
  return Promise.all(tables.map((table) => db.select().from(table as typeof schema.orders)))
}

test('what belongs to a customer and is named in a query or a body is theirs alone, too', async () => {
  const { ada, stranger } = store
  const as = ({ token }: Somebody) => ({ token })
  const chat = await store.call('GET', `/support-chat?userId=${ada.id}`, undefined, as(stranger))
  const message = { message: 'As Ada', userId: ada.id }
  const written = await store.call('POST', '/support-chat/message', message, as(stranger))
  const order = await owners['/chec']!()
  const attached = await store.call('POST', '/support-chat/message', { message: 'Whose?', order }, as(stranger))
  const referral = await store.call('POST', '/referral/use', { code: 'NONE', userId: ada.id }, as(stranger))
  expect([chat.status, written.status, attached.status, referral.status]).toEqual([403, 403, 404, 403])
})
