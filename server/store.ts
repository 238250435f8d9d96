import type { Logger } from 'pino'
import type { Db } from './db/transactions.ts'
import type { Env } from './env.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Bus } from './stream/bus.ts'
import type { Positions } from './stream/positions.ts'

/** One running store: its database, its settings, the bus that carries what was committed, and its e-mail. */
export type Store = { db: Db; env: Env; bus: Bus; positions: Positions; log: Logger; mail: Mailer }
