import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { isReturn } from '../lib/link-back.ts'

/** The state of a link whose page continues where the one before was scrolled to. */
export const keepScroll = { keepScroll: true }
const isKept = (state: unknown) => (state as typeof keepScroll | null)?.keepScroll === true

/** How long a page that is still growing may take to reach the scroll position. */
const restoreTimeoutMs = 3000

/**
 * Scrolls as a browser does between documents: a new page starts at the top, Back and links back restore the position, and a changed
 * filter on the same page doesn't scroll.
 */
export function useScroll() {
  const [path] = useLocation()
  const search = useSearch()
  const address = search ? `${path}?${search}` : path
  const current = useRef({ path, address })
  const positions = useRef<Record<string, number>>({})

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const savePosition = () => void (positions.current[current.current.address] = scroller().scrollTop)
    // If the browser itself reopens this page, it restores the position.
    const onHide = () => void (history.scrollRestoration = 'auto')
    const onShow = () => void (history.scrollRestoration = 'manual')
    const handlers = {
      scroll: savePosition,
      pushState: savePosition,
      replaceState: savePosition,
      pagehide: onHide,
      pageshow: onShow,
    }
    const controller = new AbortController()
    // Captured, because the scroll events of an element don't bubble.
    const options = { passive: true, capture: true, signal: controller.signal }
    for (const [type, handle] of Object.entries(handlers)) addEventListener(type, handle, options)
    return () => controller.abort()
  }, [])

  useLayoutEffect(() => {
    const previous = current.current
    current.current = { path, address }
    if (previous.address === address) return
    if (isReturn()) return restoreScroll(positions.current[address] ?? 0)
    if (previous.path !== path && !isKept(history.state)) scroller().scrollTop = 0
  }, [path, address])
}

/** What scrolls: the document, or a staff page. */
const scroller = () => document.querySelector('.staff-main') ?? document.documentElement

/** The page may still be too short: tries again as it grows, until the user scrolls. */
function restoreScroll(position: number) {
  const element = scroller()
  const isRestored = () => {
    element.scrollTop = position
    return Math.abs(element.scrollTop - position) < 2
  }
  if (isRestored()) return
  const observer = new ResizeObserver(() => {
    if (isRestored()) stop()
  })
  const controller = new AbortController()
  const options = { passive: true, signal: controller.signal }
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown']) addEventListener(type, stop, options)
  const timer = setTimeout(stop, restoreTimeoutMs)
  observer.observe(element === document.documentElement ? document.body : (element.firstElementChild ?? element))
  return stop

  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    controller.abort()
  }
}
