import { and, asc, count, desc, eq, gte, isNotNull, isNull, lte, max, sql, sum } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { items, orderDays, orders, reviews, users } from '../../drizzle/schema.ts'
import { initialsOf } from '../../shared/accounts/prefs.ts'
import type { ShopFigures } from '../../shared/storefront/schema.ts'
import type { Db } from '../db/transactions.ts'
import { readShopReviews } from './read-shop-reviews.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const days = 30
/** The median is that of the latest checks, up to `maxChecks`; of fewer than `minChecks` there is none. */
const [minChecks, maxChecks] = [10, 200]
const maxTeam = 12
/** A last verification that is older makes a store look idle. */
const maxLastMinutes = 60

/** Computes the figures of the home and about pages. Each reads a bounded number of rows along an index. */
export async function readShopFigures(db: Db, now: Date): Promise<ShopFigures> {
  const checks = await readChecks(db, now)
  const last = checks[0]?.verifiedAt
  return {
    checkMinutes: medianMinutes(checks),
    verifiedInMonth: await countVerified(db, now),
    lastVerifiedMinutes: last ? recentMinutes(now.getTime() - last.getTime()) : null,
    rating: await readRating(db),
    reviews: await readShopReviews(db),
    team: await readTeam(db),
    marks: await readMarks(db),
  }
}

type Check = { paidAt: Date | null; verifiedAt: Date | null }

/** The latest verifications of the last 30 days, newest first. */
const readChecks = (db: Db, now: Date): Promise<Check[]> =>
  db
    .select({ paidAt: orders.paidAt, verifiedAt: orders.verifiedAt })
    .from(orders)
    .where(
      and(
        isNotNull(orders.verifiedAt),
        isNotNull(orders.paidAt),
        gte(orders.verifiedAt, new Date(now.getTime() - days * dayMs)),
        lte(orders.verifiedAt, now),
      ),
    )
    .orderBy(desc(orders.verifiedAt))
    .limit(maxChecks)

function medianMinutes(checks: Check[]): number | null {
  if (checks.length < minChecks) return null
  const sorted = checks
    .map(({ paidAt, verifiedAt }) => verifiedAt!.getTime() - paidAt!.getTime())
    .toSorted((a, b) => a - b)
  return Math.max(1, Math.round(sorted[Math.floor((sorted.length - 1) / 2)]! / minuteMs))
}

/** From the sums by day, which count each verification on its day. */
async function countVerified(db: Db, now: Date): Promise<number> {
  const today = Math.floor(now.getTime() / dayMs)
  const [row] = await db
    .select({ checks: sum(orderDays.checks) })
    .from(orderDays)
    .where(gte(orderDays.day, today - days + 1))
  return Number(row?.checks ?? 0)
}

/** Null for what pages don't show, so that the figure changes only when they do. */
function recentMinutes(ageMs: number): number | null {
  const minutes = Math.floor(ageMs / minuteMs)
  return minutes <= maxLastMinutes ? minutes : null
}

/** Counted along the index of the stars. */
async function readRating(db: Db): Promise<ShopFigures['rating']> {
  const rows = await db.select({ stars: reviews.stars, count: count() }).from(reviews).groupBy(reviews.stars)
  const total = rows.reduce((sum, row) => sum + row.count, 0)
  const starsSum = rows.reduce((sum, row) => sum + row.stars * row.count, 0)
  return total === 0 ? null : { average: Math.round((starsSum / total) * 10) / 10, count: total }
}

async function readTeam(db: Db): Promise<ShopFigures['team']> {
  const rows = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(sql`${users.isAdmin}`)
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(maxTeam)
  return rows.map((user) => ({ firstName: user.firstName, initials: initialsOf(user) }))
}

const popular = alias(items, 'popular')

async function readMarks(db: Db): Promise<ShopFigures['marks']> {
  const best = db
    .select({ categoryId: popular.categoryId, rank: max(popular.categoryPopularity).as('rank') })
    .from(popular)
    .where(isNull(popular.archivedAt))
    .groupBy(popular.categoryId)
    .as('best')
  const rows = await db
    .select({ category: items.categoryId, logoLink: items.logoLink, id: items.id })
    .from(best)
    .innerJoin(items, and(eq(items.categoryId, best.categoryId), eq(items.categoryPopularity, best.rank)))
    .where(isNull(items.archivedAt))
    .orderBy(asc(items.categoryId), asc(items.id))
  const first = new Map(rows.toReversed().map(({ category, logoLink }) => [category, logoLink]))
  return [...first].map(([category, logoLink]) => ({ category, logoLink }))
}
