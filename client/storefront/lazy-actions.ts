import { lazyActions } from '../lazy-actions.ts'

export const { loadShop, loadStorefront } = lazyActions(() => import('./actions.ts'))
