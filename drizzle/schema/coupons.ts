import { isNotNull } from 'drizzle-orm'
import { couponTypes } from '../../shared/coupons/schema.ts'
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
    expiresAt: kit.time(),
    usesLimit: kit.int(),
    usesPerCustomer: kit.int(),
    /** Redemptions that orders hold now. */
    uses: kit.int().notNull().default(0),
    archivedAt: kit.time(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    kit.index('coupons_by_age').on(t.createdAt, t.id, t.archivedAt),
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
  (t) => [kit.index('redemptions_by_coupon').on(t.couponId, t.userId)],
)
