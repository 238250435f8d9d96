import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from './layout/lazy-part.tsx'

export type LazyPage = LazyPart<object> & {
  /** Its source file, for preloading. */
  file: string
}

/** A page whose code is loaded when it opens. */
export const lazyPage = (name: string, fetchCode: () => Promise<{ default: ComponentType }>): LazyPage =>
  Object.assign(lazyPart(fetchCode), { file: `pages/${name}.tsx` })
