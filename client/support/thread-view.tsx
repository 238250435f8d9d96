import { ArrowDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import './support.css'

export interface ThreadViewProps {
  label: string
  /** Changes with what stands at the end: another last one moves the view along, if it was at the end. */
  lastKey: string
  /** The last that was written here and is on its way: a new one is always shown. */
  ownKey: string | undefined
  hasEarlier: boolean
  onEarlier: () => Promise<unknown>
  /** Whether the newest is in view. */
  onAtEnd: (atEnd: boolean) => void
  /** How many came in while one read further up. */
  fresh: number
  children: ReactNode
}

/** How near to the end counts as there, and how early what came before is fetched, in px. */
const [near, early] = [48, 900]
/** Before it is tried again, in milliseconds. */
const pause = 3000

/**
 * The rows, from their end. The scroll box is anchored at its lower edge, so that its offset counts from there: rows
 * that are added above change nothing, and those added below push nobody who reads further up.
 */
export function ThreadView(props: ThreadViewProps) {
  const { label, lastKey, ownKey, hasEarlier, onEarlier, onAtEnd, fresh, children } = props
  const { box, list, atEnd, toEnd } = useEnd({ lastKey, ownKey, onAtEnd })
  const { top, busy } = useEarlier(box, hasEarlier, onEarlier)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div ref={box} className="chat-scroll" role="log" aria-live="off" aria-label={label} {...reachable}>
        <div ref={list} className="chat-list">
          <div ref={top} />
          {hasEarlier && (
            <p className="flex h-8 items-center justify-center gap-2 text-xs text-muted">
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
          onClick={toEnd}
        >
          {fresh === 0 ? 'Newest' : fresh === 1 ? '1 new message' : `${fresh} new messages`}
        </Button>
      )}
    </div>
  )
}

/** What scrolls has to be reached by keyboard, whatever its role. */
const reachable = { tabIndex: 0 }

function useEnd({ lastKey, ownKey, onAtEnd }: Pick<ThreadViewProps, 'lastKey' | 'ownKey' | 'onAtEnd'>) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const height = useRef(0)
  const own = useRef(ownKey)
  const tell = useEffectEvent(onAtEnd)
  useEffect(() => tell(atEnd), [atEnd])

  const look = useEffectEvent(() => setAtEnd(Math.abs(box.current!.scrollTop) < near))
  useEffect(() => {
    const scrolled = box.current!
    const hear = () => look()
    scrolled.addEventListener('scroll', hear, { passive: true })
    return () => scrolled.removeEventListener('scroll', hear)
  }, [box])

  const follow = useEffectEvent(() => {
    const added = list.current!.offsetHeight - height.current
    const isOwn = ownKey !== undefined && ownKey !== own.current
    own.current = ownKey
    box.current!.scrollTop = atEnd || isOwn ? 0 : box.current!.scrollTop - added
  })
  useLayoutEffect(() => follow(), [lastKey])
  useLayoutEffect(() => void (height.current = list.current!.offsetHeight))

  return { box, list, atEnd, toEnd: () => box.current!.scrollTo({ top: 0 }) }
}

function useEarlier(box: RefObject<HTMLDivElement | null>, hasEarlier: boolean, onEarlier: () => Promise<unknown>) {
  const top = useRef<HTMLDivElement>(null)
  const [inView, setInView] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const look = new IntersectionObserver(([entry]) => setInView(entry!.isIntersecting), {
      root: box.current,
      rootMargin: `${early}px 0px 0px 0px`,
    })
    look.observe(top.current!)
    return () => look.disconnect()
  }, [box])

  const fetchEarlier = useEffectEvent(() => {
    setBusy(true)
    void onEarlier()
      .catch(() => new Promise((resolve) => setTimeout(resolve, pause)))
      .finally(() => setBusy(false))
  })
  const wanted = inView && hasEarlier && !busy
  useEffect(() => {
    if (wanted) fetchEarlier()
  }, [wanted])

  return { top, busy }
}
