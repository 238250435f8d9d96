import type { ItemFilter } from './schema.ts'

/** A duration in months as text: '1 Month', '18 Months', '1 Year', '2 Years'. */
export function durationLabel(months: number): string {
  if (months === 1) return '1 Month'
  if (months % 12 === 0) return months === 12 ? '1 Year' : `${months / 12} Years`
  return `${months} Months`
}

/** Reviews that an item needs before it can come first by rating. */
const minReviews = 3
/** The prior of the Bayesian average: how many reviews of which stars every item starts with. */
const [priorStars, priorReviews] = [4.2, 5]

/**
 * The figure that items are sorted by: their average in thousandths of a star, which few reviews move little from 4.2
 * stars. Items with three reviews or more come before all others.
 */
export function fairRating({ starsSum, reviewCount }: { starsSum: number; reviewCount: number }): number {
  const fair = (starsSum + priorStars * priorReviews) / (reviewCount + priorReviews)
  return Math.round(fair * 1000) + (reviewCount >= minReviews ? 10_000 : 0)
}

/** The path of a picture for link previews: a PNG of 1200 × 630. */
export const sharePictureLink = (link: string) => `${link}/share.png`

/** Whether a picture was drawn for its item and shows its mark; uploaded pictures are never SVG. */
export const isDrawing = (link: string) => link.endsWith('.svg')

const maxSlugLength = 60

/**
 * The path of an item's page, with a readable ending: `/items/{id}-chess-lessons`. The id alone works, too, and a name
 * without Latin letters or digits has no ending.
 */
export function itemPath({ _id, name }: { _id: string; name: string }): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '')
  return `/items/${_id}${slug && `-${slug}`}`
}

/** The id in the last part of an item's path. */
export const itemIdOf = (part: string) => part.split('-', 1)[0]!

/** What is offered where a search finds nothing. */
export const bestSellers = { sortBy: 'popular', limit: 6 } as const satisfies ItemFilter
