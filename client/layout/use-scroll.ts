import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

/** How long a page that is still growing may take to reach the scroll position. */
const restoreTimeoutMs = 3000

/**
 * Scrolls as a browser does between documents: a new page starts at the top, Back restores the position, and a changed
 * filter on the same page doesn't scroll.
 */
export function useScroll() {
  const [path] = useLocation()
  const search = useSearch()
  const address = search ? `${path}?${search}` : path
  const current = useRef({ path, address })
  const positions = useRef<Record<string, number>>({})
  const isForward = useRef(false)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const savePosition = () => void (positions.current[current.current.address] = scrollY)
    const onPush = () => {
      savePosition()
      isForward.current = true
    }
    const onPop = () => void (isForward.current = false)
    // If the browser itself reopens this page, it restores the position.
    const onHide = () => void (history.scrollRestoration = 'auto')
    const onShow = () => void (history.scrollRestoration = 'manual')
    const handlers = {
      scroll: savePosition,
      pushState: onPush,
      replaceState: onPush,
      popstate: onPop,
      pagehide: onHide,
      pageshow: onShow,
    }
    const entries = Object.entries(handlers)
    for (const [type, handle] of entries) addEventListener(type, handle, { passive: true })
    return () => entries.forEach(([type, handle]) => removeEventListener(type, handle))
  }, [])

  useLayoutEffect(() => {
    const previous = current.current
    const isBack = !isForward.current
    current.current = { path, address }
    isForward.current = false
    if (previous.address === address) return
    if (isBack) return restoreScroll(positions.current[address] ?? 0)
    if (previous.path !== path) scrollTo(0, 0)
  }, [path, address])
}

/** The page may still be too short: tries again as it grows, until the user scrolls. */
function restoreScroll(position: number) {
  scrollTo(0, position)
  if (Math.abs(scrollY - position) < 2) return
  const observer = new ResizeObserver(() => {
    scrollTo(0, position)
    if (Math.abs(scrollY - position) < 2) stop()
  })
  const timer = setTimeout(stop, restoreTimeoutMs)
  const userScrolls = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const
  userScrolls.forEach((type) => addEventListener(type, stop, { passive: true }))
  observer.observe(document.body)
  return stop

  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    userScrolls.forEach((type) => removeEventListener(type, stop))
  }
}
