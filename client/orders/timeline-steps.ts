import { Ban, ClockAlert, Undo2 } from 'lucide-react'
import { pointsFor } from '../../shared/money.ts'
import type { OpeningHours } from '../../shared/opening-hours.ts'
import type { OrderEventType, CheckDuration, Order, OrderEvent } from '../../shared/orders/schema.ts'
import type { PaymentProgress } from '../../shared/payments/progress.ts'
import { parseUnits } from '../../shared/payments/amounts.ts'
import { restOf } from '../../shared/payments/rest.ts'
import type { TimelineStep } from '../ui/timeline.tsx'
import { paymentWay } from './amount-due.ts'
import { checkingStep } from './checking-step.ts'
import { lateMoneyOf } from './late-money.ts'
import { describeReadyBy } from './ready-by.ts'
import { formatAge, formatMoment, formatTime, formatMomentInText } from '../lib/format-date.ts'
import { formatPoints } from '../../shared/points/format-points.ts'

/** What the timeline shows beyond the order itself. */
export type TimelineContext = {
  now: number
  /** The first name of the member of staff who has it open. */
  viewer?: string | undefined
  /** How many payments are checked before this one. */
  queuePosition?: number | undefined
  /** How long recent checks took. */
  checkDuration?: CheckDuration | null | undefined
  /** When payments are checked again; null while they are. */
  opensAt?: number | null
  opening?: OpeningHours | null | undefined
  /** How long preparing an order usually takes, from the verification on. */
  preparingMinutes?: number | null
  /** What is known of its transfer from its chain. */
  transfer?: PaymentProgress | undefined
}

/** The steps of an order as its customer sees them: placed, paid, checked, verified, ready, or how it ended. */
export function timelineSteps(order: Order, context: TimelineContext): TimelineStep[] {
  const placed: TimelineStep = { id: 'placed', title: 'Placed', state: 'done', time: at(order.createdAt, context) }
  switch (order.paymentStatus) {
    case 'pending':
      return [placed, pendingStep(), ...upcomingSteps(order, ['check', 'verified', 'ready'])]
    case 'paid':
      return [
        placed,
        paidStep(order, context),
        ...(isWaitingForRest(order)
          ? [restStep, ...upcomingSteps(order, ['check', 'verified', 'ready']).map(withoutNote)]
          : [checkingStep(order, context), ...upcomingSteps(order, ['verified', 'ready'])]),
      ]
    case 'verified':
      return [
        placed,
        paidStep(order, context),
        checkedStep(order, 'verified'),
        verifiedStep(order, context),
        readyStep(order, context),
      ]
    case 'failed':
      return [
        placed,
        paidStep(order, context),
        checkedStep(order, 'rejected'),
        rejectedStep(order, context),
        ...lateSteps(order, context),
      ]
    case 'refunded':
      return [placed, ...completedSteps(order, context), refundedStep(order, context)]
    case 'cancelled':
      return [placed, cancelledStep(order, context), ...lateSteps(order, context)]
  }
}

function pendingStep(): TimelineStep {
  return {
    id: 'pay',
    title: 'Your payment',
    state: 'current',
    note: 'Send the transfer, then mark the order as paid.',
  }
}

/** Until it is verified, only its customer says that it was paid. */
function paidStep(order: Order, context: TimelineContext): TimelineStep {
  const isPart = restOf(order) > 0
  const title = isPart ? 'Paid in part' : order.verifiedAt === null ? 'Marked as paid' : 'Paid'
  // When a part has arrived, not when its customer said so.
  const paidAt = (isPart && order.payments.at(-1)?.at) || order.paidAt
  const time = paidAt ? at(paidAt, context) : undefined
  return { id: 'paid', title, state: 'done', time, note: paymentWay(order) }
}

/** Unless a member of staff is checking it already. */
const isWaitingForRest = (order: Order) => !order.checking && restOf(order) > 0

const restStep: TimelineStep = {
  id: 'rest',
  title: 'Waiting for the rest',
  state: 'current',
  note: 'We’ll check your payment once the rest has arrived. There’s no deadline, and you don’t need to mark it as paid again.',
}

function checkedStep(order: Order, outcome: OrderEventType): TimelineStep {
  const event = lastEvent(order, outcome)
  const waitedMs = event && order.paidAt ? event.at - order.paidAt : null
  return {
    id: 'check',
    title: event?.name ? `Checked by ${event.name}` : 'Checked',
    state: 'done',
    time: waitedMs === null ? undefined : describeWait(waitedMs),
  }
}

function describeWait(ms: number) {
  return ms < 60_000 ? 'Within a minute' : `After ${formatAge(0, ms)}`
}

function verifiedStep(order: Order, context: TimelineContext): TimelineStep {
  const points = describePoints(order)
  const note = points && `You earned ${points}.`
  return { id: 'verified', title: 'Verified', state: 'done', ...eventFields(order, 'verified', context), note }
}

