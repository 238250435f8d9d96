import { lazyActions } from '../lazy-actions.ts'

export const { loadReviews, loadMoreReviews } = lazyActions(() => import('./actions.ts'))
