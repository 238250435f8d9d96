import { isNull } from 'drizzle-orm'
import { networks } from '../../shared/payments/schema.ts'
import { atLeast, createdAt, enumerated, kit } from '../kit.ts'
import { users } from './accounts.ts'
import { payments } from './payments.ts'

/** Which transfer of which transaction each payment is that the store found on a chain. */
export const chainTransfers = kit.table(
  'chain_transfers',
  {
    paymentId: kit
      .text()
      .primaryKey()
      .references(() => payments.id),
    network: kit.oneOf(...networks).notNull(),
    /** 64 hex digits in upper case, as customers' references are compared. */
    hash: kit.text().notNull(),
    /** Its place among the transaction's logs. */
    ordinal: kit.int().notNull(),
    /** The block in which it was seen last. */
    block: kit.int().notNull(),
    /** When watching it ended; null while it is watched. */
    settledAt: kit.time(),
    /** Since when nothing but the pause of automatic verification has kept its order from being verified; null otherwise. */
    heldAt: kit.time(),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('chain_transfers_by_hash').on(t.hash, t.network, t.ordinal),
    kit.index('chain_transfers_to_watch').on(t.network, t.createdAt).where(isNull(t.settledAt)),
    enumerated(t.network, networks),
    ...atLeast(0, t.ordinal, t.block),
  ],
)

/** Up to which block each network was searched. */
export const chainMarks = kit.table(
  'chain_marks',
  {
    network: kit
      .oneOf(...networks)
      .notNull()
      .primaryKey(),
    block: kit.int().notNull(),
  },
  (t) => [enumerated(t.network, networks), ...atLeast(0, t.block)],
)

/** One row while staff have paused automatic verification. */
export const chainPause = kit.table('chain_pause', {
  id: kit.int().primaryKey(),
  pausedById: kit
    .text()
    .notNull()
    .references(() => users.id),
  pausedAt: kit.time().notNull(),
})
