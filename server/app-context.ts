import type { Logger } from 'pino'
import type { CategoryCounts } from './catalogue/category-counts.ts'
import type { ChainWatch } from './chain/watch.ts'
import type { Db } from './db/transactions.ts'
import type { Env } from './env.ts'
import type { EventBus } from './events/event-bus.ts'
import type { StreamHeads } from './events/stream-heads.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Storefront } from './storefront/storefront.ts'
import type { SystemMonitor } from './system/system.ts'

/** What one running process has: its database, settings, event bus, rate limits, mailer, outbox and log. */
export type AppContext = {
  /** This process among those that share the database. */
  nodeId: string
  db: Db
  env: Env
  bus: EventBus
  streamHeads: StreamHeads
  /** One instance for HTTP, pages and sockets, so that a limit can't be doubled by mixing them. */
  rateLimits: RateLimits
  log: Logger
  mail: Mailer
  outbox: Outbox
  storefront: Storefront
  categoryCounts: CategoryCounts
  system: SystemMonitor
  /** Looks for payments on chains; null without CHAIN_CHECK. */
  chain: ChainWatch | null
  /** Whether a member of staff has the store open; set by the socket server. */
  staffPresence: { isOnline: boolean }
}
