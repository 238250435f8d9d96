import { report } from '../reports.ts'
import { busyError, isBusy } from './errors.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type Db, runTransactionBody, type TransactionBody, type Tx } from './transactions.ts'

type QueuedTransaction = {
  work: TransactionBody<unknown>
  /** In milliseconds since 1970. */
  queuedAt: number
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}
/** Reports the outcome of one transaction; called once the group is committed. */
type Settle = () => void

const maxGroupSize = 64
/** How long a group waits for a lock that another process holds. */
const lockTimeoutMs = 2000
const lockRetryDelayMs = 25

/**
 * Runs transactions one after the other. Those that are queued in the same turn of the event loop share one commit, and
 * so one sync to the disk. A transaction's promise settles only after that commit.
 */
export function createGroupCommit(writer: SqliteConnection, tx: Tx): Db['transaction'] {
  const queue: QueuedTransaction[] = []
  let isWriting = false

  return (work) =>
    new Promise((resolve, reject) => {
      queue.push({ work, queuedAt: Date.now(), resolve: resolve as (value: unknown) => void, reject })
      if (!isWriting) void drainQueue()
    })

  async function drainQueue() {
    isWriting = true
    while (queue.length > 0) {
      // Lets the requests that arrived in this turn of the event loop join the group.
      await new Promise(setImmediate)
      await commitGroup(queue.splice(0, maxGroupSize))
    }
    isWriting = false
  }

  async function commitGroup(group: QueuedTransaction[]) {
    let outcomes: Settle[]
    try {
      await begin(group[0]!.queuedAt + lockTimeoutMs)
      outcomes = (await runAll(group)) ?? (await runInSavepoints(group))
      const startedAt = performance.now()
      writer.exec('commit')
      report('commit', { transactions: group.length, seconds: (performance.now() - startedAt) / 1000 })
    } catch (error) {
      if (writer.connection.inTransaction) writer.exec('rollback')
      for (const { reject } of group) reject(error)
      return
    }
    for (const settle of outcomes) settle()
  }

  /**
   * Runs the group without savepoints, which spares most groups a copy of every page they write.
   * @returns null, with everything rolled back, when a transaction failed after it had written something
   */
  async function runAll(group: QueuedTransaction[]): Promise<Settle[] | null> {
    const outcomes: Settle[] = []
    for (const one of group) {
      const changesBefore = writer.countChanges()
      try {
        outcomes.push(await run(one))
      } catch (error) {
        if (!writer.connection.inTransaction) throw error
        if (writer.countChanges() > changesBefore) {
          writer.exec('rollback')
          if (group.length === 1) throw error
          await begin(Date.now() + lockTimeoutMs)
          return null
        }
        outcomes.push(() => one.reject(error))
      }
    }
    return outcomes
  }

  /** Runs each transaction in a savepoint, so that one failure doesn't undo the others. */
  async function runInSavepoints(group: QueuedTransaction[]): Promise<Settle[]> {
    const outcomes: Settle[] = []
    for (const one of group) {
      writer.exec('savepoint one')
      try {
        outcomes.push(await run(one))
      } catch (error) {
        // A full disk ends the outer transaction too: then the whole group has failed.
        if (!writer.connection.inTransaction) throw error
        writer.exec('rollback to one')
        outcomes.push(() => one.reject(error))
      }
      writer.exec('release one')
    }
    return outcomes
  }

  async function run({ work, resolve }: QueuedTransaction): Promise<Settle> {
    const { value, callbacks } = await runTransactionBody(tx, work)
    return () => {
      for (const callback of callbacks) callback()
      resolve(value)
    }
  }

  /** Waits for another process' lock without blocking the event loop. @throws 503 'busy' at `deadline` */
  async function begin(deadline: number): Promise<void> {
    try {
      writer.exec('begin immediate')
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() > deadline) throw busyError()
      await new Promise((resolve) => setTimeout(resolve, lockRetryDelayMs))
      return begin(deadline)
    }
  }
}
