import { createContext, useContext } from 'react'
import { useSearchParams } from 'wouter'

/** Whether a path is one of the store's pages. */
export const KnownPaths = createContext<(pathname: string) => boolean>(() => false)

/** Where one goes who came from nowhere in particular. */
const usual = '/items'

export const authAddress = (from: string) => `/auth?from=${encodeURIComponent(from)}`

/** Where to go after signing in: the page that asked for it, else the services. */
export function useOrigin(): string {
  const isKnown = useContext(KnownPaths)
  const [params] = useSearchParams()
  return originOf(params.get('from'), isKnown)
}

/** Anybody can write an address: only a page of the store counts, whatever else the text may look like. */
export function originOf(from: string | null, isKnown: (pathname: string) => boolean): string {
  if (!from || !/^\/(?![/\\])/.test(from)) return usual
  const store = 'http://store'
  const url = URL.canParse(from, store) ? new URL(from, store) : null
  if (!url || url.origin !== store || !isKnown(url.pathname) || /^\/(auth(\/.*)?|home)?\/?$/.test(url.pathname))
    return usual
  return url.pathname + url.search
}
