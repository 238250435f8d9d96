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

/** A name in the Latin letters, digits and hyphens of an address; empty if it has none of them. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '')

type Named = { _id: string; name: string }

/** An id with a readable ending, `{id}-chess-lessons`, or alone if the name has no slug. */
export function readableId({ _id, name }: Named): string {
  const slug = slugOf(name)
  return slug ? `${_id}-${slug}` : _id
}

/** The id in a readable one; its ending, which may be any or none, doesn't count. */
export const idOf = (text: string) => text.split('-', 1)[0]!

/** The path of an item's page. */
export const itemPath = (item: Named): string => `/items/${readableId(item)}`

/** The path of the list of a category's items. */
export const categoryPath = (category: Named): string => `/items?category=${readableId(category)}`

/** What is offered where a search finds nothing. */
export const bestSellers = { sortBy: 'popular', limit: 6 } as const satisfies ItemFilter

/** 'Family Year' for 'KITE Family Year' of the brand 'Kite', nothing for 'Kite', and all of 'Kitesurf'. */
export function nameWithoutBrand({ name, brand }: { name: string; brand: string }): string {
  const [start, next] = [name.slice(0, brand.length), name.slice(brand.length)]
  const isBrand = brand !== '' && start.toLowerCase() === brand.toLowerCase() && (next === '' || next.startsWith(' '))
  return isBrand ? next.trimStart() : name
}
