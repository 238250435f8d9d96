import type { Notification } from '../../shared/notifications/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'

/** Notifications about one order, or about something else in a row. */
export type NotificationGroup = { key: string; title: string; order: string | null; rows: Notification[] }

/** Puts the notifications of each order together, where its newest one is, and others where they are. */
export function groupNotifications(list: Notification[]): NotificationGroup[] {
  const groups: NotificationGroup[] = []
  const ofOrders = new Map<string, NotificationGroup>()
  for (const row of list) {
    const order = orderOf(row)
    const title = order ? `Order #${order}` : row.link?.startsWith('/support') ? 'Support' : 'Your account'
    const last = groups.at(-1)
    let group = order ? ofOrders.get(order) : last?.title === title ? last : undefined
    if (!group) {
      group = { key: row._id, title, order, rows: [] }
      groups.push(group)
      if (order) ofOrders.set(order, group)
    }
    group.rows.push(row)
  }
  return groups
}

/** A notification's text below its order's number: 'Your order is ready' for 'Your order #PG3BED is ready'. */
export const withoutOrder = (message: string, order: string) =>
  message.replace(new RegExp(`( for| to) order #${order}\\b| #${order}\\b`), (_, before?: string) =>
    before ? `${before} this order` : '',
  )

/** The number of the order a notification is about, such as 'PG3BED'; those about points name it in their text. */
function orderOf({ link, message }: Notification): string | null {
  const id = /^\/orders\/(?:details\/)?(\w+)$/.exec(link ?? '')?.[1]
  if (id) return orderNumber(id)
  return /^You earned [\d,]+ points? for order #(\w{6})\b/.exec(message)?.[1] ?? null
}
