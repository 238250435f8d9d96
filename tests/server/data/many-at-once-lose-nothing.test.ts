import { asc, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coupons, streamEvents, streams } from '../../../drizzle/schema.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildCoupon } from '../../build.ts'
import { opening } from '../../database.ts'

let test0: TestStore
beforeAll(async () => {
  test0 = await openTestStore()
}, opening)
afterAll(() => test0.close())

const parallel = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => work(n)))
const removed = (_id: string) => ({ type: 'item.removed' as const, data: { _id } })

test('200 changes on three streams get dense numbers in the order of their commits, whole or not at all', async () => {
  const heard: { stream: string; seq: number; data: string }[] = []
  const stop = test0.store.bus.on('events', (events) => void heard.push(...events))
  const names = ['catalogue', 'staff', 'user:x']
  const done = await parallel(200, (n) =>
    change(test0.store, async ({ tell }) => {
      for (const name of names.slice(0, 1 + (n % 3))) {
        tell(name, removed(`${n} first`))
        tell(name, removed(`${n} second`))
      }
      await Promise.resolve()
      if (n % 5 === 0) throw new Error('refused')
    }),
  )
  stop()
  expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(40)
  for (const name of names) {
    const kept = await test0.store.db
      .select()
      .from(streamEvents)
      .where(eq(streamEvents.stream, name))
      .orderBy(asc(streamEvents.seq))
    expect(kept.map(({ seq }) => seq)).toEqual(kept.map((_, i) => i + 1))
    const told = heard.filter(({ stream }) => stream === name)
    expect(told.map(({ seq, data }) => [seq, data])).toEqual(kept.map(({ seq, data }) => [seq, data]))
    const [head] = await test0.store.db.select().from(streams).where(eq(streams.name, name))
    expect(head!.seq).toBe(kept.length)
    // Both events of a change stand side by side, and none of a refused one is there.
    const owners = kept.map(({ data }) => (JSON.parse(data) as { _id: string })._id)
    for (let i = 0; i < owners.length; i += 2) {
      expect(owners[i + 1]).toBe(owners[i]!.replace('first', 'second'))
      expect(Number.parseInt(owners[i]!, 10) % 5).not.toBe(0)
    }
  }
})

test('of 100 who take from a stock of 30, half of whom change their minds, 30 get something', async () => {
  const { id } = await buildCoupon(test0, { uses: 30 })
  const take = (n: number) =>
    test0.store.db.transaction(async (tx) => {
      const [left] = await tx
        .update(coupons)
        .set({ uses: sql`${coupons.uses} - 1` })
        .where(sql`${coupons.id} = ${id} and ${gt(coupons.uses, 0)}`)
        .returning()
      if (!left) throw new Error('sold out')
      await Promise.resolve()
      if (n % 2) throw new Error('changed my mind')
    })
  const done = await parallel(100, take)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  const [left] = await test0.store.db.select().from(coupons).where(eq(coupons.id, id))
  expect(left!.uses).toBe(0)
})

test('one that is refused among many that wait leaves the others be', async () => {
  const before = await test0.store.db.$count(coupons)
  const done = await parallel(20, (n) =>
    test0.store.db.transaction(async (tx) => {
      await tx.insert(coupons).values({ code: `GROUP${n === 7 ? 6 : n}`, type: 'Fixed', amount: 1 })
      if (n === 3) throw new Error('refused')
      return n
    }),
  )
  const refused = done.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
  expect(refused).toHaveLength(2)
  expect(refused).toContain(3)
  expect(await test0.store.db.$count(coupons)).toBe(before + 18)
})
