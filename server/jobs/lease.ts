import { and, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { dialect } from '../../drizzle/kit.ts'
import { leases } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'
import { repeat } from '../events/repeat.ts'

export type LeaseName = 'startup' | 'scheduler'

/** A process that dies holds its leases for this long. */
const leaseMs = 10_000
const renewalMs = 3_000
const retryMs = 500

/** By the database's clock: those of several machines differ. SQLite's is the machine's. */
const inMs = (ms: number): SQL =>
  dialect === 'sqlite' ? sql`${Date.now() + ms}` : sql`now() + ${ms} * interval '1 millisecond'`

/** Takes a lease that is free, or renews it. @returns false while another process holds it */
export async function acquireLease(db: Db, name: LeaseName, holder: string): Promise<boolean> {
  const until = inMs(leaseMs)
  const taken = await db
    .insert(leases)
    .values({ name, holder, until })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, until },
      setWhere: or(eq(leases.holder, holder), lt(leases.until, inMs(0))),
    })
    .returning({ name: leases.name })
  return taken.length === 1
}

/** Frees a lease, if this process holds it. */
export async function releaseLease(db: Db, name: LeaseName, holder: string) {
  await db.delete(leases).where(and(eq(leases.name, name), eq(leases.holder, holder)))
}

/** Runs `work` while holding a lease; waits for it first. A SQLite file has one process, which needs none. */
export async function withLease<T>(
  db: Db,
  log: Logger,
  name: LeaseName,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  if (dialect === 'sqlite') return work()
  while (!(await acquireLease(db, name, holder))) await new Promise((resolve) => setTimeout(resolve, retryMs))
  const stop = repeat(
    renewalMs,
    () => acquireLease(db, name, holder),
    (error) => log.warn({ err: error, name }, 'a lease could not be renewed'),
  )
  try {
    return await work()
  } finally {
    stop()
    await releaseLease(db, name, holder)
  }
}

/** Whether this process holds a lease, which it tries to take and renews until `stop`. */
export type HeldLease = { isHeld(): Promise<boolean>; stop(): Promise<void> }

/** Keeps trying to hold a lease. On SQLite it is always held. */
export function holdLease(db: Db, log: Logger, name: LeaseName, holder: string): HeldLease {
  if (dialect === 'sqlite') return { isHeld: async () => true, stop: async () => {} }
  let heldUntilMs = 0
  let isStopped = false
  async function renew() {
    // Counted from before the query, so that it ends here first.
    const startedAtMs = performance.now()
    const isTaken = await acquireLease(db, name, holder)
    heldUntilMs = isTaken && !isStopped ? startedAtMs + leaseMs : 0
  }
  const onError = (error: unknown) => log.warn({ err: error, name }, 'a lease could not be renewed')
  const stopRenewing = repeat(renewalMs, renew, onError)
  const firstAttempt = renew().catch(onError)
  return {
    async isHeld() {
      await firstAttempt
      return performance.now() < heldUntilMs
    },
    async stop() {
      isStopped = true
      stopRenewing()
      heldUntilMs = 0
      await releaseLease(db, name, holder).catch(onError)
    },
  }
}
