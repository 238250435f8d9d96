import { openTime } from '../../shared/opening-hours.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { isMisdirected } from '../../shared/payments/progress.ts'
import { describeNextCheck } from '../storefront/use-next-opening.ts'
import type { TimelineStep } from '../ui/timeline.tsx'
import { formatTime } from '../lib/format-date.ts'
import { describeCheckDuration, describeLongCheck } from './check-duration.ts'
import type { TimelineContext } from './timeline-steps.ts'

/** The id contains the name, so that a change of the checker is animated and announced. */
export function checkingStep(order: Order, context: TimelineContext): TimelineStep {
  if (order.checking) {
    const { name, since } = order.checking
    const note = 'The payment is verified as soon as the money has arrived.'
    return {
      id: `check ${name}`,
      title: `Being checked by ${name}`,
      state: 'current',
      time: `Since ${formatTime(since)}`,
      note,
    }
  }
  const viewer = context.viewer && `${context.viewer} has it open right now.`
  // The queue and its usual time say nothing about a transfer that was sent wrong.
  if (context.transfer && isMisdirected(context.transfer.state)) {
    const note = viewer || 'You’ll get a notification as soon as we’ve decided.'
    return { id: 'check', title: 'We’re reviewing it', state: 'current', note }
  }
  const notes = [describeQueue(context.queuePosition), describeSpeed(order, context), viewer]
  return {
    id: 'check',
    title: 'Waiting to be checked',
    state: 'current',
    note: notes.filter(Boolean).join(' ') || 'A member of staff will look for your transfer.',
  }
}

function describeSpeed({ paidAt }: Order, { now, opening, opensAt, checkDuration }: TimelineContext) {
  if (opensAt) return describeNextCheck(opensAt, now)
  if (!checkDuration) return ''
  const waited = paidAt === null ? 0 : opening ? openTime(opening, paidAt, now) : now - paidAt
  return waited > checkDuration.to ? describeLongCheck(checkDuration) : describeCheckDuration(checkDuration)
}

function describeQueue(queuePosition: number | undefined) {
  if (queuePosition === undefined) return ''
  if (queuePosition === 0) return 'Yours is the next payment to be checked.'
  if (queuePosition === 1) return '1 payment is ahead of yours.'
  return `${queuePosition} payments are ahead of yours.`
}
