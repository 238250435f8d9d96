import { and, eq, not, sql } from 'drizzle-orm'
import { isDraft } from '../../drizzle/conditions.ts'
import { items, reviews } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { ReviewSort } from '../../shared/reviews/schema.ts'
import { prepared } from '../db/prepared.ts'
import { afterCursor, newestFirst, orderBy, type PageQuery, type Sort, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { countStars } from './count-stars.ts'
import { presentReview, selectReviews } from './present.ts'

type Query = PageQuery & { item: string; sortBy?: ReviewSort | undefined }

const sorts: Record<ReviewSort, Sort> = {
  verified: { column: reviews.rank, id: reviews.id, kind: 'cents', direction: 'desc' },
  newest: newestFirst(reviews),
  highest: { column: reviews.stars, id: reviews.id, kind: 'count', direction: 'desc' },
  lowest: { column: reviews.stars, id: reviews.id, kind: 'count', direction: 'asc' },
}

const findItem = prepared('reviewed_item', (db) =>
  db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.id, sql.placeholder('item')), not(isDraft(items.draft)))),
)

/** The first page of the reviews in a sequence, which most visitors see. */
const listFirst = (sort: Sort, name: ReviewSort) =>
  prepared(`reviews_${name}`, (db) =>
    selectReviews(db)
      .where(eq(reviews.itemId, sql.placeholder('item')))
      .orderBy(...orderBy(sort))
      .limit(sql.placeholder('limit')),
  )
const firstPages = {
  verified: listFirst(sorts.verified, 'verified'),
  newest: listFirst(sorts.newest, 'newest'),
  highest: listFirst(sorts.highest, 'highest'),
  lowest: listFirst(sorts.lowest, 'lowest'),
} satisfies Record<ReviewSort, unknown>

/** A page of an item's reviews, archived or not, and how many have how many stars. @throws 404 'Item not found', also for a draft */
export async function listReviews(db: Db, { item, sortBy = 'newest', limit = 20, cursor }: Query) {
  const sort = sorts[sortBy]
  const [rows, [found], starCounts] = await Promise.all([
    cursor === undefined
      ? firstPages[sortBy](db, { item, limit: limit + 1 })
      : selectReviews(db)
          .where(and(eq(reviews.itemId, item), afterCursor(sort, cursor)))
          .orderBy(...orderBy(sort))
          .limit(limit + 1),
    findItem(db, { item }),
    countStars(db, item),
  ])
  if (!found) throw notFound('Item not found')
  const { page, nextCursor } = toPage(rows, limit, ({ id, stars, rank, createdAt }) => {
    const value = { verified: rank, newest: createdAt.getTime(), highest: stars, lowest: stars }[sortBy]
    return { value, id }
  })
  return {
    data: page.map(presentReview),
    totalCount: starCounts.reduce((sum, count) => sum + count, 0),
    nextCursor,
    starCounts,
  }
}
