import type { AppContext } from '../app-context.ts'
import { runMutation } from '../events/mutation.ts'
import { alertStaff, hasLongWaitingPayment } from '../orders/alert-staff.ts'
import { findExpiredClaims, releaseExpiredClaim } from '../orders/claim.ts'
import { expire, findOverdueOrders } from '../orders/expire.ts'
import { findOrdersExpiringSoon, sendExpiryReminder } from '../orders/send-expiry-reminder.ts'
import { createDueRowLoop } from './for-each-due-row.ts'
import { pruneExpiredRows } from './prune-expired-rows.ts'

const secondMs = 1000
const hourMs = 3_600 * secondMs
const firstPruneMs = 30 * secondMs

/**
 * Starts the scheduled jobs: sending what waits in the outbox, releasing expired claims, expiring and reminding of
 * unpaid orders, alerting staff, and pruning.
 * @returns a function that stops them
 */
export function startScheduler(app: AppContext) {
  const jobs = createJobs(app)
  const stops = [
    runEvery(secondMs, app, 'send-outbox', () => app.outbox.drain()),
    runEvery(secondMs, app, 'release-expired-claims', jobs.releaseExpiredClaims),
    runEvery(15 * secondMs, app, 'expire-orders', jobs.expireOrders),
    runEvery(15 * secondMs, app, 'remind-of-expiry', jobs.remindOfExpiry),
    runEvery(15 * secondMs, app, 'alert-staff', jobs.alertAbsentStaff),
    // Soon after the start too: a process that restarts more often than hourly would never prune.
    runEvery(hourMs, app, 'prune', () => pruneExpiredRows(app), firstPruneMs),
  ]
  return () => stops.forEach((stop) => stop())
}

/**
 * Runs a job again `intervalMs` after its last run ended, for the first time after `firstDelayMs`. A failure is logged;
 * the next run tries again.
 */
function runEvery(
  intervalMs: number,
  { log }: AppContext,
  job: string,
  run: () => Promise<void>,
  firstDelayMs = intervalMs,
) {
  let timer: NodeJS.Timeout
  let stopped = false
  const schedule = (delayMs = intervalMs) => {
    if (!stopped) timer = setTimeout(start, delayMs).unref()
  }
  const start = () =>
    void run()
      .catch((error: unknown) => {
        // A long job may still run when the database closes.
        if (!stopped) log.error({ err: error, job }, 'scheduled job failed')
      })
      .then(() => schedule())
  schedule(firstDelayMs)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** The jobs that change orders. Each works through everything that is due; a row that fails doesn't hold up the rest. */
export function createJobs(app: AppContext) {
  const { db, env } = app
  const eachClaim = createDueRowLoop(app, 'release-expired-claims')
  const eachOverdue = createDueRowLoop(app, 'expire-orders')
  const eachExpiring = createDueRowLoop(app, 'remind-of-expiry')
  return {
    releaseExpiredClaims: (now = new Date()) =>
      eachClaim(
        (after) => findExpiredClaims(db, now, after),
        (id) => runMutation(app, (ctx) => releaseExpiredClaim(ctx, id)),
        now.getTime(),
      ),
    expireOrders: (now = new Date()) =>
      eachOverdue(
        (after) => findOverdueOrders(db, now, after),
        (id) => runMutation(app, (ctx) => expire(ctx, id)),
        now.getTime(),
      ),
    remindOfExpiry: (now = new Date()) =>
      eachExpiring(
        (after) => findOrdersExpiringSoon(db, env.orderExpiryHours, now, after),
        (id) => runMutation(app, (ctx) => sendExpiryReminder(ctx, id)),
        now.getTime(),
      ),
    /** Emails staff the payments that wait while none of them is online. */
    async alertAbsentStaff(now = new Date()) {
      if (app.staffPresence.isOnline || !(await hasLongWaitingPayment(db, now))) return
      await runMutation(app, (ctx) => alertStaff(ctx, now))
    },
  }
}
