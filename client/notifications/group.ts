import type { Notification } from '../../shared/notifications/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'

/** Notifications about one order, or a single one about something else. */
export type NotificationGroup = { key: string; order: string | null; rows: Notification[] }

/** Puts the notifications of each order together, where its newest one is. Only several have the order's number. */
export function groupByOrder(list: Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const row of list) {
    const order = orderOf(row)
    const key = order ?? row._id
    const group = groups.get(key) ?? { key, order, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => (group.rows.length > 1 ? group : { ...group, order: null }))
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
