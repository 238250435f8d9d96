import { durationLabel } from '../catalogue/rules.ts'
import { formatMoney } from '../money.ts'
import { orderNumber } from '../orders/rules.ts'
import { orderLabels, paymentLabels } from '../orders/schema.ts'
import { methodLabel } from '../payments/schema.ts'
import { conversationLabels } from '../support/staff-schema.ts'
import type { AuditEntry } from './schema.ts'

// The words of the audit log, on screen, in its export and for its search.

export const subjectLabels: Record<AuditEntry['subject'], string> = {
  order: 'Order',
  payment: 'Payment',
  item: 'Item',
  category: 'Category',
  coupon: 'Coupon',
  review: 'Review',
  customer: 'Customer',
  support: 'Conversation',
  reply: 'Saved reply',
  staff: 'Staff',
  picture: 'Picture',
}

const actionLabels: Record<string, string> = {
  'order.claim': 'Claimed the order',
  'order.release': 'Released the order',
  'order.verify': 'Verified the payment',
  'order.reject': 'Rejected the payment',
  'order.complete': 'Completed the order',
  'order.change-delivery': 'Changed the delivery',
  'order.refund': 'Refunded the payment',
  'order.request-proof': 'Requested a picture of the transfer',
  'order.mark-paid': 'Marked as paid, because money was found',
  'order.refund-part': 'Refunded a part',
  'order.reopen': 'Reopened the order',
  'order.unverify': 'Took the verification back',
  'order.check': 'Looked at the chain',
  'payment.gone': 'Noticed that the transfer is no longer on its chain',
  'payment.pause-automatic': 'Paused automatic verification',
  'payment.resume-automatic': 'Resumed automatic verification',
  'payment.record': 'Recorded a transfer',
  'payment.assign': 'Assigned the transfer',
  'payment.detach': 'Removed the transfer from its order',
  'payment.dismiss': 'Dismissed the transfer',
  'payment.send-back': 'Noted that the transfer was sent back',
  'payment.import': 'Imported a bank statement',
  'payment.match': 'Matched a line of a bank statement',
  'payment.import-undo': 'Took a bank statement back',
  'order.note': 'Added a note',
  'order.note.delete': 'Deleted a note',
  'item.create': 'Created the item',
  'item.copy': 'Copied the item',
  'item.change': 'Changed the item',
  'item.publish': 'Published the item',
  'item.unpublish': 'Made the item a draft',
  'item.archive': 'Archived the item',
  'item.delete': 'Deleted the item',
  'item.restore': 'Put the item back on sale',
  'category.create': 'Created the category',
  'category.rename': 'Renamed the category',
  'category.order': 'Changed the order of categories',
  'category.delete': 'Deleted the category',
  'coupon.create': 'Created the coupon',
  'coupon.create-batch': 'Created the batch of codes',
  'coupon.change': 'Changed the coupon',
  'coupon.archive': 'Ended the coupon',
  'coupon.delete': 'Deleted the coupon',
  'coupon.restore': 'Restored the coupon',
  'review.remove': 'Removed the review',
  'customer.correct-points': 'Adjusted the points',
  'customer.end-sessions': 'Ended sessions',
  'support.reply': 'Replied',
  'support.note': 'Added a note',
  'support.note.delete': 'Deleted a note',
  'support.change': 'Changed the conversation',
  'support.assign': 'Assigned the conversation',
  'support.unassign': 'Unassigned the conversation',
  'support.resolve': 'Resolved the conversation',
  'support.reopen': 'Reopened the conversation',
  'support.remind': 'Set a reminder',
  'support.remind.change': 'Changed the reminder',
  'support.remind.cancel': 'Cancelled the reminder',
  'support.reminded': 'Brought the conversation back',
  'reply.add': 'Created the saved reply',
  'reply.change': 'Changed the saved reply',
  'reply.delete': 'Deleted the saved reply',
  'picture.upload': 'Uploaded the picture',
  'second_factor.on': 'Turned two-factor authentication on',
  'second_factor.off': 'Turned two-factor authentication off',
  'second_factor.reset': 'Reset two-factor authentication',
  'staff.add': 'Made a member of staff',
  'staff.remove': 'Took the staff role away',
}

/** 'order.verify' becomes 'Verified the payment'; an action without a label of its own, its last words. */
export function actionLabel(action: string): string {
  const label = actionLabels[action]
  if (label !== undefined) return label
  const verb = action.slice(action.indexOf('.') + 1).replaceAll(/[-_.]/g, ' ')
  return verb.charAt(0).toUpperCase() + verb.slice(1)
}

/** Who acted: neither the store itself nor commands run on the server have a user. */
export function actorName({ actor, subject }: Pick<AuditEntry, 'actor' | 'subject'>) {
  if (actor) return `${actor.firstName} ${actor.lastName}`
  return subject === 'staff' ? 'Command line' : 'The store'
}

const statementActions = new Set(['payment.import', 'payment.match', 'payment.import-undo'])

