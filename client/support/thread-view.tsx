import { ArrowDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { prefersReducedMotion } from '../ui/media.ts'
import { Spinner } from '../ui/spinner.tsx'
import './support.css'

export interface ThreadViewProps {
  label: string
  /** Changes with the last row: the view follows if it was at the end. */
  lastKey: string
  /** The user's newest unsent message: the view always scrolls to a new one. */
  lastPendingId: string | undefined
  hasEarlier: boolean
  onLoadEarlier: () => Promise<unknown>
  /** Called with whether the end is in view. */
  onAtEnd: (atEnd: boolean) => void
  /** Number of messages that arrived while the user was reading further up. */
  newCount: number
  children: ReactNode
}

/** Within this distance, the view counts as being at the end. */
const endThresholdPx = 48
/** At this distance from the top, earlier messages are loaded. */
const preloadPx = 900
const retryDelayMs = 3000

/**
 * A scrollable thread that starts at its end. The scroll box is anchored to its bottom edge, so rows added at the top
 * don't move what is in view; rows added at the bottom are compensated for.
 */
export function ThreadView(props: ThreadViewProps) {
  const { label, lastKey, lastPendingId, hasEarlier, onLoadEarlier, onAtEnd, newCount, children } = props
  const { box, list, atEnd, scrollToEnd } = useScrollToEnd({ lastKey, lastPendingId, onAtEnd })
  const { top, busy } = useLoadEarlier(box, hasEarlier, onLoadEarlier)

  return (
    <div className="chat-view">
      <div ref={box} className="chat-scroll" role="log" aria-live="off" aria-label={label} {...focusable}>
        <div ref={list} className="chat-list">
          <div ref={top} />
          {hasEarlier && (
            <p className="flex h-8 items-center justify-center gap-2 text-[0.8125rem] text-muted">
              {busy && <Spinner />}
              {busy ? 'Loading earlier messages…' : ''}
            </p>
          )}
          {children}
        </div>
      </div>
      {!atEnd && (
        <Button
          size="small"
          icon={ArrowDown}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 animate-appear shadow-lift"
          onClick={scrollToEnd}
        >
          {newCount === 0 ? 'Newest' : newCount === 1 ? '1 new message' : `${newCount} new messages`}
        </Button>
      )}
    </div>
  )
}

/** Scrollable content has to be reachable by keyboard, whatever its role. */
const focusable = { tabIndex: 0 }

type EndProps = Pick<ThreadViewProps, 'lastKey' | 'lastPendingId' | 'onAtEnd'>

function useScrollToEnd({ lastKey, lastPendingId, onAtEnd }: EndProps) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const height = useRef(0)
  const lastOwn = useRef(lastPendingId)
  const reportAtEnd = useEffectEvent(onAtEnd)
  useEffect(() => reportAtEnd(atEnd), [atEnd])

  const updateAtEnd = useEffectEvent(() => setAtEnd(Math.abs(box.current!.scrollTop) < endThresholdPx))
  useEffect(() => {
    const scrollBox = box.current!
    const handleScroll = () => updateAtEnd()
    scrollBox.addEventListener('scroll', handleScroll, { passive: true })
    return () => scrollBox.removeEventListener('scroll', handleScroll)
  }, [box])

  const follow = useEffectEvent(() => {
    const added = list.current!.offsetHeight - height.current
    const isOwn = lastPendingId !== undefined && lastPendingId !== lastOwn.current
    lastOwn.current = lastPendingId
    box.current!.scrollTop = atEnd || isOwn ? 0 : box.current!.scrollTop - added
    if (height.current > 0 && added > 0) showArrival(list.current!)
    height.current = list.current!.offsetHeight
  })
  useLayoutEffect(() => follow(), [lastKey])
  useEffect(() => {
    // Rows that come into view get their true size without being rendered again.
    const observer = new ResizeObserver(() => void (height.current = list.current!.offsetHeight))
    observer.observe(list.current!)
    return () => observer.disconnect()
  }, [list])

  return { box, list, atEnd, scrollToEnd: () => box.current!.scrollTo({ top: 0 }) }
}

/** A message of the other side rises into its place. */
function showArrival(list: HTMLElement) {
  const row = [...list.querySelectorAll('.chat-row')].at(-1)
  if (!row || row.matches('.chat-row-mine') || prefersReducedMotion()) return
  row.animate({ opacity: [0, 1], translate: ['0 0.5rem', '0 0'] }, { duration: 160, easing: 'ease-out' })
}

function useLoadEarlier(
  box: RefObject<HTMLDivElement | null>,
  hasEarlier: boolean,
  onLoadEarlier: () => Promise<unknown>,
) {
  const top = useRef<HTMLDivElement>(null)
  const [isTopNear, setTopNear] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setTopNear(entry!.isIntersecting), {
      root: box.current,
      rootMargin: `${preloadPx}px 0px 0px 0px`,
    })
    observer.observe(top.current!)
    return () => observer.disconnect()
  }, [box])

  const loadEarlier = useEffectEvent(() => {
    setBusy(true)
    void onLoadEarlier()
      .catch(() => new Promise((resolve) => setTimeout(resolve, retryDelayMs)))
      .finally(() => setBusy(false))
  })
  const isDue = isTopNear && hasEarlier && !busy
  useEffect(() => {
    if (isDue) loadEarlier()
  }, [isDue])

  return { top, busy }
}
