import { lazyActions } from '../lazy-actions.ts'

export const { loadItems, loadMoreItems, loadItem, loadRelated, beginItem, loadCategories, loadCounts } = lazyActions(
  () => import('./actions.ts'),
)
