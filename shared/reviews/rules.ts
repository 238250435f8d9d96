import type { Review, ReviewSort } from './schema.ts'

type Ranked = Pick<Review, 'verifiedPurchase' | 'createdAt'>

/** Sorts verified purchases above all others, and each by age in seconds. */
export const reviewRank = ({ verifiedPurchase, createdAt }: Ranked) =>
  Math.floor(createdAt / 1000) + (verifiedPurchase ? 10_000_000_000 : 0)

/** Compares reviews as the server sorts them. */
export const compareReviews: Record<ReviewSort, (a: Review, b: Review) => number> = {
  verified: (a, b) => reviewRank(b) - reviewRank(a) || -byId(a, b),
  newest: (a, b) => b.createdAt - a.createdAt || -byId(a, b),
  highest: (a, b) => b.stars - a.stars || -byId(a, b),
  lowest: (a, b) => a.stars - b.stars || byId(a, b),
}

const byId = (a: Review, b: Review) => (a._id < b._id ? -1 : 1)
