import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { items, orderLines, reviews } from '../../drizzle/schema.ts'
import { conflict, notFound } from '../../shared/refusal.ts'
import { recordAction } from '../activity/audit.ts'
import { notify } from '../notifications/notify.ts'
import type { Change } from '../stream/change.ts'
import { presentReview, selectReviews } from './present.ts'

type Written = { item: string; stars: number; description: string }

/** One review by a person for an item. @throws 404 'Item not found'; 409 when there is one already */
export async function writeReview(making: Change, userId: string, { item, stars, description }: Written) {
  const { tx } = making
  const [onSale] = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, item), isNull(items.archivedAt)))
  if (!onSale) throw notFound('Item not found')
  const [review] = await tx
    .insert(reviews)
    .values({ itemId: item, userId, stars, description })
    .onConflictDoNothing()
    .returning()
  if (!review) throw conflict('already_reviewed', 'You have already reviewed this item.')
  return tellReview(making, review.id, await count(making, item, { stars, reviews: 1 }))
}

/** @throws 404 when it is not this person's review of this item */
export async function changeReview(making: Change, userId: string, id: string, { item, stars, description }: Written) {
  const own = and(eq(reviews.id, id), eq(reviews.userId, userId), eq(reviews.itemId, item))
  const [before] = await making.tx.select().from(reviews).where(own)
  if (!before) throw notFound('Review not found')
  await making.tx.update(reviews).set({ stars, description, updatedAt: new Date() }).where(own)
  return tellReview(making, id, await count(making, item, { stars: stars - before.stars, reviews: 0 }))
}

/** @throws 404 when it is not this person's */
export async function deleteReview(making: Change, userId: string, id: string) {
  return (await takeAway(making, and(eq(reviews.id, id), eq(reviews.userId, userId)))).average
}

/** Staff take a review away, whoever wrote it; its author is told. @throws 404 'Review not found' */
export async function removeReview(making: Change, staff: { id: string }, id: string) {
  const { review, average } = await takeAway(making, eq(reviews.id, id))
  const [item] = await making.tx.select({ name: items.name }).from(items).where(eq(items.id, review.itemId))
  const { itemId, userId, stars, description } = review
  await recordAction(making, {
    actorId: staff.id,
    action: 'review.remove',
    subject: 'review',
    subjectId: id,
    before: { item: itemId, user: userId, stars, description },
  })
  await notify(making, userId, {
    type: 'warning',
    message: `Your review of ${item!.name} was removed by our staff`,
    link: `/items/${itemId}`,
  })
  return average
}

async function takeAway(making: Change, which: SQL | undefined) {
  const [review] = await making.tx.delete(reviews).where(which).returning()
  if (!review) throw notFound('Review not found')
  const { id } = review
  const average = await count(making, review.itemId, { stars: -review.stars, reviews: -1 })
  making.tell('catalogue', { type: 'review.removed', data: { _id: id, item: review.itemId, ...average } })
  return { review, average }
}

type Average = { averageRating: number; reviewCount: number }

/** Keeps the item's average with the reviews that it is of. */
async function count({ tx }: Change, itemId: string, more: { stars: number; reviews: number }): Promise<Average> {
  const [sums] = await tx
    .update(items)
    .set({ starsSum: sql`${items.starsSum} + ${more.stars}`, reviewCount: sql`${items.reviewCount} + ${more.reviews}` })
    .where(eq(items.id, itemId))
    .returning({ starsSum: items.starsSum, reviewCount: items.reviewCount })
  const { starsSum, reviewCount } = sums!
  const rating = reviewCount === 0 ? 0 : Math.round((starsSum * 100) / reviewCount)
  await tx.update(items).set({ rating }).where(eq(items.id, itemId))
  return { averageRating: rating / 100, reviewCount }
}

async function tellReview({ tx, tell }: Change, id: string, average: Average) {
  const [row] = await selectReviews(tx).where(eq(reviews.id, id))
  const review = presentReview(row!)
  tell('catalogue', { type: 'review.changed', data: { review, ...average } })
  return { data: review, ...average }
}

/** Whether a review is of somebody who bought the thing changes with their orders, so it is told again. */
export async function retellReviews({ tx, tell }: Change, userId: string, orderId: string) {
  const ordered = tx.select({ id: orderLines.itemId }).from(orderLines).where(eq(orderLines.orderId, orderId))
  const rows = await selectReviews(tx).where(and(eq(reviews.userId, userId), inArray(reviews.itemId, ordered)))
  for (const row of rows) {
    const [item] = await tx
      .select({ rating: items.rating, count: items.reviewCount })
      .from(items)
      .where(eq(items.id, row.item))
    const average = { averageRating: item!.rating / 100, reviewCount: item!.count }
    tell('catalogue', { type: 'review.changed', data: { review: presentReview(row), ...average } })
  }
}
