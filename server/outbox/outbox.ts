import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../db/errors.ts'
import type { Db } from '../db/transactions.ts'
import { report } from '../reports.ts'
import { DeliveryError } from './delivery-error.ts'
import { findEmailKind, maxAgeOf } from './email-kinds.ts'
import { leaseDueRows, type Outcome, renewLease, settleRow } from './leases.ts'
import type { OutboxRow } from './queue-emails.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How long to wait after each failed attempt; after one more the message has failed. */
export const retryDelaysMs = [
  2 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  8 * hourMs,
]
/** A message that a process has in hand goes to another one this long after the process died. */
const leaseMs = 30 * secondMs
const leaseRenewalMs = 10 * secondMs
/** How many messages are sent at once. */
const batchSize = 2
/** Relays accept so many, and they leave the processor to the requests; a few more may go at once. */
const messagesPerSecond = 5
const maxBurst = 20
const maxCloseMs = 5 * secondMs

/** Delivers one message. @returns why it is not needed any more, or null once it is delivered. @throws DeliveryError */
export type Deliver = (row: OutboxRow, now: Date) => Promise<string | null>

export type Outbox = ReturnType<typeof createOutbox>
type OutboxOptions = {
  db: Db
  log: Logger
  deliver: Deliver
  /** Records what became of a message; `settleRow` by default. */
  settle?: (row: OutboxRow, outcome: Outcome) => Promise<void>
  /** The clock; tests set it. */
  now?: () => Date
}

/**
 * Sends what mutations have queued: right after the commit (`wake`) and by the scheduler (`drain`). Several processes
 * may do so on one database. A message is sent at least once: a crash after the mail server has accepted it sends it
 * again, with the same Message-ID.
 */
export function createOutbox({
  db,
  log,
  deliver,
  settle = ({ id }, outcome) => settleRow(db, id, outcome),
  now = () => new Date(),
}: OutboxOptions) {
  let running: Promise<void> | null = null
  let isClosed = false
  let hasNews = false
  let endDelay = () => {}
  let burst = maxBurst
  let burstAtMs = performance.now()

  /** Sends soon, without waiting for it. */
  function wake() {
    hasNews = true
    if (!running && !isClosed) void drain().catch(logFailure)
  }

  /** Sends everything that is due. @throws when the database can't be read */
  function drain(): Promise<void> {
    if (isClosed) return Promise.resolve()
    running ??= sendAllDue().finally(() => {
      running = null
      // Queued while the last batch was empty.
      if (hasNews && !isClosed) wake()
    })
    return running
  }

  async function sendAllDue() {
    for (;;) {
      hasNews = false
      const rows = await leaseDueRows(db, batchSize, now(), after(leaseMs))
      if (rows.length === 0) return
      await Promise.all(rows.map(sendRow))
      if (isClosed) return
      const delayMs = paceMs(rows.length)
      if (delayMs > 0) await pause(delayMs)
    }
  }

  /** Sends one message and records what became of it. A failure concerns this message alone. */
  async function sendRow(row: OutboxRow) {
    const { id, kind } = row
    const renewal = setInterval(() => void renewLease(db, id, after(leaseMs)).catch(logFailure), leaseRenewalMs)
    try {
      const dropReason = findDropReason(row) ?? (await deliver(row, now()))
      if (dropReason === null) await settle(row, { state: 'sent', sentAt: now() })
      else await settle(row, { state: 'dropped', lastError: dropReason })
      report('email', { outcome: dropReason === null ? 'sent' : 'dropped' })
      if (dropReason !== null) log.info({ id, kind, reason: dropReason }, 'email dropped')
    } catch (error) {
      await recordFailure(row, error).catch(logFailure)
    } finally {
      clearInterval(renewal)
    }
  }

  function findDropReason({ kind, createdAt }: OutboxRow): string | null {
    const known = findEmailKind(kind)
    if (!known) return null
    return now().getTime() - createdAt.getTime() > maxAgeOf(known) ? 'too old' : null
  }

  async function recordFailure(row: OutboxRow, error: unknown) {
    const { id, kind, attempts } = row
    // The lease runs out, and then it is tried again.
    if (isDatabaseUnavailable(error)) return logFailure(error)
    const delivery = error instanceof DeliveryError ? error : null
    const lastError = delivery?.reason ?? 'unexpected error'
    const delayMs = delivery?.isPermanent ? undefined : retryDelaysMs[attempts - 1]
    const details = { id, kind, attempts, reason: lastError, ...(!delivery && { err: error }) }
    report('email', { outcome: delayMs === undefined ? 'failed' : 'retried' })
    if (delayMs === undefined) {
      log.error(details, 'email delivery failed permanently')
      await settle(row, { state: 'failed', lastError })
    } else {
      log.warn(details, 'email delivery failed; will retry')
      await settle(row, { state: 'waiting', nextAt: after(delayMs), lastError })
    }
  }

  const after = (ms: number) => new Date(now().getTime() + ms)
  const logFailure = (error: unknown) => log.error({ err: error }, 'outbox could not be read or written')

  /** How long to wait after this many messages. */
  function paceMs(count: number): number {
    const elapsedMs = performance.now() - burstAtMs
    burst = Math.min(maxBurst, burst + (elapsedMs / 1000) * messagesPerSecond) - count
    burstAtMs += elapsedMs
    return burst >= 0 ? 0 : (-burst / messagesPerSecond) * 1000
  }

  const pause = (delayMs: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs)
      endDelay = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isClosed) endDelay()
    })

  /** Stops; waits up to five seconds for what is being sent. The rest is sent after the next start. */
  async function close() {
    isClosed = true
    endDelay()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxCloseMs)))
    await Promise.race([running?.catch(() => undefined), timeout])
    clearTimeout(timer)
  }

  return { wake, drain, close }
}
