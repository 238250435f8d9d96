import { createdAt, id, kit } from '../kit.ts'
import { users } from './accounts.ts'
import { categories, items } from './catalogue.ts'

export const coupons = kit.table('coupons', {
  id: id(),
  /** Upper case. */
  code: kit.text().notNull().unique(),
  type: kit.oneOf('Percentage', 'Fixed').notNull(),
  /** Hundredths: of a percent, or of a dollar. */
  amount: kit.int().notNull(),
  itemId: kit.text().references(() => items.id),
  categoryId: kit.text().references(() => categories.id),
  expiresAt: kit.time(),
  usesLimit: kit.int(),
  usesPerCustomer: kit.int(),
  /** Redemptions now held by orders. */
  uses: kit.int().notNull().default(0),
  archivedAt: kit.time(),
  createdAt: createdAt(),
})

/** One use of a coupon, reserved by an order; gone when the order gives it back. */
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
