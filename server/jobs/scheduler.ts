import type { AppContext } from '../app-context.ts'
import { runMutation } from '../events/mutation.ts'
import { alertStaff, hasLongWaitingPayment } from '../orders/alert-staff.ts'
import { findExpiredClaims, releaseExpiredClaim } from '../orders/claim.ts'
import { expire, findOverdueOrders } from '../orders/expire.ts'
import { findOrdersExpiringSoon, sendExpiryReminder } from '../orders/send-expiry-reminder.ts'
import { report } from '../reports.ts'
import { bringBack, findDueReminders, findDueVisitorReminders } from '../support/remind.ts'
import { createDueRowLoop } from './for-each-due-row.ts'
import { holdLease } from './lease.ts'
import { pruneExpiredRows } from './prune-expired-rows.ts'

const secondMs = 1000
const hourMs = 3_600 * secondMs
const firstPruneMs = 30 * secondMs

/**
 * Starts the scheduled jobs: sending what waits in the outbox, releasing expired claims, expiring and reminding of
 * unpaid orders, opening conversations that staff asked to be reminded of, alerting staff, looking for payments on chains, refreshing the storefront, reporting how the process is
 * doing, and pruning. Of several processes, the one that holds the lease does what changes orders and prunes; every one
 * does the rest.
 * @returns a function that stops them
 */
export function startScheduler(app: AppContext) {
  const jobs = createJobs(app)
  const lease = holdLease(app.db, app.log, 'scheduler', app.nodeId)
  const ifHeld = (run: () => Promise<void>) => async () => {
    if (await lease.isHeld()) await run()
  }
  const stops = [
    runEvery(secondMs, app, 'send-outbox', () => app.outbox.drain()),
    runEvery(secondMs, app, 'release-expired-claims', ifHeld(jobs.releaseExpiredClaims)),
    runEvery(15 * secondMs, app, 'expire-orders', ifHeld(jobs.expireOrders)),
    runEvery(15 * secondMs, app, 'remind-of-expiry', ifHeld(jobs.remindOfExpiry)),
    runEvery(15 * secondMs, app, 'bring-back-conversations', ifHeld(jobs.bringBackConversations)),
    runEvery(15 * secondMs, app, 'alert-staff', ifHeld(jobs.alertAbsentStaff)),
    // Each by itself: a network whose endpoints hang doesn't hold up the others.
    ...(app.chain?.rounds ?? []).map((round) => runEvery(secondMs, app, 'check-chains', ifHeld(round))),
    // At once: a store that has just started has no popular order yet. Each second, because it is due as soon as a minute
    // has passed since any process last did it.
    runEvery(secondMs, app, 'refresh-storefront', () => app.storefront.refresh(), 0),
    runEvery(5 * secondMs, app, 'report-system', () => app.system.refresh(), 0),
    // Soon after the start too: a process that restarts more often than hourly would never prune.
    runEvery(
      hourMs,
      app,
      'prune',
      ifHeld(() => pruneExpiredRows(app)),
      firstPruneMs,
    ),
  ]
  return async () => {
    stops.forEach((stop) => stop())
    await lease.stop()
  }
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
    if (!stopped) timer = setTimeout(() => void start(), delayMs).unref()
  }
  const start = async () => {
    const startedAt = performance.now()
    const failed = await run().then(
      () => false,
      (error: unknown) => {
        // A long job may still run when the database closes.
        if (!stopped) log.error({ err: error, job }, 'scheduled job failed')
        return true
      },
    )
    report('job', { job, failed, seconds: (performance.now() - startedAt) / 1000 })
    schedule()
  }
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
  const eachConversation = createDueRowLoop(app, 'bring-back-conversations')
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
    /** Opens the conversations again that staff asked to be reminded of. */
    async bringBackConversations(now = new Date()) {
      for (const find of [findDueReminders, findDueVisitorReminders]) {
        const work = (id: string) => runMutation(app, (ctx) => bringBack(ctx, id, now))
        await eachConversation((after) => find(db, now, after), work, now.getTime())
      }
    },
    /** Emails staff the payments that wait while none of them is online. */
    async alertAbsentStaff(now = new Date()) {
      if (app.staffPresence.isOnline || !(await hasLongWaitingPayment(db, now))) return
      await runMutation(app, (ctx) => alertStaff(ctx, now))
    },
  }
}
