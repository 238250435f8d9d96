import { useEffect, useRef, useState } from 'react'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useStore } from '../client-context.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Receipt, ReceiptRule } from '../ui/receipt.tsx'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import { useMoney } from '../use-money.ts'

/** Titles of the steps while current (`now`), and before and after (`done`). */
const steps = [
  { id: 'placed', now: 'Placed', done: 'Placed', time: '14:02' },
  { id: 'paid', now: 'Your payment', done: 'Paid', time: '14:05' },
  { id: 'checking', now: 'Being checked by Mira', done: 'Checked by Mira', time: '14:09' },
  { id: 'verified', now: 'Verified', done: 'Verified', time: '14:11' },
  { id: 'ready', now: 'Being prepared', done: 'Ready', time: '14:16' },
]
const stepMs = 1800

/** An animated example of an order: a receipt with its timeline. Its size never changes. */
export function SampleOrder({ ids }: { ids: readonly string[] }) {
  const items = useStore((state) => state.catalogue.items)
  const loaded = ids.map((id) => items[id]).filter((item): item is Item => item !== undefined)
  const covers = loaded.slice(0, 3)
  // The shortest names, which fit on one line.
  const lines = covers.toSorted((a, b) => a.name.length - b.name.length).slice(0, 2)
  const { container, currentStep } = useAnimation()
  const money = useMoney()
  const total = lines.reduce((sum, item) => sum + item.price, 0)

  return (
    <figure ref={container} className="sample-order">
      <div aria-hidden="true" className="relative">
        {covers.map((item) => (
          <img
            key={item._id}
            src={item.bannerLink}
            alt=""
            width={640}
            height={400}
            loading="lazy"
            className="sample-cover"
          />
        ))}
        <Receipt torn="both" className="relative">
          <div className="flex items-baseline justify-between gap-4">
            <span className="heading text-xl">Order #K4D7QX</span>
            <span className="tabular text-sm text-muted">14:02</span>
          </div>
          <ReceiptRule />
          <div className="sample-lines">
            <Leaders>
              {lines.map((item) => (
                <Leader key={item._id} label={item.name} amount={money(item.price)} />
              ))}
              <Leader label="Processing fee" amount="none" look="muted" />
            </Leaders>
            <ReceiptRule />
          </div>
          {lines.length > 0 && (
            <>
              <Leaders>
                <Leader label="Total" amount={money(total)} look="strong" />
              </Leaders>
              <ReceiptRule />
            </>
          )}
          <Timeline label="Progress" steps={stepsAt(currentStep)} />
        </Receipt>
      </div>
      <figcaption className="sample-caption">
        An example: what you see after you pay
        <span className="sr-only">
          . A receipt with its lines and its total, beside a timeline from placed to paid, checked by a member of staff,
          verified and ready.
        </span>
      </figcaption>
    </figure>
  )
}

function stepsAt(currentStep: number): TimelineStep[] {
  return steps.map(({ id, now, done, time }, index) => {
    const state = index < currentStep ? 'done' : index === currentStep ? 'current' : 'next'
    // A step that isn't done keeps the room of its time.
    const shownTime = <span className={state === 'done' ? undefined : 'invisible'}>{time}</span>
    return { id, state, title: state === 'current' ? now : done, time: shownTime }
  })
}

/** Plays once while visible; doesn't move if the user prefers reduced motion. */
function useAnimation() {
  const container = useRef<HTMLElement>(null)
  const [currentStep, setCurrentStep] = useState(2)
  const [isVisible, setIsVisible] = useState(false)

  useEffect(() => {
    if (!container.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const observer = new IntersectionObserver(([entry]) => setIsVisible(entry?.isIntersecting ?? false), {
      threshold: 0.5,
    })
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isVisible || currentStep === steps.length) return
    const timer = setTimeout(() => setCurrentStep(currentStep + 1), stepMs)
    return () => clearTimeout(timer)
  }, [isVisible, currentStep])

  return { container, currentStep }
}
