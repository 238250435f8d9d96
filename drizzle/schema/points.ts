import { createdAt, id, kit } from '../kit.ts'
import { users } from './accounts.ts'

/** The points ledger: it only grows, and a person's points are its sum. */
export const pointsEntries = kit.table(
  'points_entries',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id),
    source: kit.oneOf('order', 'referral', 'adjustment').notNull(),
    orderId: kit.text(),
    /** An award, or the entry that takes one back. */
    reversal: kit.bool().notNull().default(false),
    /** The order's total, in cents; below 0 when it is taken back. */
    amount: kit.cents().notNull(),
    points: kit.int().notNull(),
    note: kit.text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('one_award_a_cause').on(t.userId, t.source, t.orderId, t.reversal),
    kit.index('points_by_user').on(t.userId, t.createdAt, t.id),
  ],
)

export const referralCodes = kit.table('referral_codes', {
  userId: kit
    .text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Upper case. */
  code: kit.text().notNull().unique(),
  createdAt: createdAt(),
})

/** Who was brought by whom: once in a lifetime. */
export const referrals = kit.table(
  'referrals',
  {
    refereeId: kit
      .text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    referrerId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The referred customer's first verified order, which earned the reward. */
    rewardedOrderId: kit.text(),
    createdAt: createdAt(),
  },
  (t) => [kit.index('referrals_by_referrer').on(t.referrerId, t.createdAt)],
)
