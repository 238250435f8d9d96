import { and, eq, exists, sql } from 'drizzle-orm'
import { items, orderLines, orders, reviews, users } from '../../drizzle/schema.ts'
import { lastInitial } from '../../shared/accounts/prefs.ts'
import type { Review } from '../../shared/reviews/schema.ts'
import type { Queries } from '../db/transactions.ts'
import { unindexed } from '../db/unindexed.ts'

/** Selects reviews with their author and whether it is a verified purchase (docs/rules.md). */
export const selectReviews = (db: Queries) =>
  db.select(reviewColumns(db)).from(reviews).innerJoin(users, eq(users.id, reviews.userId))

/** The same with the item's name. */
export const selectReviewsForStaff = (db: Queries) =>
  db
    .select({ ...reviewColumns(db), itemName: items.name })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(items, eq(items.id, reviews.itemId))

const reviewColumns = (db: Queries) => ({
  id: reviews.id,
  item: reviews.itemId,
  stars: reviews.stars,
  rank: reviews.rank,
  description: reviews.description,
  createdAt: reviews.createdAt,
  user: { _id: users.id, firstName: users.firstName, lastName: users.lastName },
  verifiedPurchase: exists(completedOrder(db)).mapWith(Boolean),
})

const completedOrder = (db: Queries) =>
  db
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, reviews.userId),
        eq(orders.orderStatus, 'completed'),
        eq(orders.paymentStatus, 'verified'),
        // Few orders are the author's; many may have the item.
        eq(unindexed(orderLines.itemId), reviews.itemId),
      ),
    )

type Row = Awaited<ReturnType<typeof selectReviews>>[number]

/** A review as everyone sees it: of the author's last name, the initial. */
export function presentReview(row: Row): Review {
  const { firstName, lastName, _id } = row.user
  return { ...presentReviewForStaff(row), user: { _id, firstName, lastName: lastInitial(lastName) } }
}

export const presentReviewForStaff = ({ id, createdAt, rank: _, ...row }: Row): Review => ({
  _id: id,
  ...row,
  createdAt: createdAt.getTime(),
})
