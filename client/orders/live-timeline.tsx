import { type ReactNode, useEffect } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { classNames } from '../ui/class-names.ts'
import { CrossFade } from '../ui/cross-fade.tsx'
import { Flip } from '../ui/flip.tsx'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import { watchOrder } from './actions.ts'
import { OrderStamp } from './order-stamp.tsx'
import { isUnderWay } from './order-state.ts'
import { timelineSteps } from './timeline-steps.ts'
import { useHeadline } from './use-headline.ts'
import { useNextOpening } from '../storefront/use-next-opening.ts'
import { useNow } from '../lib/use-now.ts'

/** What is said about an order while it is watched, and not kept with it. */
export const useLiveSignals = (orderId: string) => ({
  viewer: useStore((state) => state.orders.viewers[orderId]),
  queuePosition: useStore((state) => state.orders.queuePositions[orderId]),
  checkDuration: useStore((state) => state.orders.checkDurations[orderId]),
  transfer: useStore((state) => state.orders.progress[orderId]),
  opensAt: useNextOpening(),
  opening: useStore((state) => state.config?.owner.opening),
  preparingMinutes: useStore((state) => state.orders.preparingMinutes),
})

type LiveTimelineProps = {
  order: Order
  /** Read by the page, which stays where it is being read when they change. */
  signals: ReturnType<typeof useLiveSignals>
  staged?: boolean
  /** What its customer can do now, above the steps. */
  children?: ReactNode
}

/** The order's progress, updated live, with who is checking it and its place in the queue. */
export function LiveTimeline({ order, signals, staged, children }: LiveTimelineProps) {
  const client = useClient()
  const now = useNow(60_000)
  const { title, text, warning } = useHeadline(order, signals.transfer)

  useEffect(() => watchOrder(client, order._id), [client, order._id])

  return (
    <section aria-labelledby="progress">
      {/* After the steps have changed, what follows the headline moves, once its old lines have faded. */}
      <Flip items=".live-action, .live-steps" delayMs={staged ? 450 : 0}>
        <div className={classNames('order-headline mb-6', staged && 'staged-words')}>
          <h2 id="progress" className="text-xl wide:text-2xl">
            <CrossFade as="span" id={title}>
              {title}
            </CrossFade>
          </h2>
          <CrossFade id={text} className="mt-1.5 text-muted">
            {warning && <p className="mb-1.5 font-medium text-ink">{warning}</p>}
            <p>{text}</p>
          </CrossFade>
          {isUnderWay(order) && <LiveIndicator />}
          {/* Instead of the receipt's, where that is below. */}
          <div className="order-headline-stamp">
            <OrderStamp order={order} pressed={staged} />
          </div>
        </div>
        <div className="live-action mb-8 grid gap-6 empty:hidden print:hidden">{children}</div>
        <Flip items=".step" delayMs={staged ? 250 : 0} className="live-steps">
          <Timeline
            label="Progress of this order"
            steps={timelineSteps(order, { now, ...signals }).map(muteNextNote)}
            staged={staged}
          />
        </Flip>
      </Flip>
    </section>
  )
}

/** Notes of steps to come are muted. */
const muteNextNote = (step: TimelineStep): TimelineStep =>
  step.state === 'next' && step.note ? { ...step, note: <span className="text-muted">{step.note}</span> } : step

/** Whether the page is connected and updates by itself. */
function LiveIndicator() {
  const status = useStore((state) => state.connection.status)
  return (
    <span className="order-headline-live items-center gap-1.5 text-sm font-medium text-muted">
      <span
        aria-hidden="true"
        className={status === 'live' ? 'size-2 rounded-full bg-good' : 'size-2 rounded-full border border-line-strong'}
      />
      {status === 'connecting' ? <Connecting /> : status === 'live' ? 'Live' : 'Not live'}
    </span>
  )
}

/** In a narrow column as wide as what follows, or the title beside it would need two lines until then. */
const Connecting = () => (
  <>
    <span className="max-wide:sr-only">Connecting…</span>
    <span aria-hidden="true" className="invisible wide:hidden">
      Live
    </span>
  </>
)
