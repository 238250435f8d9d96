import { useEffect } from 'react'
import type { Order } from '../../shared/order-calls.ts'
import { useClient, useStore } from '../store.tsx'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import { watchOrder } from './actions.ts'
import { headlineOf } from './headline.ts'
import { stepsOf } from './timeline-steps.ts'
import { useNow } from './use-now.ts'

/** The order's way, moving while one watches: the store is asked to tell who has it open and how many are before it. */
export function LiveTimeline({ order }: { order: Order }) {
  const client = useClient()
  const viewing = useStore((state) => state.orders.viewing[order._id])
  const ahead = useStore((state) => state.orders.ahead[order._id])
  const takes = useStore((state) => state.orders.takes[order._id])
  const now = useNow(60_000)
  const { title, text } = headlineOf(order, now)

  useEffect(() => watchOrder(client, order._id), [client, order._id])

  return (
    <section aria-labelledby="progress">
      <div key={title} className="mb-7 animate-[fade-in_200ms]">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="progress" className="text-xl wide:text-2xl">
            {title}
          </h2>
          <LiveSign />
        </div>
        <p className="mt-1.5 text-muted">{text}</p>
      </div>
      <Timeline label="Progress of this order" steps={stepsOf(order, { now, viewing, ahead, takes }).map(quietly)} />
    </section>
  )
}

/** What is still to come is told in a lower voice. */
const quietly = (step: TimelineStep): TimelineStep =>
  step.state === 'next' && step.note ? { ...step, note: <span className="text-muted">{step.note}</span> } : step

/** Whether what is shown moves by itself right now. */
function LiveSign() {
  const live = useStore((state) => state.connection.status === 'live')
  return (
    <span className="flex items-center gap-1.5 text-xs font-medium text-muted print:hidden">
      <span
        aria-hidden="true"
        className={live ? 'size-2 rounded-full bg-good' : 'size-2 rounded-full border border-line-strong'}
      />
      {live ? 'Live' : 'Connecting…'}
    </span>
  )
}
