import type { Logger } from 'pino'
import { inArray } from 'drizzle-orm'
import { users } from '../drizzle/schema.ts'
import { BadDatabase } from './db/errors.ts'
import { openDatabase } from './db/open.ts'
import type { Env } from './env.ts'
import { createMailer } from './mail/mailer.ts'
import type { Store } from './store.ts'
import { createBus } from './stream/bus.ts'
import { createPositions } from './stream/positions.ts'

/** Whose password is in the README. */
export const demoPeople = ['ada', 'sam', 'staff', 'mira'].map((name) => `${name}@example.com`)

/**
 * Opens the database, brings it up to date, and seeds it when it is empty and that is wanted.
 * @throws BadDatabase when a live store is given one that was a demo store's
 */
export async function openStore(env: Env, log: Logger): Promise<Store> {
  const db = await openDatabase(env.databaseUrl)
  if (env.live && (await db.$count(users, inArray(users.email, demoPeople))) > 0) {
    await db.close()
    throw new BadDatabase(
      'The demo people are in this database, staff among them: a live store takes a new one. Set DATABASE_URL to another.',
    )
  }
  if (env.seed === 'demo') {
    const { seedWhenEmpty } = await import('../scripts/seed/seed.ts')
    await seedWhenEmpty(db, env)
  }
  const bus = createBus()
  return { db, env, bus, log, positions: await createPositions(db, bus), mail: createMailer(env, log) }
}
