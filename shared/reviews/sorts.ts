export const reviewSortLabels = {
  verified: 'Verified first',
  newest: 'Newest',
  highest: 'Highest rated',
  lowest: 'Lowest rated',
} as const
export type ReviewSort = keyof typeof reviewSortLabels
export const reviewSorts = Object.keys(reviewSortLabels) as [ReviewSort, ...ReviewSort[]]
