import { pointsFor } from '../../shared/money.ts'
import type { Change, CheckingTakes, Order, OrderEvent } from '../../shared/order-calls.ts'
import { methodLabel } from '../../shared/payment.ts'
import type { TimelineStep } from '../ui/timeline.tsx'
import { usuallyTakes } from './usually-takes.ts'
import { momentOf, timeOf } from './when.ts'

/** What is known of the order besides the order itself. */
export type Surroundings = {
  now: number
  /** The first name of the member of staff who has it open. */
  viewing?: string | undefined
  /** How many payments are checked before this one. */
  ahead?: number | undefined
  /** How long the last checks took. */
  takes?: CheckingTakes | null | undefined
}

/** An order's way as its customer watches it: placed, paid, checked, verified, ready, or its ending. */
export function stepsOf(order: Order, around: Surroundings): TimelineStep[] {
  const placed: TimelineStep = { id: 'placed', title: 'Placed', state: 'done', time: at(order.createdAt, around) }
  switch (order.paymentStatus) {
    case 'pending':
      return [placed, awaitPayment(order, around), ...ahead(order, ['check', 'verified', 'ready'])]
    case 'paid':
      return [placed, paid(order, around), checking(order, around), ...ahead(order, ['verified', 'ready'])]
    case 'verified':
      return [placed, paid(order, around), checked(order, 'verified'), verified(order, around), ready(order, around)]
    case 'failed':
      return [placed, paid(order, around), checked(order, 'rejected'), rejected(order, around)]
    case 'refunded':
      return [placed, ...whatWasDone(order, around), refunded(order, around)]
    case 'cancelled':
      return [placed, calledOff(order, around)]
  }
}

function awaitPayment(order: Order, { now }: Surroundings): TimelineStep {
  return {
    id: 'pay',
    title: 'Waiting for your payment',
    state: 'current',
    time: `until ${momentOf(order.expiresAt, now)}`,
    note: 'Send the transfer, then mark the order as paid. Next, a member of staff looks for it.',
  }
}

function paid(order: Order, around: Surroundings): TimelineStep {
  const by = methodLabel(order.paymentMethod)
  const note = order.reference ? `${by}, reference ${shortened(order.reference)}` : by
  return { id: 'paid', title: 'Paid', state: 'done', time: order.paidAt ? at(order.paidAt, around) : undefined, note }
}

/** Its id carries the name, so that a check that changes hands is seen and read out as news. */
function checking(order: Order, around: Surroundings): TimelineStep {
  if (order.checking) {
    const { name, since } = order.checking
    const note = 'Next, the payment is verified as soon as the money has arrived.'
    return {
      id: `check ${name}`,
      title: `Being checked by ${name}`,
      state: 'current',
      time: `since ${timeOf(since)}`,
      note,
    }
  }
  const place = placeInLine(around.ahead)
  const looking = around.viewing && `${around.viewing} has it open right now.`
  return {
    id: 'check',
    title: 'Waiting to be checked',
    state: 'current',
    note:
      [place, around.takes && usuallyTakes(around.takes), looking].filter(Boolean).join(' ') ||
      'Next, a member of staff looks for your transfer.',
  }
}

function placeInLine(ahead: number | undefined) {
  if (ahead === undefined) return ''
  if (ahead === 0) return 'Yours is the next payment to be checked.'
  return ahead === 1 ? '1 payment is checked before this one.' : `${ahead} payments are checked before this one.`
}

function checked(order: Order, how: Change): TimelineStep {
  const name = lastOf(order, how)?.name
  return { id: 'check', title: name ? `Checked by ${name}` : 'Checked', state: 'done' }
}

function verified(order: Order, around: Surroundings): TimelineStep {
  const points = order.paymentStatus === 'verified' ? pointsFor(order.total) : 0
  const note = points > 0 ? `You earned ${pointsInWords(points)}.` : undefined
  return { id: 'verified', title: 'Verified', state: 'done', ...told(order, 'verified', around), note }
}

function ready(order: Order, around: Surroundings): TimelineStep {
  if (order.orderStatus === 'completed') {
    return { id: 'ready', title: 'Ready', state: 'done', ...told(order, 'completed', around) }
  }
  const note = 'You are told here, and in your notifications, as soon as it is ready.'
  return { id: 'ready', title: 'Being prepared', state: 'current', note }
}

function rejected(order: Order, around: Surroundings): TimelineStep {
  const note = reasonOf(order, 'rejected')
  return { id: 'rejected', title: 'Payment rejected', state: 'failed', ...told(order, 'rejected', around), note }
}

function refunded(order: Order, around: Surroundings): TimelineStep {
  const note = reasonOf(order, 'refunded')
  return { id: 'refunded', title: 'Refunded', state: 'failed', ...told(order, 'refunded', around), note }
}

function calledOff(order: Order, around: Surroundings): TimelineStep {
  if (lastOf(order, 'expired')) {
    const note = 'It was not paid in time.'
    return { id: 'expired', title: 'Expired', state: 'failed', ...told(order, 'expired', around), note }
  }
  return { id: 'cancelled', title: 'Cancelled', state: 'failed', ...told(order, 'cancelled', around), by: 'you' }
}

/** How far a refunded order had come. */
function whatWasDone(order: Order, around: Surroundings): TimelineStep[] {
  const arrived = [paid(order, around), checked(order, 'verified'), verified(order, around)]
  return order.orderStatus === 'completed' ? [...arrived, ready(order, around)] : arrived
}

function ahead(order: Order, ids: ('check' | 'verified' | 'ready')[]): TimelineStep[] {
  const points = pointsFor(order.total)
  const all = {
    check: { title: 'Checked', note: 'A member of staff looks for your transfer.' },
    verified: { title: 'Verified', note: points > 0 ? `You earn ${pointsInWords(points)}.` : null },
    ready: { title: 'Ready', note: 'Everything is delivered.' },
  }
  return ids.map((id) => ({ id, state: 'next', ...all[id] }))
}

/** A transaction hash is known by its ends. */
const shortened = (reference: string) =>
  reference.length > 28 ? `${reference.slice(0, 10)}…${reference.slice(-8)}` : reference

const pointsInWords = (points: number) => (points === 1 ? '1 point' : `${points.toLocaleString('en')} points`)

const told = (order: Order, what: Change, around: Surroundings) => {
  const event = lastOf(order, what)
  return event ? { time: at(event.at, around), ...(event.name && { by: event.name }) } : {}
}
const reasonOf = (order: Order, what: Change) => lastOf(order, what)?.note || undefined
const lastOf = (order: Order, what: Change): OrderEvent | undefined =>
  order.history.findLast((event) => event.what === what)
const at = (ms: number, { now }: Surroundings) => momentOf(ms, now)
