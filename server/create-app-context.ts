import type { Logger } from 'pino'
import { inArray } from 'drizzle-orm'
import { dialect, newId } from '../drizzle/kit.ts'
import { users } from '../drizzle/schema.ts'
import { revokeCodesOfBackup } from './accounts/second-factor.ts'
import type { AppContext } from './app-context.ts'
import { fillAuditSearchText } from './audit/fill-search-text.ts'
import { createCategoryCounts } from './catalogue/category-counts.ts'
import { fillItemSearchColumns } from './catalogue/fill-search-columns.ts'
import { backfill } from './db/backfill.ts'
import { DatabaseStartupError } from './db/errors.ts'
import { openDatabase } from './db/open.ts'
import type { Db } from './db/transactions.ts'
import type { Env } from './env.ts'
import { createEventBus } from './events/event-bus.ts'
import { createSharedEventBus } from './events/shared-event-bus.ts'
import { createStreamHeads } from './events/stream-heads.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createSharedRateLimits } from './http/shared-rate-limits.ts'
import { createEmailDelivery, settleEmail } from './jobs/deliver-email.ts'
import { withLease } from './jobs/lease.ts'
import { createMailer } from './mail/mailer.ts'
import { createOutbox } from './outbox/outbox.ts'
import { fillReviewRanks } from './reviews/fill-ranks.ts'
import { createStorefront } from './storefront/storefront.ts'
import { createSystem } from './system/system.ts'

/** The demo accounts, whose password is in the README. */
export const demoEmails = ['ada', 'sam', 'staff', 'mira'].map((name) => `${name}@example.com`)

/**
 * Opens and migrates the database, seeds it with demo content if that is configured and it is empty, and builds the
 * app context.
 * @throws DatabaseStartupError in production if the database contains demo accounts
 */
export async function createAppContext(env: Env, log: Logger): Promise<AppContext> {
  const nodeId = createNodeId()
  const db = await openDatabase(env.databaseUrl, env.databaseDirectUrl)
  try {
    // Processes that start together prepare the database one after the other.
    await withLease(db, log, 'startup', nodeId, () => prepareDatabase(db, env))
  } catch (error) {
    await db.close()
    throw error
  }
  return assembleAppContext(db, env, log, nodeId)
}

const createNodeId = () => newId().slice(-8)

/** Fills columns that migrations added, and the whole database with demo content if it is empty. */
async function prepareDatabase(db: Db, env: Env) {
  await backfill(db)
  await fillItemSearchColumns(db)
  await fillAuditSearchText(db)
  await fillReviewRanks(db)
  await revokeCodesOfBackup(db)
  if (env.isProduction && (await db.$count(users, inArray(users.email, demoEmails))) > 0) {
    throw new DatabaseStartupError('This database contains demo accounts. Use a fresh DATABASE_URL in production.')
  }
  if (env.seed === 'demo') {
    const { seedWhenEmpty } = await import('./seed/seed.ts')
    await seedWhenEmpty(db, env)
  }
}

/** The app context on an open database. */
export async function assembleAppContext(db: Db, env: Env, log: Logger, nodeId = createNodeId()): Promise<AppContext> {
  const { redisUrl } = env
  const bus = dialect === 'sqlite' ? createEventBus() : await createSharedEventBus({ db, log, nodeId, redisUrl })
  const mail = createMailer(env, log)
  const streamHeads = await createStreamHeads(db, bus)
  const app: AppContext = {
    nodeId,
    db,
    env,
    bus,
    streamHeads,
    rateLimits: await openRateLimits(env, log, streamHeads.epoch),
    log,
    mail,
    storefront: await createStorefront(db, streamHeads),
    categoryCounts: createCategoryCounts({ db, bus, streamHeads }),
    system: createSystem({ db, bus, env, nodeId }),
    outbox: createOutbox({
      db,
      log,
      deliver: createEmailDelivery(db, env, mail),
      settle: (row, outcome) => settleEmail(app, row, outcome),
    }),
    chain: null,
    staffPresence: { isOnline: false },
  }
  if (env.chain) {
    // Loaded only where chains are looked at.
    app.chain = (await import('./chain/watch.ts')).createChainWatch(app)
    app.system.reportChains(app.chain.health)
  }
  return app
}

async function openRateLimits({ rateLimitsEnabled, redisUrl }: Env, log: Logger, epoch: string) {
  const local = createRateLimits(rateLimitsEnabled)
  if (redisUrl === null) return local
  return createSharedRateLimits({ redisUrl, log, prefix: `kade:${epoch}:limit`, local })
}
