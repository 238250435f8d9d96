import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from './layout/lazy-part.tsx'

export type LazyPage = LazyPart<object> & {
  /** Its source, for whoever wants the browser to fetch it early. */
  file: string
}

export const lazyPage = (name: string, fetchCode: () => Promise<{ default: ComponentType }>): LazyPage =>
  Object.assign(lazyPart(fetchCode), { file: `pages/${name}.tsx` })
