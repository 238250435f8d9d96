import type { AppEvent } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import type { Tx } from '../db/transactions.ts'
import type { EncodeCache } from '../encode.ts'
import { queueEmails, type QueuedEmail } from '../outbox/queue-emails.ts'
import { report } from '../reports.ts'
import { append, type PendingEvent } from './append.ts'
import type { SessionEnd, StoredEvent } from './event-bus.ts'

/** What an operation works with: its transaction, and what follows from it. */
export type MutationContext = {
  tx: Tx
  env: AppContext['env']
  /** When the mutation happens. Everything it writes carries this time; the seed passes times of the past. */
  now: Date
  /** Publishes an event on a stream (`user:{id}`, `staff`, `catalogue`), in this transaction. */
  publish(stream: string, event: AppEvent): void
  /** Disconnects the sockets of sessions after the commit. */
  endSessions(ended: SessionEnd): void
  /** Queues an email in this transaction; it is sent after the commit. */
  mail(email: QueuedEmail): void
  /** Shares what the events and the response have in common, so that it is encoded once. */
  encodeCache: EncodeCache
}

/**
 * Runs one mutation: `work` and, last, the queueing of its emails and the appending of its events in one transaction;
 * after the commit, their delivery.
 * `work` may run more than once (see `Db.transaction`).
 * @throws what `work` throws, which rolls everything back
 */
export const runMutation = <T>(app: AppContext, work: (ctx: MutationContext) => Promise<T>): Promise<T> =>
  app.db.transaction(async (tx, afterCommit, beforeCommit) => {
    const pending: PendingEvent[] = []
    const emails: QueuedEmail[] = []
    const now = new Date()
    const encodeCache: EncodeCache = new Map()
    const result = await work({
      tx,
      env: app.env,
      now,
      publish: (stream, event) => pending.push({ stream, event }),
      endSessions: (ended) => afterCommit(() => app.bus.publish('session-ended', ended)),
      mail: (email) => emails.push(email),
      encodeCache,
    })
    if (emails.length > 0) {
      await queueEmails(tx, app.env, emails, now)
      afterCommit(() => app.outbox.wake())
    }
    if (pending.length > 0) {
      const onStored = (events: StoredEvent[]) =>
        afterCommit(() => {
          report('append', { events: events.length })
          app.bus.publish('events', events)
        })
      beforeCommit(append, { pending, encodeCache, onStored })
    }
    return result
  })
