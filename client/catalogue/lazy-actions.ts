import { lazyActions } from '../lazy-actions.ts'

export const { loadItems, loadMoreItems, loadItem, loadRelated, loadCategories, loadCounts } = lazyActions(
  () => import('./actions.ts'),
)
