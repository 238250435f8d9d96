import type { Logger } from 'pino'
import { openDatabase } from './db/open.ts'
import type { Env } from './env.ts'
import { createMailer } from './mail/mailer.ts'
import type { Store } from './store.ts'
import { createBus } from './stream/bus.ts'
import { createPositions } from './stream/positions.ts'

/** Opens the database, brings it up to date, and seeds it when it is empty and that is wanted. */
export async function openStore(env: Env, log: Logger): Promise<Store> {
  const db = await openDatabase(env.databaseUrl)
  if (env.seed === 'demo') {
    const { seedWhenEmpty } = await import('../scripts/seed/seed.ts')
    await seedWhenEmpty(db, env)
  }
  const bus = createBus()
  return { db, env, bus, log, positions: await createPositions(db, bus), mail: createMailer(env, log) }
}
