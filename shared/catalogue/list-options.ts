/** The options of a list of items, apart from the schema: the first view of a page loads no schemas. */

/** The months of validity that a list can be filtered by, both ends included. */
export const durations = { month: [1, 1], months: [2, 11], year: [12, 12], years: [13, 1000] } as const
export type DurationFilter = keyof typeof durations
export const durationLabels: Record<DurationFilter, string> = {
  month: '1 month',
  months: '2 to 11 months',
  year: '1 year',
  years: 'Longer than a year',
}

/** The least average rating that a list can be filtered by. */
export const minRatings = ['4', '3'] as const
export type MinRating = (typeof minRatings)[number]
export const minRatingLabels: Record<MinRating, string> = { 4: '4 stars and up', 3: '3 stars and up' }

export const itemSorts = ['popular', 'newest', 'name', 'price-low', 'price-high', 'rating'] as const
export type ItemSort = (typeof itemSorts)[number]
export const itemSortLabels: Record<ItemSort, string> = {
  popular: 'Popular',
  newest: 'Newest',
  name: 'Name',
  'price-low': 'Price: low to high',
  'price-high': 'Price: high to low',
  rating: 'Rating',
}
