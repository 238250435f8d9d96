import { createContext, useContext } from 'react'
import { useSearchParams } from 'wouter'

/** Returns whether a path is a page of the store. */
export const KnownPaths = createContext<(pathname: string) => boolean>(() => false)

const defaultPath = '/items'

/** The login page, which returns to `from` afterwards. */
export const authAddress = (from: string) => `/auth?from=${encodeURIComponent(from)}`

/** Where to go after logging in: the page that required it, or the services. */
export function useReturnPath(): string {
  const isKnown = useContext(KnownPaths)
  const [params] = useSearchParams()
  return returnPathOf(params.get('from'), isKnown)
}

/** Accepts only pages of the store, so that a crafted link can't redirect elsewhere. */
export function returnPathOf(from: string | null, isKnown: (pathname: string) => boolean): string {
  if (!from || !/^\/(?![/\\])/.test(from)) return defaultPath
  const origin = 'http://localhost'
  const url = URL.canParse(from, origin) ? new URL(from, origin) : null
  if (!url || url.origin !== origin || !isKnown(url.pathname) || /^\/(auth(\/.*)?|home)?\/?$/.test(url.pathname))
    return defaultPath
  return url.pathname + url.search
}
