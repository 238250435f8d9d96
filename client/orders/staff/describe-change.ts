import type { OrderEventType } from '../../../shared/orders/schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'

const verbs: Partial<Record<OrderEventType, string>> = {
  verified: 'verified',
  rejected: 'rejected',
  completed: 'completed',
  refunded: 'refunded',
  cancelled: 'cancelled',
  paid: 'marked as paid',
  reopened: 'reopened',
  unverified: 'verification taken back',
}

/** Who moved an order to its current state: 'Mira has verified #ABC123.' */
export function describeChange(order: StaffOrder): string {
  const number = `#${orderNumber(order._id)}`
  const last = lastChange(order)
  if (!last) return `${number} has changed.`
  const verb = verbs[last.what]!
  if (last.what === 'unverified') {
    const what = `the verification of ${number}`
    return last.name === '' ? `${capitalize(what)} was taken back.` : `${last.name} has taken back ${what}.`
  }
  return last.name === '' ? `${number} was ${verb}.` : `${last.name} has ${verb} ${number}.`
}

/** The same in short: 'Verified by Mira'; empty if there is nothing to say. */
export function describeOutcome(order: StaffOrder): string {
  const last = lastChange(order)
  if (!last) return ''
  const verb = verbs[last.what]!
  return `${capitalize(verb)}${last.name && ` by ${last.name}`}`
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const lastChange = ({ history }: StaffOrder) => history.findLast(({ what }) => verbs[what] !== undefined)

/** Whose claim it is: 'Mira is checking this payment.', or 'You are …' for the viewer's own. */
export function describeClaim({ checking, paymentStatus }: StaffOrder, isMine = false): string {
  const who = isMine ? 'You are' : `${checking?.name ?? 'A colleague'} is`
  return paymentStatus === 'paid' ? `${who} checking this payment.` : `${who} preparing this order.`
}
