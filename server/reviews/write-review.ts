import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { items, orderLines, reviews } from '../../drizzle/schema.ts'
import { conflict, notFound } from '../../shared/api-error.ts'
import { recordAction } from '../audit/record-action.ts'
import { forUpdate } from '../db/transactions.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { presentReview, selectReviews } from './present.ts'

type ReviewInput = { item: string; stars: number; description: string }
type Rating = { averageRating: number; reviewCount: number }

/** One review per user and item (docs/rules.md). @throws 404 'Item not found'; 409 if the user has reviewed the item */
export async function writeReview(ctx: MutationContext, userId: string, { item, stars, description }: ReviewInput) {
  const { tx } = ctx
  const [onSale] = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, item), isNull(items.archivedAt)))
  if (!onSale) throw notFound('Item not found')
  const [review] = await tx
    .insert(reviews)
    .values({ itemId: item, userId, stars, description, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!review) throw conflict('already_reviewed', 'You have already reviewed this item.')
  return publishReview(ctx, review.id, await adjustRating(ctx, item, { stars, reviews: 1 }))
}

/** @throws 404 if it isn't the user's review of this item */
export async function changeReview(
  ctx: MutationContext,
  userId: string,
  id: string,
  { item, stars, description }: ReviewInput,
) {
  const own = and(eq(reviews.id, id), eq(reviews.userId, userId), eq(reviews.itemId, item))
  const [before] = await forUpdate(ctx.tx.select().from(reviews).where(own))
  if (!before) throw notFound('Review not found')
  await ctx.tx.update(reviews).set({ stars, description, updatedAt: ctx.now }).where(own)
  return publishReview(ctx, id, await adjustRating(ctx, item, { stars: stars - before.stars, reviews: 0 }))
}

/** @throws 404 if it isn't the user's review */
export async function deleteReview(ctx: MutationContext, userId: string, id: string): Promise<Rating> {
  const { rating } = await deleteReviewWhere(ctx, and(eq(reviews.id, id), eq(reviews.userId, userId)))
  return rating
}

/** Lets staff remove anyone's review; its author is notified. @throws 404 'Review not found' */
export async function removeReview(ctx: MutationContext, staff: { id: string }, id: string): Promise<Rating> {
  const { review, rating } = await deleteReviewWhere(ctx, eq(reviews.id, id))
  const [item] = await ctx.tx.select({ name: items.name }).from(items).where(eq(items.id, review.itemId))
  const { itemId, userId, stars, description } = review
  await notify(ctx, userId, {
    type: 'warning',
    message: `Your review of ${item!.name} was removed by our staff`,
    link: `/items/${itemId}`,
  })
  await recordAction(ctx, {
    actorId: staff.id,
    action: 'review.remove',
    subject: 'review',
    subjectId: id,
    before: { item: itemId, user: userId, stars, description },
  })
  return rating
}

async function deleteReviewWhere(ctx: MutationContext, where: SQL | undefined) {
  const [review] = await ctx.tx.delete(reviews).where(where).returning()
  if (!review) throw notFound('Review not found')
  const rating = await adjustRating(ctx, review.itemId, { stars: -review.stars, reviews: -1 })
  ctx.publish('catalogue', { type: 'review.removed', data: { _id: review.id, item: review.itemId, ...rating } })
  return { review, rating }
}

/** Adds to the item's sums in the transaction of its review, so the rating never differs from the reviews. */
async function adjustRating(
  { tx }: MutationContext,
  itemId: string,
  change: { stars: number; reviews: number },
): Promise<Rating> {
  const [sums] = await tx
    .update(items)
    .set({
      starsSum: sql`${items.starsSum} + ${change.stars}`,
      reviewCount: sql`${items.reviewCount} + ${change.reviews}`,
    })
    .where(eq(items.id, itemId))
    .returning({ starsSum: items.starsSum, reviewCount: items.reviewCount })
  const { starsSum, reviewCount } = sums!
  const rating = reviewCount === 0 ? 0 : Math.round((starsSum * 100) / reviewCount)
  await tx.update(items).set({ rating }).where(eq(items.id, itemId))
  return { averageRating: rating / 100, reviewCount }
}

async function publishReview({ tx, publish }: MutationContext, id: string, rating: Rating) {
  const [row] = await selectReviews(tx).where(eq(reviews.id, id))
  const review = presentReview(row!)
  publish('catalogue', { type: 'review.changed', data: { review, ...rating } })
  return { data: review, ...rating }
}

/** Publishes a customer's reviews of the items in an order again, because "Verified purchase" depends on the order. */
export async function republishReviews({ tx, publish }: MutationContext, userId: string, orderId: string) {
  const ordered = tx.select({ id: orderLines.itemId }).from(orderLines).where(eq(orderLines.orderId, orderId))
  const rows = await selectReviews(tx).where(and(eq(reviews.userId, userId), inArray(reviews.itemId, ordered)))
  for (const row of rows) {
    const [item] = await tx
      .select({ rating: items.rating, reviewCount: items.reviewCount })
      .from(items)
      .where(eq(items.id, row.item))
    const { rating, reviewCount } = item!
    publish('catalogue', {
      type: 'review.changed',
      data: { review: presentReview(row), averageRating: rating / 100, reviewCount },
    })
  }
}
