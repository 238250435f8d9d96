import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { items, orderLines, removedReviews, reviews } from '../../drizzle/schema.ts'
import { conflict, notFound, unprocessable } from '../../shared/api-error.ts'
import { fairRating } from '../../shared/catalogue/rules.ts'
import { reviewRank } from '../../shared/reviews/rules.ts'
import { searchText } from '../../shared/search-text.ts'
import { recordAction } from '../audit/record-action.ts'
import { forUpdate } from '../db/transactions.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { countStars } from './count-stars.ts'
import { presentReview, selectReviews } from './present.ts'

type ReviewInput = { item: string; stars: number; description: string }
type Rating = { averageRating: number; reviewCount: number; starCounts: number[] }

/** How long the author of a review that staff removed can't review the item again. */
const removalMs = 7 * 24 * 3_600_000

/**
 * One review per user and item (docs/rules.md, Reviews).
 * @throws 404 'Item not found'; 409 if the user has reviewed the item; 422 in the week after staff removed their review
 */
export async function writeReview(ctx: MutationContext, userId: string, { item, stars, description }: ReviewInput) {
  const { tx } = ctx
  const [onSale] = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, item), isNull(items.archivedAt)))
  if (!onSale) throw notFound('Item not found')
  await assertNotJustRemoved(ctx, userId, item)
  const [review] = await tx
    .insert(reviews)
    .values({
      itemId: item,
      userId,
      stars,
      description,
      searchText: searchText(description),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning()
  if (!review) throw conflict('already_reviewed', 'You have already reviewed this item.')
  await rankReviews(ctx, eq(reviews.id, review.id))
  return publishReview(ctx, review.id, await adjustRating(ctx, item, { stars, reviews: 1 }))
}

async function assertNotJustRemoved({ tx, now }: MutationContext, userId: string, itemId: string) {
  const [removed] = await tx
    .select({ at: removedReviews.removedAt })
    .from(removedReviews)
    .where(and(eq(removedReviews.itemId, itemId), eq(removedReviews.userId, userId)))
  const days = removed ? Math.ceil((removed.at.getTime() + removalMs - now.getTime()) / (24 * 3_600_000)) : 0
  if (days <= 0) return
  const wait = days === 1 ? 'tomorrow' : `in ${days} days`
  throw unprocessable('review_removed', `Your review of this item was removed. You can write another one ${wait}.`)
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
  await ctx.tx
    .update(reviews)
    .set({ stars, description, searchText: searchText(description), updatedAt: ctx.now })
    .where(own)
  return publishReview(ctx, id, await adjustRating(ctx, item, { stars: stars - before.stars, reviews: 0 }))
}

/** @throws 404 if it isn't the user's review */
export async function deleteReview(ctx: MutationContext, userId: string, id: string): Promise<Rating> {
  const { rating } = await deleteReviewWhere(ctx, and(eq(reviews.id, id), eq(reviews.userId, userId)))
  return rating
}

/**
 * Lets staff remove anyone's review. Its author is notified and can't review the item again for a week.
 * @param reason the author can read it
 * @throws 404 'Review not found'
 */
export async function removeReview(
  ctx: MutationContext,
  staff: { id: string },
  id: string,
  reason?: string,
): Promise<Rating> {
  const { review, rating } = await deleteReviewWhere(ctx, eq(reviews.id, id))
  const [item] = await ctx.tx.select({ name: items.name }).from(items).where(eq(items.id, review.itemId))
  const { itemId, userId, stars, description } = review
  await ctx.tx
    .insert(removedReviews)
    .values({ itemId, userId, removedAt: ctx.now })
    .onConflictDoUpdate({ target: [removedReviews.itemId, removedReviews.userId], set: { removedAt: ctx.now } })
  await notify(ctx, userId, {
    type: 'warning',
    message: `Your review of ${item!.name} was removed by our staff${reason === undefined ? '' : `: ${reason}`}`,
    link: `/items/${itemId}`,
  })
  await recordAction(ctx, {
    actorId: staff.id,
    action: 'review.remove',
    subject: 'review',
    subjectId: id,
    before: { item: itemId, user: userId, stars, description },
    ...(reason !== undefined && { after: { reason } }),
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
  await tx
    .update(items)
    .set({ rating, fairRating: fairRating(sums!) })
    .where(eq(items.id, itemId))
  return { averageRating: rating / 100, reviewCount, starCounts: await countStars(tx, itemId) }
}

/** Stores the ranks of reviews, which depend on whether they are verified purchases. */
export async function rankReviews({ tx }: Pick<MutationContext, 'tx'>, where: SQL | undefined) {
  for (const row of await selectReviews(tx).where(where)) {
    await tx
      .update(reviews)
      .set({ rank: reviewRank(presentReview(row)) })
      .where(eq(reviews.id, row.id))
  }
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
  const ofOrder = and(eq(reviews.userId, userId), inArray(reviews.itemId, ordered))
  await rankReviews({ tx }, ofOrder)
  const rows = await selectReviews(tx).where(ofOrder)
  for (const row of rows) {
    const [item] = await tx
      .select({ rating: items.rating, reviewCount: items.reviewCount })
      .from(items)
      .where(eq(items.id, row.item))
    const { rating, reviewCount } = item!
    publish('catalogue', {
      type: 'review.changed',
      data: {
        review: presentReview(row),
        averageRating: rating / 100,
        reviewCount,
        starCounts: await countStars(tx, row.item),
      },
    })
  }
}
