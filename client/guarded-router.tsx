import { createContext, type ReactNode, useCallback, useRef } from 'react'
import { type AroundNavHandler, Router } from 'wouter'

/** Called before a navigation to `to`; returns true if it must wait for the user. */
export type Guard = (to: string) => boolean

export const GuardContext = createContext<(guard: Guard) => () => void>(() => () => undefined)

/** The router: all links and shortcuts navigate through it, unless the page's leave guard holds them back. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const guard = useRef<Guard | null>(null)
  /** Sets the page's guard. Returns the function that removes it. */
  const setGuard = useCallback((next: Guard) => {
    guard.current = next
    return () => {
      if (guard.current === next) guard.current = null
    }
  }, [])
  const aroundNav = useCallback<AroundNavHandler>((navigate, to, options) => {
    if (options?.replace || !guard.current?.(to)) navigate(to, options)
  }, [])
  return (
    <Router aroundNav={aroundNav}>
      <GuardContext value={setGuard}>{children}</GuardContext>
    </Router>
  )
}
