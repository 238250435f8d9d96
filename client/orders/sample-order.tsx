import { useEffect, useRef, useState } from 'react'
import type { Item } from '../../shared/catalogue.ts'
import { useStore } from '../store.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Receipt, ReceiptRule } from '../ui/receipt.tsx'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import { useMoney } from './use-money.ts'

/** What the steps say while they are done, while they are under way and before. */
const steps = [
  { id: 'placed', now: 'Placed', done: 'Placed', time: '14:02' },
  { id: 'paid', now: 'Waiting for your payment', done: 'Paid', time: '14:05' },
  { id: 'checking', now: 'Being checked by Mira', done: 'Checked by Mira', time: '14:09' },
  { id: 'verified', now: 'Verified', done: 'Verified', time: '14:11' },
  { id: 'ready', now: 'Being prepared', done: 'Ready', time: '14:16' },
]
/** Between one step and the next, in milliseconds. */
const pace = 1800

/** What an order looks like: a receipt, and beside it the timeline that moves while one watches. */
export function SampleOrder({ ids }: { ids: readonly string[] }) {
  const items = useStore((state) => state.catalogue.items)
  const known = ids.map((id) => items[id]).filter((item): item is Item => item !== undefined)
  const lines = known.slice(0, 2)
  const covers = known.slice(0, 3)
  const { place, reached } = usePlay()
  const money = useMoney()
  const total = lines.reduce((sum, item) => sum + item.price, 0)

  return (
    <figure ref={place} className="sample-order">
      <figcaption className="sr-only">
        An example of an order: a receipt with its lines and its total, beside a timeline from placed to paid, checked
        by a member of staff, verified and ready.
      </figcaption>
      <div aria-hidden="true">
        {covers.map((item) => (
          <img key={item._id} src={item.bannerLink} alt="" width={640} height={400} className="sample-cover" />
        ))}
        <Receipt torn="both" className="relative">
          <div className="flex items-baseline justify-between gap-4">
            <span className="heading text-xl">Order #K4D7QX</span>
            <span className="tabular text-sm text-muted">14:02</span>
          </div>
          <ReceiptRule />
          <Leaders>
            {lines.map((item) => (
              <Leader key={item._id} label={item.name} amount={money(item.price)} />
            ))}
            <Leader label="Processing fee" amount="none" look="muted" />
          </Leaders>
          <ReceiptRule />
          <Leaders>
            <Leader label="Total" amount={money(total)} look="strong" />
          </Leaders>
          <ReceiptRule />
          <Timeline label="Progress" steps={stepsUntil(reached)} />
        </Receipt>
      </div>
    </figure>
  )
}

function stepsUntil(reached: number): TimelineStep[] {
  return steps.map(({ id, now, done, time }, index) => {
    const state = index < reached ? 'done' : index === reached ? 'current' : 'next'
    return { id, state, title: state === 'current' ? now : done, ...(state === 'done' && { time }) }
  })
}

/** Plays once, while it is seen; for those who want no motion it stands still. */
function usePlay() {
  const place = useRef<HTMLElement>(null)
  const [reached, setReached] = useState(2)
  const [seen, setSeen] = useState(false)

  useEffect(() => {
    if (!place.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), { threshold: 0.5 })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])

  useEffect(() => {
    if (!seen || reached === steps.length) return
    const timer = setTimeout(() => setReached(reached + 1), pace)
    return () => clearTimeout(timer)
  }, [seen, reached])

  return { place, reached }
}