/** Whether an entry is about a bank statement, or a line of it. Its subject is `payment`, and its `subjectId` the statement's. */
export const isOfStatement = ({ action }: Pick<AuditEntry, 'action'>) => statementActions.has(action)

/** What an entry is about: 'Order #PG3BED', 'Coupon WELCOME10', 'Category' if nothing more is known. */
export function subjectName({ action, subject, subjectId, subjectName: name }: SubjectOf): string {
  if (isOfStatement({ action })) return 'Bank statement'
  if (subject === 'order') return `${subjectLabels.order} #${orderNumber(subjectId)}`
  if (subject === 'payment' && subjectId === 'all') return 'All payments'
  if (name === null) return subject === 'category' && subjectId === 'all' ? 'All categories' : subjectLabels[subject]
  if (subject === 'review') return `${subjectLabels.review} of ${name}`
  if (subject === 'support') return `${subjectLabels.support} with ${name}`
  return `${subjectLabels[subject]} ${name}`
}
type SubjectOf = Pick<AuditEntry, 'action' | 'subject' | 'subjectId' | 'subjectName'>

export type AuditChange = { field: string; label: string; before: string | null; after: string | null }

/** The fields that an action changed, formatted for reading; with only one state, all of its fields. */
export function auditChanges(
  { before, after, names }: Pick<AuditEntry, 'before' | 'after' | 'names'>,
  maxLength = 200,
): AuditChange[] {
  const format = (field: string, state: Fields) =>
    field in state ? truncate(formatValue(field, state[field], state, names), maxLength) : null
  const [old, current] = [toRecord(before), toRecord(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  return fields
    .filter((field) => !hiddenFields.has(field))
    .filter((field) => JSON.stringify(old[field] ?? null) !== JSON.stringify(current[field] ?? null))
    .map((field) => {
      const label = fieldLabel(field)
      // A picture has no name that would say anything.
      if (pictureFields.has(field) && old[field] && current[field])
        return { field, label, before: null, after: 'replaced' }
      return {
        field,
        label,
        before: format(field, old),
        after: format(field, current),
      }
    })
}

/** 'price $12.00 → $14.00; category Music'. */
export const changesText = (entry: Parameters<typeof auditChanges>[0]): string =>
  auditChanges(entry)
    .map(({ label, before, after }) => `${label} ${[before, after].filter((text) => text !== null).join(' → ')}`)
    .join('; ')

/** Ids of notes: a deleted note leaves nothing to read. */
const hiddenFields = new Set(['note'])
const pictureFields = new Set(['logoLink', 'bannerLink'])

const fieldLabels: Record<string, string> = {
  categoryId: 'category',
  itemId: 'item',
  months: 'duration',
  oldPrice: 'price before reduction',
  logoLink: 'logo',
  bannerLink: 'banner',
  archivedAt: 'archived',
  startsAt: 'starts',
  minTotal: 'minimum order',
  batchSize: 'number of codes',
  expiresAt: 'expires',
  usesLimit: 'limit on total uses',
  usesPerCustomer: 'limit per customer',
  user: 'customer',
  value: 'order',
  isAdmin: 'staff member',
  use: 'used as',
  bytes: 'size',
  counted: 'worth',
  added: 'new lines',
  found: 'result',
}

/** 'paymentStatus' becomes 'payment status'. */
const fieldLabel = (name: string) =>
  fieldLabels[name] ?? name.replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

const moneyFields = new Set([
  'minTotal',
  'received',
  'counted',
  'price',
  'oldPrice',
  'subtotal',
  'discount',
  'total',
  'refunded',
])

function formatValue(field: string, value: unknown, state: Fields, names: AuditEntry['names']): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) {
    return value.map((each) => formatValue(field, each, state, names)).join(', ') || 'none'
  }
  if (typeof value === 'number') return formatNumber(field, value, state)
  if (typeof value !== 'string') return JSON.stringify(value)
  return names[value] ?? labelOf(field, value) ?? formatText(field, value)
}

function formatNumber(field: string, value: number, { type }: Fields): string {
  if (field === 'months') return durationLabel(value)
  if (field === 'bytes') return `${Math.ceil(value / 1000)} kB`
  if (field === 'amount') return type === 'Percentage' ? `${value / 100}%` : formatMoney(value)
  return moneyFields.has(field) ? formatMoney(value) : value.toLocaleString('en')
}

function labelOf(field: string, value: string): string | undefined {
  const labels: Record<string, Record<string, string>> = {
    paymentStatus: paymentLabels,
    orderStatus: orderLabels,
    status: conversationLabels,
  }
  const found = labels[field]
  if (found && Object.hasOwn(found, value)) return found[value]
  return field === 'paymentMethod' ? methodLabel(value) : undefined
}

function formatText(field: string, value: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`
  if (pictureFields.has(field)) return 'a picture'
  return field === 'description'
    ? value
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim() || 'none'
    : value
}

const truncate = (text: string, maxLength: number) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)

type Fields = Record<string, unknown>

const toRecord = (value: unknown): Fields => {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : { value }
}
