import { sql } from 'drizzle-orm'
import { atLeast, createdAt, enumerated, id, kit } from '../kit.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

const outboxStates = ['waiting', 'sent', 'failed', 'dropped'] as const

/** Messages that leave the app, written in the transaction of the change they report and sent after its commit. */
export const outbox = kit.table(
  'outbox',
  {
    /** Its time is part of it, so rows are pruned by id. The Message-ID of the email is derived from it. */
    id: id(),
    /** What the message says: a key of `emailKinds`. */
    kind: kit.text().notNull(),
    /** Two messages with the same key are one. Null where the change itself can happen only once. */
    dedupe: kit.text(),
    /** Whose account the message is about. */
    userId: kit.text().references(() => users.id, { onDelete: 'cascade' }),
    recipient: kit.text().notNull(),
    /** JSON; encrypted when it contains a link that grants access. */
    payload: kit.text().notNull(),
    /** Of those that are due, the lowest is sent first. */
    priority: kit.int().notNull(),
    state: kit.oneOf(...outboxStates).notNull(),
    /** How often sending it was tried. */
    attempts: kit.int().notNull(),
    /** When it is sent, or sent again. */
    nextAt: kit.time().notNull(),
    /** Until when one process has it in hand. */
    lockedUntil: kit.time(),
    /** Why the last attempt failed, or why it was dropped; contains no address. */
    lastError: kit.text(),
    createdAt: createdAt(),
    sentAt: kit.time(),
  },
  (t) => [
    kit
      .uniqueIndex('outbox_by_dedupe')
      .on(t.dedupe)
      .where(sql`${t.dedupe} is not null`),
    kit
      .index('outbox_due')
      .on(t.priority, t.nextAt)
      .where(sql`${t.state} = 'waiting'`),
    kit
      .index('outbox_failed')
      .on(t.createdAt)
      .where(sql`${t.state} = 'failed'`),
    enumerated(t.state, outboxStates),
    ...atLeast(0, t.priority, t.attempts),
  ],
)

/** Which optional emails a user wants; without a row, all of them. */
export const emailPreferences = kit.table('email_preferences', {
  userId: kit
    .text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** An unpaid order is about to expire. */
  reminders: kit.bool().notNull().default(true),
  /** Support has replied. */
  support: kit.bool().notNull().default(true),
  /** For staff: a payment waits and nobody is online. */
  alerts: kit.bool().notNull().default(true),
})

/** Which waiting payments a member of staff was alerted to by email: each once. */
export const paymentAlerts = kit.table(
  'payment_alerts',
  {
    staffId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    orderId: kit
      .text()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: createdAt(),
  },
  (t) => [kit.primaryKey({ columns: [t.staffId, t.orderId] }), kit.index('payment_alerts_by_time').on(t.staffId, t.at)],
)
