import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '../client-context.tsx'
import { formatTime } from '../lib/format-date.ts'
import './offline-notice.css'

/** Most interruptions end sooner; “Reconnecting…” in the navigation says so until then. */
const showDelayMs = 4000

/**
 * A line above a staff page's content while the connection is lost. It makes the page longer and scrolls it by as much,
 * or is in the bar, so that nothing moves under the pointer.
 */
export function OfflineNotice() {
  const { status, since } = useStore((state) => state.connection)
  const [lostSince, setLostSince] = useState<number | null>(null)
  const line = useRef<HTMLParagraphElement>(null)
  const isShown = lostSince !== null

  useEffect(() => {
    if (status !== 'offline') return setLostSince(null)
    const timer = setTimeout(() => setLostSince(since), showDelayMs)
    return () => clearTimeout(timer)
  }, [status, since])
  useLayoutEffect(() => {
    if (line.current) showInPlace(line.current, isShown)
  }, [isShown])

  // Stays on the page while empty: a region that appears with its text isn't announced.
  return (
    <p ref={line} role="status" className="offline-notice">
      {isShown && `Offline since ${formatTime(lostSince)}. What you see may be out of date.`}
    </p>
  )
}

function showInPlace(line: HTMLElement, isShown: boolean) {
  const content = line.nextElementSibling
  const scroller = line.closest('.staff-main')
  const before = content?.getBoundingClientRect().top ?? 0
  line.toggleAttribute('data-shown', isShown)
  const moved = (content?.getBoundingClientRect().top ?? 0) - before
  if (moved !== 0) scroller?.scrollBy({ top: moved, behavior: 'instant' })
}
