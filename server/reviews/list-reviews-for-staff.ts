import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { items, reviews, users } from '../../drizzle/schema.ts'
import type { StaffReview } from '../../shared/reviews/staff-schema.ts'
import { containsLowercased, containsIgnoreCase } from '../db/text-search.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentReview, selectReviewsForStaff } from './present.ts'

type Query = PageQuery & { q?: string | undefined; stars?: string | undefined }

const sort = newestFirst(reviews)

/** A page of all reviews, newest first. */
export async function listReviewsForStaff(db: Db, { q, stars, limit = 50, cursor }: Query) {
  const where = and(stars ? eq(reviews.stars, Number(stars)) : undefined, q ? containsText(db, q.trim()) : undefined)
  const rows = await selectReviewsForStaff(db)
    .where(and(where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return {
    data: page.map((row): StaffReview => ({ ...presentReview(row), itemName: row.itemName })),
    totalCount: await db.$count(reviews, where),
    nextCursor,
  }
}

/** Searches the review's text, the item's name, and the author's name and email address. */
function containsText(db: Db, q: string): SQL | undefined {
  const matchingItems = db.select({ id: items.id }).from(items).where(containsLowercased(items.sortName, q))
  const authors = db
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        containsLowercased(users.email, q),
        containsIgnoreCase(users.firstName, q),
        containsIgnoreCase(users.lastName, q),
      ),
    )
  return or(
    containsIgnoreCase(reviews.description, q),
    inArray(reviews.itemId, matchingItems),
    inArray(reviews.userId, authors),
  )
}
