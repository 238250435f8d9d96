import type { Logger } from 'pino'
import { inArray } from 'drizzle-orm'
import { users } from '../drizzle/schema.ts'
import { revokeCodesOfBackup } from './accounts/second-factor.ts'
import type { AppContext } from './app-context.ts'
import { fillAuditSearchText } from './audit/fill-search-text.ts'
import { backfill } from './db/backfill.ts'
import { DatabaseStartupError } from './db/errors.ts'
import { openDatabase } from './db/open.ts'
import type { Db } from './db/transactions.ts'
import type { Env } from './env.ts'
import { createEventBus } from './events/event-bus.ts'
import { createStreamHeads } from './events/stream-heads.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { createEmailDelivery } from './jobs/deliver-email.ts'
import { createMailer } from './mail/mailer.ts'
import { createOutbox } from './outbox/outbox.ts'

/** The demo accounts, whose password is in the README. */
export const demoEmails = ['ada', 'sam', 'staff', 'mira'].map((name) => `${name}@example.com`)

/**
 * Opens and migrates the database, seeds it with demo content if that is configured and it is empty, and builds the
 * app context.
 * @throws DatabaseStartupError in production if the database contains demo accounts
 */
export async function createAppContext(env: Env, log: Logger): Promise<AppContext> {
  const db = await openDatabase(env.databaseUrl)
  await backfill(db)
  await fillAuditSearchText(db)
  await revokeCodesOfBackup(db)
  if (env.isProduction && (await db.$count(users, inArray(users.email, demoEmails))) > 0) {
    await db.close()
    throw new DatabaseStartupError('This database contains demo accounts. Use a fresh DATABASE_URL in production.')
  }
  if (env.seed === 'demo') {
    const { seedWhenEmpty } = await import('./seed/seed.ts')
    await seedWhenEmpty(db, env)
  }
  return assembleAppContext(db, env, log)
}

/** The app context on an open database. */
export async function assembleAppContext(db: Db, env: Env, log: Logger): Promise<AppContext> {
  const bus = createEventBus()
  const mail = createMailer(env, log)
  return {
    db,
    env,
    bus,
    streamHeads: await createStreamHeads(db, bus),
    rateLimits: createRateLimits(env.rateLimitsEnabled),
    log,
    mail,
    outbox: createOutbox({ db, log, deliver: createEmailDelivery(db, env, mail) }),
    staffPresence: { isOnline: false },
  }
}
