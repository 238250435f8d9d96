import type pg from 'pg'
import { ApiError } from '../../shared/api-error.ts'
import { report } from '../reports.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { createPostgresConnection, type PostgresConnection } from './postgres-connection.ts'
import { retryConflicts } from './retry-conflicts.ts'
import { type Db, type LastSteps, runLastSteps, runTransactionBody, type TransactionBody } from './transactions.ts'

type QueuedTransaction = {
  work: TransactionBody<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}
/** Reports the outcome of one transaction; called once the group is committed. */
type Settle = () => void

/**
 * Groups that run at the same time: one works while the other waits for Postgres. More would wait for each other,
 * because they lock the same streams.
 */
const maxGroups = 2
const maxGroupSize = 16
/** A group that takes longer, such as one with an import in it, doesn't keep the next from starting. */
const slowGroupMs = 100
/**
 * How long a statement of a group waits for a lock: two groups, of one process or of two, may lock the same rows in
 * different orders, and the others of a group shouldn't wait for one.
 */
const lockTimeoutMs = 100

/**
 * Runs transactions on Postgres. Those that wait while others run share one transaction, and so one sync to the
 * disk; where that fails, each runs again by itself. A transaction's promise settles only after the commit.
 */
export function createPostgresGroupCommit(pool: pg.Pool): Db['transaction'] {
  const queue: QueuedTransaction[] = []
  const connections = new WeakMap<pg.PoolClient, PostgresConnection>()
  let groupCount = 0

  return (work) =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (groupCount < maxGroups) void drainQueue()
    })

  async function drainQueue() {
    groupCount += 1
    // Lets the requests that arrived in this turn of the event loop join the group.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      let isSlow = false
      const timer = setTimeout(() => {
        isSlow = true
        groupCount -= 1
        if (queue.length > 0) void drainQueue()
      }, slowGroupMs)
      await commitGroup(queue.splice(0, maxGroupSize))
      clearTimeout(timer)
      if (isSlow) return
    }
    groupCount -= 1
  }

  async function commitGroup(group: QueuedTransaction[]) {
    const outcomes = group.length > 1 ? await commitTogether(group) : null
    if (outcomes) outcomes.forEach((settle) => settle())
    else await Promise.all(group.map(commitAlone))
  }

  /** @returns null, with everything rolled back, when a transaction failed after it had written something */
  async function commitTogether(group: QueuedTransaction[]): Promise<Settle[] | null> {
    let isRunning = false
    try {
      return await inTransaction(group.length, async (connection) => {
        isRunning = true
        const outcomes = await runAll(group, connection)
        isRunning = false
        return outcomes
      })
    } catch (error) {
      // There is no connection, or the answer to the commit was lost: what may have been committed can't run again.
      if (!isRunning && isDatabaseUnavailable(error)) return group.map(({ reject }) => reject.bind(null, error))
      return null
    }
  }

  async function runAll(group: QueuedTransaction[], connection: PostgresConnection): Promise<Settle[]> {
    const outcomes: Settle[] = []
    const lastSteps: LastSteps = new Map()
    for (const { work, resolve, reject } of group) {
      const writesBefore = connection.countWrites()
      try {
        const { value, callbacks } = await runTransactionBody(connection.tx, work, lastSteps)
        outcomes.push(() => {
          for (const callback of callbacks) callback()
          resolve(value)
        })
      } catch (error) {
        if (!(error instanceof ApiError) || connection.countWrites() > writesBefore) throw error
        outcomes.push(() => reject(error))
      }
    }
    await runLastSteps(connection.tx, lastSteps)
    return outcomes
  }

  async function commitAlone({ work, resolve, reject }: QueuedTransaction) {
    try {
      const { value, callbacks } = await retryConflicts(() =>
        inTransaction(1, ({ tx }) => runTransactionBody(tx, work)),
      )
      for (const callback of callbacks) callback()
      resolve(value)
    } catch (error) {
      reject(error)
    }
  }

  async function inTransaction<T>(size: number, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const connection = connectionOf(client)
    let isBroken = false
    try {
      connection.begin(size === 1 ? 'begin' : `begin; set local lock_timeout = ${lockTimeoutMs}`)
      const value = await work(connection)
      const startedAt = performance.now()
      await connection.commit()
      report('commit', { transactions: size, seconds: (performance.now() - startedAt) / 1000 })
      return value
    } catch (error) {
      const failure = await connection.rollback(error)
      isBroken = failure.isBroken
      throw failure.reason
    } finally {
      client.release(isBroken)
    }
  }

  function connectionOf(client: pg.PoolClient): PostgresConnection {
    let connection = connections.get(client)
    if (!connection) connections.set(client, (connection = createPostgresConnection(client)))
    return connection
  }
}
