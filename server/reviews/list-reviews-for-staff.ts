import { and, eq } from 'drizzle-orm'
import { items, reviews } from '../../drizzle/schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import type { StaffReview, StaffReviewSort } from '../../shared/reviews/staff-schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import { customersWith, filterColumn, search, textIndexes } from '../db/text-search.ts'
import {
  afterCursor,
  inDirection,
  newestFirst,
  orderBy,
  type PageQuery,
  placeOf,
  type Sort,
  toPage,
} from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentReviewForStaff, selectReviewsForStaff } from './present.ts'

type Query = PageQuery & {
  q?: string | undefined
  stars?: string | undefined
  sort?: StaffReviewSort | undefined
  direction?: SortDirection | undefined
}

const sorts: Record<StaffReviewSort, Sort> = {
  written: newestFirst(reviews),
  // Ids are in the order of creation.
  stars: { column: reviews.stars, id: reviews.id, kind: 'count', direction: 'desc' },
}

/** A page of all reviews, newest first unless sorted otherwise. */
export async function listReviewsForStaff(db: Db, { q, stars, limit = 50, cursor, ...sorted }: Query) {
  const by = sorted.sort ?? 'written'
  const sort = inDirection(sorts[by], sorted.direction)
  const words = searchWords(q ?? '')
  const found = words.length > 0 ? await searchReviews(db, words) : null
  const hasStars = stars ? eq(filterColumn(found, reviews.stars), Number(stars)) : undefined
  const rows = await selectReviewsForStaff(db)
    .where(and(found?.where, hasStars, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => placeOf(by === 'stars' ? row.stars : row.createdAt, row.id))
  return {
    data: page.map((row): StaffReview => ({ ...presentReviewForStaff(row), itemName: row.itemName })),
    totalCount: found ? await found.count(hasStars) : await db.$count(reviews, hasStars),
    nextCursor,
  }
}

/** Every word of `q` in the review's text, in the item's name, or in the author's names and email address. */
function searchReviews(db: Db, words: string[]) {
  const index = (name: 'reviews' | 'itemNames') => ({ index: textIndexes[name], texts: words })
  return search(db, { table: reviews, id: reviews.id }, [
    { ...index('reviews'), key: reviews.id, listKey: reviews.id },
    { ...index('itemNames'), key: items.id, listKey: reviews.itemId },
    customersWith(words, reviews.userId),
  ])
}
