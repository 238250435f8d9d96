import { FileText, LifeBuoy, Package, Receipt, Search, User } from 'lucide-react'
import { conversationLabels } from '../../../shared/support/staff-schema.ts'
import { foldText } from '../../../shared/search-text.ts'
import { formatMoney } from '../../../shared/money.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { orderLabels, paymentLabels } from '../../../shared/orders/schema.ts'
import { maxFoundRows, type StaffSearchResults } from '../../../shared/staff/search-schema.ts'
import { amountDue } from '../../orders/amount-due.ts'
import type { Icon } from '../../ui/icon.ts'
import { sections } from '../sections.ts'

export const entryKinds = ['page', 'order', 'customer', 'item', 'conversation', 'list'] as const
/** One line of the palette, which opens a page. */
export type Entry = {
  kind: (typeof entryKinds)[number]
  href: string
  label: string
  /** What tells it from others of its kind. */
  detail: string
}
export type EntryGroup = { title: string; entries: Entry[] }

export const entryIcons: Record<Entry['kind'], Icon> = {
  page: FileText,
  order: Receipt,
  customer: User,
  item: Package,
  conversation: LifeBuoy,
  list: Search,
}
/** A page's own icon, by its path. */
export const pageIcons: Record<string, Icon> = Object.fromEntries(sections.flat().map(({ href, icon }) => [href, icon]))

const pages: Entry[] = [
  ...sections.flat(),
  { href: '/admin/statements', label: 'Statements' },
  { href: '/admin/items/new', label: 'New item' },
].map(({ href, label }) => ({ kind: 'page', href, label, detail: '' }))
/** Other words for a page, by its path. */
const synonyms: Record<string, string> = {
  '/admin/payments': 'queue verify',
  '/admin/support': 'inbox chat conversations messages',
  '/admin/items': 'catalogue products services',
  '/admin/coupons': 'codes discounts',
  '/admin/stats': 'dashboard revenue',
  '/admin/audit': 'log history',
}

/** The pages with a word, or another for it, that begins with each word of the query; all of them without a query. */
export function findPages(query: string): Entry[] {
  const words = foldText(query).split(' ').filter(Boolean)
  const begins = (label: string, word: string) =>
    foldText(label)
      .split(' ')
      .some((one) => one.startsWith(word))
  return pages.filter(({ href, label }) => words.every((word) => begins(`${label} ${synonyms[href] ?? ''}`, word)))
}

/** The results as groups of lines, without empty groups. */
export function groupResults(query: string, { orders, customers, items, conversations }: StaffSearchResults) {
  const group = <R>(title: string, path: string, rows: R[], entryOf: (row: R) => Entry): EntryGroup => {
    const href = `${path}?${new URLSearchParams({ q: query })}`
    const all: Entry = { kind: 'list', href, label: `All matching ${title.toLowerCase()}`, detail: '' }
    return { title, entries: [...rows.map(entryOf), ...(rows.length === maxFoundRows ? [all] : [])] }
  }
  const groups = [
    group('Orders', '/admin/orders', orders, orderEntry),
    group('Customers', '/admin/customers', customers, customerEntry),
    group('Items', '/admin/items', items, itemEntry),
    group('Conversations', '/admin/support', conversations, conversationEntry),
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

type Found<K extends keyof StaffSearchResults> = StaffSearchResults[K][number]
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

const orderEntry = (order: Found<'orders'>): Entry => ({
  kind: 'order',
  href: `/admin/orders/${order._id}`,
  label: `#${orderNumber(order._id)} · ${nameOf(order.customer)}`,
  detail: `${amountOf(order)} · ${order.paymentStatus === 'verified' ? orderLabels[order.orderStatus] : paymentLabels[order.paymentStatus]}`,
})
/** As its customer was asked for it. */
const amountOf = ({ total, paymentMethod }: Found<'orders'>) =>
  paymentMethod ? amountDue({ total, paymentMethod }) : formatMoney(total)
const customerEntry = (customer: Found<'customers'>): Entry => ({
  kind: 'customer',
  href: `/admin/customers/${customer._id}`,
  label: nameOf(customer),
  detail: customer.isAdmin ? `${customer.email} · Staff` : customer.email,
})
const itemEntry = (item: Found<'items'>): Entry => ({
  kind: 'item',
  href: `/admin/items/${item._id}`,
  label: item.name,
  detail: `${formatMoney(item.price, 'USD')} · ${item.isDraft ? 'Draft' : item.isArchived ? 'Archived' : item.category}`,
})
const conversationEntry = (conversation: Found<'conversations'>): Entry => ({
  kind: 'conversation',
  href: `/admin/support/${conversation._id}`,
  label: nameOf(conversation.customer),
  detail: `${conversationLabels[conversation.status]} · ${conversation.lastMessage}`,
})