/**
 * What an order earned: '29 points'; undefined for none. One that asked for extra cents earned one more for each that was
 * sent, which its payments alone tell: 'points'.
 */
function describePoints({ total, request }: Order): string | undefined {
  const asked =
    request && (request.currency === 'USDT' || request.currency === 'USDC') && parseUnits(request.amount, 18)
  if (asked && asked >= BigInt(total + 1) * 10n ** 16n) return 'points'
  const points = pointsFor(total)
  return points > 0 ? formatPoints(points) : undefined
}

function readyStep(order: Order, context: TimelineContext): TimelineStep {
  if (order.orderStatus === 'completed') {
    const note =
      order.deliveryChangedAt === null
        ? undefined
        : `Delivery updated ${formatMomentInText(order.deliveryChangedAt, context.now)}.`
    return { id: 'ready', title: 'Ready', state: 'done', ...eventFields(order, 'completed', context), note }
  }
  const note = [describeReadyBy(order, context), 'We’ll tell you here and in your notifications as soon as it’s ready.']
    .filter(Boolean)
    .join(' ')
  if (!order.checking) return { id: 'ready', title: 'Being prepared', state: 'current', note }
  const { name, since } = order.checking
  return {
    id: `ready ${name}`,
    title: `Being prepared by ${name}`,
    state: 'current',
    time: `Since ${formatTime(since)}`,
    note,
  }
}

/** The reason is in the panel of a closed order. */
function rejectedStep(order: Order, context: TimelineContext): TimelineStep {
  return { id: 'rejected', title: 'Payment rejected', state: 'failed', ...eventFields(order, 'rejected', context) }
}

function refundedStep(order: Order, context: TimelineContext): TimelineStep {
  const points = describePoints(order)
  const note = points && `${points === 'points' ? 'Points' : points} taken back.`
  return {
    id: 'refunded',
    title: 'Refunded',
    state: 'closed',
    icon: Undo2,
    ...eventFields(order, 'refunded', context),
    note,
  }
}

function cancelledStep(order: Order, context: TimelineContext): TimelineStep {
  if (lastEvent(order, 'expired')) {
    const note = 'It wasn’t paid in time.'
    return {
      id: 'expired',
      title: 'Expired',
      state: 'closed',
      icon: ClockAlert,
      ...eventFields(order, 'expired', context),
      note,
    }
  }
  return {
    id: 'cancelled',
    title: 'Cancelled',
    state: 'closed',
    icon: Ban,
    ...eventFields(order, 'cancelled', context),
    by: 'you',
  }
}

/** Money that came after the order was closed, and what becomes of it. */
function lateSteps(order: Order, context: TimelineContext): TimelineStep[] {
  const late = lateMoneyOf(order)
  if (!late) return []
  const time = at(late.at, context)
  const decision = 'A member of staff will reopen the order or send the money back.'
  if (late.state === 'seen') {
    return [
      { id: 'late', title: 'Transfer seen', state: 'current', time, note: 'We’re waiting for it to be confirmed.' },
      { id: 'decision', title: 'Our decision', state: 'next', note: decision },
    ]
  }
  const end: TimelineStep =
    late.state === 'arrived'
      ? { id: 'decision', title: 'We’re reviewing it', state: 'current', note: decision }
      : { id: 'returned', title: 'Money sent back', state: 'closed', icon: Undo2 }
  return late.isLate ? [{ id: 'late', title: 'Money arrived', state: 'done', time }, end] : [end]
}

/** The steps a refunded order had completed. */
function completedSteps(order: Order, context: TimelineContext): TimelineStep[] {
  const arrived = [paidStep(order, context), checkedStep(order, 'verified'), verifiedStep(order, context)]
  return order.orderStatus === 'completed' ? [...arrived, readyStep(order, context)] : arrived
}

function upcomingSteps(order: Order, ids: ('check' | 'verified' | 'ready')[]): TimelineStep[] {
  const points = pointsFor(order.total)
  const all = {
    check: { title: 'Checked', note: 'A member of staff looks for your transfer.' },
    verified: { title: 'Verified', note: points > 0 ? `You’ll earn ${formatPoints(points)}.` : null },
    ready: { title: 'Ready', note: 'Everything is delivered.' },
  }
  return ids.map((id) => ({ id, state: 'next', ...all[id] }))
}

/** They were read before the first transfer; what counts now is the rest. */
const withoutNote = ({ id, title, state }: TimelineStep): TimelineStep => ({ id, title, state })

const eventFields = (order: Order, what: OrderEventType, context: TimelineContext) => {
  const event = lastEvent(order, what)
  return event ? { time: at(event.at, context), ...(event.name && { by: event.name }) } : {}
}
const lastEvent = (order: Order, what: OrderEventType): OrderEvent | undefined =>
  order.history.findLast((event) => event.what === what)
const at = (ms: number, { now }: TimelineContext) => formatMoment(ms, now)
