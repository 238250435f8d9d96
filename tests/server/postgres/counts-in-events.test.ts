import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { streamEvents } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCategory, buildItem, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

/** What a change counts of other rows has to include every change that was published before it. */
const rounds = 5

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
let staff: TestUser[]
beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url })
  staff = [await buildStaff(server), await buildStaff(server)]
}, 60_000)
afterAll(async () => {
  await server.close()
  await database.drop()
})

it('counts unread notifications in the order of their events', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const customer = await buildUser(server)
    const orders = []
    for (let n = 0; n < 4; n += 1) orders.push(await buildPaidOrder(server, customer))
    await all(orders.map(({ _id }, n) => call(staff[n % 2]!, 'PATCH', `/admin/orders/${_id}/verify`)))
    const created = await readEvents<{ unread: number }>(`user:${customer.id}`, 'notification.created')
    expect(created.length).toBeGreaterThanOrEqual(orders.length)
    expect(created.map(({ unread }) => unread)).toEqual(created.map((_, i) => i + 1))
  }
}, 60_000)

it('counts.open conversations in the order of their events', async () => {
  const customers = await Promise.all(Array.from({ length: 4 * rounds }, () => buildUser(server)))
  await all(customers.map((customer) => call(customer, 'POST', '/support-chat/message', { message: 'Hello' })))
  const events = await readEvents<{ counts: { open: number } }>('staff', 'support.conversation')
  expect(events.map(({ counts }) => counts.open)).toEqual(customers.map((_, i) => i + 1))
}, 60_000)

it('counts the items of a category in the order of their events', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await buildCategory(server)
    const items = await Promise.all(Array.from({ length: 4 }, () => buildItem(server, { categoryId: id })))
    await all(items.map((item) => call(staff[0]!, 'DELETE', `/admin/items/${item.id}`)))
    const events = await readEvents<{ category: { _id: string; itemCount: number } }>('staff', 'staff.category.changed')
    const counts = events.filter(({ category }) => category._id === id).map(({ category }) => category.itemCount)
    expect(counts).toEqual([3, 2, 1, 0])
  }
}, 60_000)

it('lists who used a referral code in the order of the events', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const owner = await buildUser(server)
    const code = `FRIEND${round}`
    await all([call(owner, 'POST', '/referral', { code })])
    const friends = await Promise.all(Array.from({ length: 4 }, () => buildUser(server)))
    await all(friends.map((friend) => call(friend, 'POST', '/referral/use', { code, userId: friend.id })))
    const events = await readEvents<{ referral: { referred: unknown[] } }>(`user:${owner.id}`, 'referral.changed')
    expect(events.map(({ referral }) => referral.referred.length)).toEqual([0, 1, 2, 3, 4])
  }
}, 60_000)

const call = ({ token }: TestUser, method: string, path: string, body?: unknown) =>
  server.call(method, path, body, { token })

async function all(calls: ReturnType<typeof call>[]) {
  const responses = await Promise.all(calls)
  expect(responses.map(({ status }) => status)).toEqual(calls.map(() => 200))
}

/** The data of a stream's events of a type, in their order. */
async function readEvents<T>(stream: string, type: string): Promise<T[]> {
  const events = await server.app.db
    .select()
    .from(streamEvents)
    .where(eq(streamEvents.stream, stream))
    .orderBy(asc(streamEvents.seq))
  return events.filter((event) => event.type === type).map(({ data }) => JSON.parse(data) as T)
}
