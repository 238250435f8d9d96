import { lt } from 'drizzle-orm'
import { accessTokens, idempotencyKeys, mailLinks, refreshTokens, sessions, spentCaptchas } from '../drizzle/schema.ts'
import { forgetPictures } from './catalogue/forget-pictures.ts'
import { expire, overdueOrders } from './orders/expire.ts'
import { lapse, lapsedClaims } from './orders/claim.ts'
import { ordersToWarnOf, warn } from './orders/warn.ts'
import type { Store } from './store.ts'
import { change } from './stream/change.ts'
import { forgetEvents } from './stream/forget.ts'

const second = 1000
const hour = 3_600 * second

/** What happens by itself: orders that nobody paid expire, claims lapse, and what is too old is forgotten. */
export function startClock(store: Store) {
  const timers = [
    every(second, store, 'claims', async () => {
      for (const { id } of await lapsedClaims(store.db)) await change(store, (making) => lapse(making, id))
    }),
    every(15 * second, store, 'expiry', async () => {
      for (const { id } of await overdueOrders(store.db)) await change(store, (making) => expire(making, id))
      const { expiryHours } = store.env
      for (const { id } of await ordersToWarnOf(store.db, expiryHours))
        await change(store, (making) => warn(making, id))
    }),
    every(hour, store, 'forgetting', () => forgetOld(store)),
  ]
  return () => timers.forEach((stop) => stop())
}

/** Once more `ms` after the last time ended; a failure is logged and tried again then. */
function every(ms: number, { log }: Store, what: string, work: () => Promise<void>) {
  let timer: NodeJS.Timeout
  let stopped = false
  const next = () => {
    if (!stopped) timer = setTimeout(run, ms).unref()
  }
  const run = () =>
    void work()
      .catch((error: unknown) => log.error({ err: error, what }, 'a timed task failed'))
      .then(next)
  next()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

async function forgetOld({ db }: Store) {
  const now = new Date()
  await db.delete(accessTokens).where(lt(accessTokens.expiresAt, now))
  await db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now))
  // With the device that it was on; whoever had it can do nothing with it any more.
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, now))
  await db.delete(spentCaptchas).where(lt(spentCaptchas.expiresAt, now))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - 24 * hour)))
  await forgetEvents(db, new Date(now.getTime() - 72 * hour))
  await forgetPictures(db, new Date(now.getTime() - 24 * hour))
}
