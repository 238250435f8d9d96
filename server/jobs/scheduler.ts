import { lt } from 'drizzle-orm'
import {
  accessTokens,
  idempotencyKeys,
  mailLinks,
  refreshTokens,
  sessions,
  spentCaptchas,
} from '../../drizzle/schema.ts'
import type { AppContext } from '../app-context.ts'
import { prunePictures } from '../catalogue/prune-pictures.ts'
import { runMutation } from '../events/mutation.ts'
import { pruneEvents } from '../events/prune.ts'
import { alertStaff, hasLongWaitingPayment, pruneAlerts } from '../orders/alert-staff.ts'
import { findExpiredClaims, releaseExpiredClaim } from '../orders/claim.ts'
import { expire, findOverdueOrders } from '../orders/expire.ts'
import { findOrdersExpiringSoon, sendExpiryReminder } from '../orders/send-expiry-reminder.ts'
import { pruneOutbox } from '../outbox/leases.ts'
import { createDueRowLoop } from './for-each-due-row.ts'

const secondMs = 1000
const hourMs = 3_600 * secondMs

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
    runEvery(hourMs, app, 'prune', () => pruneExpiredRows(app)),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Runs a job again `intervalMs` after its last run ended. A failure is logged; the next run tries again. */
function runEvery(intervalMs: number, { log }: AppContext, job: string, run: () => Promise<void>) {
  let timer: NodeJS.Timeout
  let stopped = false
  const schedule = () => {
    if (!stopped) timer = setTimeout(start, intervalMs).unref()
  }
  const start = () =>
    void run()
      .catch((error: unknown) => log.error({ err: error, job }, 'scheduled job failed'))
      .then(schedule)
  schedule()
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

async function pruneExpiredRows({ db }: AppContext) {
  const now = new Date()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
  await db.delete(accessTokens).where(lt(accessTokens.expiresAt, now))
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now))
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, now))
  await db.delete(spentCaptchas).where(lt(spentCaptchas.expiresAt, now))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, hoursAgo(24)))
  await pruneEvents(db, hoursAgo(72))
  await prunePictures(db, hoursAgo(24))
  await pruneOutbox(db, now)
  await pruneAlerts(db, now)
}
