import { lazyActions } from '../lazy-actions.ts'

export const { loadItems, loadMoreItems, loadItem, loadRelated, loadCategories } = lazyActions(
  () => import('./actions.ts'),
)
