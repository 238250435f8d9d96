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
  const wentBack = useRef(false)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const keep = () => void (depths.current[known.current.address] = scrollY)
    const push = () => {
      keep()
      wentBack.current = false
    }
    const pop = () => {
      keep()
      wentBack.current = true
    }
    // Where a browser opens this page again by itself, it knows best.
    const leave = () => void (history.scrollRestoration = 'auto')
    const comeBack = () => void (history.scrollRestoration = 'manual')
    const handlers = { pushState: push, replaceState: push, popstate: pop, pagehide: leave, pageshow: comeBack }
    const entries = Object.entries(handlers)
    // Before anybody else hears of it: the page may be drawn anew between one listener and the next.
    for (const [type, handle] of entries) addEventListener(type, handle, true)
    return () => entries.forEach(([type, handle]) => removeEventListener(type, handle, true))
  }, [])

  useLayoutEffect(() => {
    const before = known.current
    known.current = { path, address }
    if (before.address === address) return
    if (wentBack.current) return scrollWhenPossible(depths.current[address] ?? 0)
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
