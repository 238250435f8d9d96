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
import { findExpiredClaims, releaseExpiredClaim } from '../orders/claim.ts'
import { expire, findOverdueOrders } from '../orders/expire.ts'
import { findOrdersExpiringSoon, sendExpiryReminder } from '../orders/send-expiry-reminder.ts'

const secondMs = 1000
const hourMs = 3_600 * secondMs

/**
 * Starts the scheduled jobs: releasing expired claims, expiring and reminding of unpaid orders, and pruning.
 * @returns a function that stops them
 */
export function startScheduler(app: AppContext) {
  const stops = [
    runEvery(secondMs, app, 'release-expired-claims', () => releaseExpiredClaims(app)),
    runEvery(15 * secondMs, app, 'expire-orders', () => expireOrders(app)),
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

async function releaseExpiredClaims(app: AppContext) {
  for (const { id } of await findExpiredClaims(app.db)) await runMutation(app, (ctx) => releaseExpiredClaim(ctx, id))
}

async function expireOrders(app: AppContext) {
  for (const { id } of await findOverdueOrders(app.db)) await runMutation(app, (ctx) => expire(ctx, id))
  for (const { id } of await findOrdersExpiringSoon(app.db, app.env.orderExpiryHours)) {
    await runMutation(app, (ctx) => sendExpiryReminder(ctx, id))
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
}
