import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leases } from '../../../drizzle/schema.ts'
import type { Db } from '../../../server/db/transactions.ts'
import { acquireLease, releaseLease } from '../../../server/jobs/lease.ts'
import { openTestDatabase, openTimeoutMs } from '../../database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
}, openTimeoutMs)
afterAll(() => db.close())

const readUntil = async () => (await db.select().from(leases).where(eq(leases.name, 'scheduler')))[0]!.until

it('is held by one process, which renews it, until it is released or runs out', async () => {
  expect(await acquireLease(db, 'scheduler', 'one')).toBe(true)
  expect(await acquireLease(db, 'scheduler', 'other')).toBe(false)
  const until = await readUntil()
  expect(until.getTime()).toBeGreaterThan(Date.now() + 5000)
  expect(await acquireLease(db, 'scheduler', 'one')).toBe(true)
  expect((await readUntil()).getTime()).toBeGreaterThanOrEqual(until.getTime())
  // Another lease, and a release by someone else, change nothing.
  expect(await acquireLease(db, 'startup', 'other')).toBe(true)
  await releaseLease(db, 'scheduler', 'other')
  expect(await acquireLease(db, 'scheduler', 'other')).toBe(false)
  await releaseLease(db, 'scheduler', 'one')
  expect(await acquireLease(db, 'scheduler', 'other')).toBe(true)
  // Its holder died.
  await db.update(leases).set({ until: new Date(Date.now() - 1000) })
  expect(await acquireLease(db, 'scheduler', 'one')).toBe(true)
  expect(await acquireLease(db, 'scheduler', 'other')).toBe(false)
})

it('goes to one of many that want it at once', async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => acquireLease(db, 'startup', `node ${n}`)))
  expect(taken.filter(Boolean).length).toBeLessThanOrEqual(1)
  await db.delete(leases)
  const again = await Promise.all(Array.from({ length: 20 }, (_, n) => acquireLease(db, 'startup', `node ${n}`)))
  expect(again.filter(Boolean)).toHaveLength(1)
})
