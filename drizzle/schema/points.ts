import { isNotNull, sql } from 'drizzle-orm'
import { pointsSources } from '../../shared/points/schema.ts'
import { createdAt, enumerated, id, kit } from '../kit.ts'
import { users } from './accounts.ts'

/** The append-only points ledger; `users.points` is its sum. */
export const pointsEntries = kit.table(
  'points_entries',
  {
    id: id(),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id),
    source: kit.oneOf(...pointsSources).notNull(),
    orderId: kit.text(),
    /** Which of the order's verifications earned it, counted from 0. */
    round: kit.int().notNull().default(0),
    /** True for an entry that takes an award back. */
    reversal: kit.bool().notNull().default(false),
    /** The order's total in cents, negative in a reversal; 0 for an adjustment. */
    amount: kit.cents().notNull(),
    points: kit.int().notNull(),
    note: kit.text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('one_award_a_cause').on(t.userId, t.source, t.orderId, t.round, t.reversal),
    kit.index('points_by_order').on(t.orderId).where(isNotNull(t.orderId)),
    kit.index('points_by_user').on(t.userId, t.createdAt, t.id),
    enumerated(t.source, pointsSources),
    // Awards add points for an order and reversals take them; an adjustment has no order and goes either way.
    kit.check(
      'points_entries_sign_check',
      sql`case
        when ${t.source} = 'adjustment' then ${t.orderId} is null and not ${t.reversal} and ${t.amount} = 0
        when ${t.reversal} then ${t.orderId} is not null and ${t.amount} <= 0 and ${t.points} <= 0
        else ${t.orderId} is not null and ${t.amount} >= 0 and ${t.points} >= 0
      end`,
    ),
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

/** Who referred whom; a user can be referred only once. */
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
    /** The referred customer's first verified order, which earned the referrer the reward. */
    rewardedOrderId: kit.text(),
    createdAt: createdAt(),
  },
  (t) => [kit.index('referrals_by_referrer').on(t.referrerId, t.createdAt)],
)
