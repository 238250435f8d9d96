import { nextOpening, type OpeningHours } from '../../shared/opening-hours.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { formatMomentInText } from '../lib/format-date.ts'
import { describeReturn } from '../storefront/use-next-opening.ts'

type ReadyByContext = {
  now: number
  opening?: OpeningHours | null | undefined
  /** How long preparing an order usually takes, from the verification on. */
  preparingMinutes?: number | null
}

/** Times are rounded up to this: the figure is a median. */
const stepMs = 5 * 60_000

/**
 * When an order that is being prepared is usually ready, in the viewer's time zone: 'Usually ready by about 14:35.',
 * 'Usually ready tomorrow by about 08:35.';
 * outside the opening hours when we're back, unless somebody prepares it; '' without a figure.
 */
export function describeReadyBy(order: Pick<Order, 'verifiedAt' | 'checking'>, context: ReadyByContext): string {
  const { now, opening, preparingMinutes } = context
  const opensAt = opening && !order.checking ? nextOpening(opening, now) : null
  if (opensAt !== null) return describeReturn(opensAt, now)
  if (!preparingMinutes || order.verifiedAt === null) return ''
  const readyAt = usuallyReadyAt(order.verifiedAt, preparingMinutes, opening ?? null)
  if (readyAt <= now) return 'It’s taking longer than usual. If you have a question, write to support.'
  return `Usually ready ${formatMomentInText(readyAt, now).replace('today ', '').replace('at ', 'by about ')}.`
}

/** What is verified outside the opening hours waits for the next ones, as does what wouldn't be ready before they end. */
function usuallyReadyAt(verifiedAt: number, minutes: number, opening: OpeningHours | null): number {
  const startsAt = nextStart(verifiedAt, opening)
  const readyAt = startsAt + minutes * 60_000
  const restartsAt = nextStart(readyAt, opening)
  return Math.ceil((restartsAt === readyAt ? readyAt : restartsAt + minutes * 60_000) / stepMs) * stepMs
}

const nextStart = (ms: number, opening: OpeningHours | null) => (opening && nextOpening(opening, ms)) ?? ms
