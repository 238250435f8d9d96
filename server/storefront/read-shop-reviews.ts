import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { items, reviews } from '../../drizzle/schema.ts'
import { lastInitial } from '../../shared/accounts/prefs.ts'
import type { ShopReview } from '../../shared/storefront/schema.ts'
import type { Db } from '../db/transactions.ts'
import { selectReviewsForStaff } from '../reviews/present.ts'

const count = 3
/** How many of the newest reviews with the same stars are looked at. */
const maxCandidates = 300
/** Long enough to say something, short enough for a card. */
const [minLength, maxLength] = [50, 170]
const paymentPhrases = /\b(paid (by|in)|(my|the|from) (payment|transfer)|payment was|(order|it) as paid|to verified)\b/i

/**
 * Three recent reviews by people who bought the item here, of different people and items and, if there are enough, without
 * a sentence in common: those that begin with paying first. They have five stars, but the last has four if such a one
 * speaks of paying, because nobody trusts praise alone. None if there are fewer.
 */
export async function readShopReviews(db: Db): Promise<ShopReview[]> {
  const best = choose(await readCandidates(db, 5))
  if (best.length < count) return []
  const others = best.slice(0, -1)
  const withFour = (await readCandidates(db, 4)).find(
    (row) => speaksOfPaying(row) && !others.some((other) => isOfSame(other, row) || isAlike(other, row)),
  )
  return [...others, withFour ?? best.at(-1)!].map(({ id, stars, description, user, item, itemName }) => ({
    _id: id,
    stars,
    text: description,
    name: `${user.firstName} ${lastInitial(user.lastName)}`,
    item: { _id: item, name: itemName },
  }))
}

/** Those that begin with paying first. */
async function readCandidates(db: Db, stars: number) {
  const length = sql`length(${reviews.description})`
  const rows = await selectReviewsForStaff(db)
    .where(
      and(eq(reviews.stars, stars), sql`${length} between ${minLength} and ${maxLength}`, isNull(items.archivedAt)),
    )
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(maxCandidates)
  const bought = rows.filter(({ verifiedPurchase }) => verifiedPurchase)
  const place = new Map(bought.map(({ id, description }) => [id, placeOf(description)]))
  return bought.toSorted((a, b) => place.get(a.id)! - place.get(b.id)!)
}

function choose(candidates: Row[]): Row[] {
  const chosen: Row[] = []
  for (const clashes of [(a: Row, b: Row) => isOfSame(a, b) || isAlike(a, b), isOfSame]) {
    for (const row of candidates) {
      if (chosen.length < count && !chosen.some((other) => clashes(other, row))) chosen.push(row)
    }
  }
  return chosen
}

type Row = Awaited<ReturnType<typeof selectReviewsForStaff>>[number]

const isOfSame = (a: Row, b: Row) => a.user._id === b.user._id || a.item === b.item
/** Begins alike, or has a sentence in common. */
function isAlike(a: Row, b: Row): boolean {
  const parts = partsOf(b.description)
  return partsOf(a.description).some((part) => parts.includes(part))
}

/** Its beginning and its sentences. */
function partsOf(text: string): string[] {
  const lowerCase = text.toLowerCase()
  const sentences = lowerCase.split(/[.!?…\n]+/).map((sentence) => sentence.trim())
  return [lowerCase.slice(0, 20), ...sentences].filter(Boolean)
}

const speaksOfPaying = ({ description }: Row) => paymentPhrases.test(description)

/** Where a review begins to speak of paying; those that never do keep their order. */
function placeOf(text: string): number {
  const place = text.search(paymentPhrases)
  return place === -1 ? Number.MAX_SAFE_INTEGER : place
}
