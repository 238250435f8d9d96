import { useEffect } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import { watchOrder } from './actions.ts'
import { headlineOf } from './headline.ts'
import { timelineSteps } from './timeline-steps.ts'
import { useNow } from '../lib/use-now.ts'

/** The order's progress, updated live, with who is checking it and its place in the queue. */
export function LiveTimeline({ order }: { order: Order }) {
  const client = useClient()
  const viewer = useStore((state) => state.orders.viewers[order._id])
  const queuePosition = useStore((state) => state.orders.queuePositions[order._id])
  const checkDuration = useStore((state) => state.orders.checkDurations[order._id])
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
          <LiveIndicator />
        </div>
        <p className="mt-1.5 text-muted">{text}</p>
      </div>
      <Timeline
        label="Progress of this order"
        steps={timelineSteps(order, { now, viewer, queuePosition, checkDuration }).map(muteNextNote)}
      />
    </section>
  )
}

/** Notes of steps to come are muted. */
const muteNextNote = (step: TimelineStep): TimelineStep =>
  step.state === 'next' && step.note ? { ...step, note: <span className="text-muted">{step.note}</span> } : step

/** Whether the page is connected and updates by itself. */
function LiveIndicator() {
  const live = useStore((state) => state.connection.status === 'live')
  return (
    <span className="flex flex-none items-center gap-1.5 text-xs font-medium text-muted print:hidden">
      <span
        aria-hidden="true"
        className={live ? 'size-2 rounded-full bg-good' : 'size-2 rounded-full border border-line-strong'}
      />
      {live ? 'Live' : 'Connecting…'}
    </span>
  )
}
