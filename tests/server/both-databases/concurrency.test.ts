import { asc, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { coupons, streamEvents, streams } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildCoupon } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, openTimeoutMs)
afterAll(() => server.close())

const parallel = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)))
const removed = (_id: string) => ({ type: 'item.removed' as const, data: { _id } })

it('numbers the events of 200 concurrent mutations without gaps and in commit order, or not at all', async () => {
  const delivered: { stream: string; seq: number; data: string }[] = []
  const unsubscribe = server.app.bus.subscribe('events', (events) => void delivered.push(...events))
  const names = ['catalogue', 'staff', 'user:x']
  await Promise.all(names.map(server.app.bus.followStream))
  const outcomes = await parallel(200, (n) =>
    runMutation(server.app, async ({ publish }) => {
      for (const name of names.slice(0, 1 + (n % 3))) {
        publish(name, removed(`${n} first`))
        publish(name, removed(`${n} second`))
      }
      await Promise.resolve()
      if (n % 5 === 0) throw new Error('rejected')
    }),
  )
  unsubscribe()
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(40)
  for (const name of names) {
    const stored = await server.app.db
      .select()
      .from(streamEvents)
      .where(eq(streamEvents.stream, name))
      .orderBy(asc(streamEvents.seq))
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, i) => i + 1))
    const received = delivered.filter(({ stream }) => stream === name)
    expect(received.map(({ seq, data }) => [seq, data])).toEqual(stored.map(({ seq, data }) => [seq, data]))
    const [head] = await server.app.db.select().from(streams).where(eq(streams.name, name))
    expect(head!.seq).toBe(stored.length)
    // Both events of a mutation are next to each other, and a rejected mutation has none.
    const ids = stored.map(({ data }) => (JSON.parse(data) as { _id: string })._id)
    for (let i = 0; i < ids.length; i += 2) {
      expect(ids[i + 1]).toBe(ids[i]!.replace('first', 'second'))
      expect(Number.parseInt(ids[i]!, 10) % 5).not.toBe(0)
    }
  }
})

it('lets 30 of 100 concurrent transactions take from a stock of 30, though half of them roll back', async () => {
  const { id } = await buildCoupon(server, { uses: 30 })
  const take = (n: number) =>
    server.app.db.transaction(async (tx) => {
      const [left] = await tx
        .update(coupons)
        .set({ uses: sql`${coupons.uses} - 1` })
        .where(sql`${coupons.id} = ${id} and ${gt(coupons.uses, 0)}`)
        .returning()
      if (!left) throw new Error('sold out')
      await Promise.resolve()
      if (n % 2) throw new Error('changed my mind')
    })
  const outcomes = await parallel(100, take)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  const [left] = await server.app.db.select().from(coupons).where(eq(coupons.id, id))
  expect(left!.uses).toBe(0)
})

it('rolls back a failing transaction without affecting the others of its group', async () => {
  const before = await server.app.db.$count(coupons)
  const outcomes = await parallel(20, (n) =>
    server.app.db.transaction(async (tx) => {
      await tx.insert(coupons).values({ code: `GROUP${n === 7 ? 6 : n}`, type: 'Fixed', amount: 1 })
      if (n === 3) throw new Error('rejected')
      return n
    }),
  )
  const rejected = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
  expect(rejected).toHaveLength(2)
  expect(rejected).toContain(3)
  expect(await server.app.db.$count(coupons)).toBe(before + 18)
})
