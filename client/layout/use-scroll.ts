import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

/** How long a page that is still growing is waited for, in milliseconds. */
const patience = 3000

/**
 * Moves as a browser would between documents: a new page begins at its top, Back returns to where one was, and another
 * filter on the same page moves nothing.
 */
export function useScroll() {
  const [path] = useLocation()
  const search = useSearch()
  const address = search ? `${path}?${search}` : path
  const known = useRef({ path, address })
  const depths = useRef<Record<string, number>>({})
  const pushed = useRef(false)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const keep = () => void (depths.current[known.current.address] = scrollY)
    const push = () => {
      keep()
      pushed.current = true
    }
    const pop = () => void (pushed.current = false)
    // Where a browser opens this page again by itself, it knows best.
    const leave = () => void (history.scrollRestoration = 'auto')
    const comeBack = () => void (history.scrollRestoration = 'manual')
    const handlers = {
      scroll: keep,
      pushState: push,
      replaceState: push,
      popstate: pop,
      pagehide: leave,
      pageshow: comeBack,
    }
    const entries = Object.entries(handlers)
    for (const [type, handle] of entries) addEventListener(type, handle, { passive: true })
    return () => entries.forEach(([type, handle]) => removeEventListener(type, handle))
  }, [])

  useLayoutEffect(() => {
    const before = known.current
    const wentBack = !pushed.current
    known.current = { path, address }
    pushed.current = false
    if (before.address === address) return
    if (wentBack) return scrollWhenPossible(depths.current[address] ?? 0)
    if (before.path !== path) scrollTo(0, 0)
  }, [path, address])
}

/** The page may still be too short: it is tried again as it grows, until somebody else moves it. */
function scrollWhenPossible(depth: number) {
  scrollTo(0, depth)
  if (Math.abs(scrollY - depth) < 2) return
  const growing = new ResizeObserver(() => {
    scrollTo(0, depth)
    if (Math.abs(scrollY - depth) < 2) stop()
  })
  const timer = setTimeout(stop, patience)
  const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  moves.forEach((type) => addEventListener(type, stop, { passive: true }))
  growing.observe(document.body)
  return stop

  function stop() {
    growing.disconnect()
    clearTimeout(timer)
    moves.forEach((type) => removeEventListener(type, stop))
  }
}
