import { isNotNull, isNull } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { couponTypes } from '../../shared/coupons/schema.ts'
import { expiryOf } from '../conditions.ts'
import { atLeast, createdAt, enumerated, id, kit, version } from '../kit.ts'
import { users } from './accounts.ts'
import { categories, items } from './catalogue.ts'

export const coupons = kit.table(
  'coupons',
  {
    id: id(),
    /** Upper case. */
    code: kit.text().notNull().unique(),
    type: kit.oneOf(...couponTypes).notNull(),
    /** Hundredths of a percent, or cents. */
    amount: kit.int().notNull(),
    itemId: kit.text().references(() => items.id),
    categoryId: kit.text().references(() => categories.id),
    startsAt: kit.time(),
    expiresAt: kit.time(),
    /** The least subtotal of an order. */
    minTotal: kit.cents(),
    firstOrderOnly: kit.bool().notNull().default(false),
    /** The number of personal codes, if this is a batch of them: its code is their prefix and can't be redeemed. */
    batchSize: kit.int(),
    /** The batch of a personal code, whose terms it shares. */
    batchId: kit.text().references((): AnySQLiteColumn => coupons.id),
    usesLimit: kit.int(),
    usesPerCustomer: kit.int(),
    /** Redemptions that orders hold now. */
    uses: kit.int().notNull().default(0),
    archivedAt: kit.time(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    // The list, by each of its sorts, shows a batch as one row.
    kit.index('coupons_by_age').on(t.createdAt, t.id, t.archivedAt).where(isNull(t.batchId)),
    kit.index('coupons_by_code').on(t.code, t.id, t.archivedAt).where(isNull(t.batchId)),
    kit.index('coupons_by_uses').on(t.uses, t.id, t.archivedAt).where(isNull(t.batchId)),
    kit.index('coupons_by_expiry').on(expiryOf(t.expiresAt), t.id, t.archivedAt).where(isNull(t.batchId)),
    kit.index('coupons_by_batch').on(t.batchId, t.id).where(isNotNull(t.batchId)),
    kit.index('coupons_by_category').on(t.categoryId).where(isNotNull(t.categoryId)),
    enumerated(t.type, couponTypes),
    ...atLeast(0, t.amount, t.uses),
    ...atLeast(1, t.usesLimit, t.usesPerCustomer, t.version),
  ],
)

/** One use of a coupon, reserved by an order; deleted when the order releases it. */
export const couponRedemptions = kit.table(
  'coupon_redemptions',
  {
    orderId: kit.text().primaryKey(),
    couponId: kit
      .text()
      .notNull()
      .references(() => coupons.id),
    userId: kit
      .text()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    kit.index('redemptions_by_coupon').on(t.couponId, t.userId),
    kit.index('redemptions_by_age').on(t.couponId, t.createdAt, t.orderId),
    // A coupon for first orders asks what else its customer holds.
    kit.index('redemptions_by_user').on(t.userId),
  ],
)
