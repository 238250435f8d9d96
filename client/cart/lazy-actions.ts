import { lazyActions } from '../lazy-actions.ts'

export const { addToCart } = lazyActions(() => import('./actions.ts'))
export const { addForVisitor } = lazyActions(() => import('./visitor-actions.ts'))
