import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { isWithin, type Section, sections } from './sections.ts'

/** The lists from which staff open an order, and what leads back to them. */
const lists: Readonly<Record<string, string>> = {
  '/admin/payments': 'Payments to verify',
  '/admin/deliveries': 'Orders to deliver',
  '/admin/orders': 'Orders',
  '/admin/money': 'Money',
  '/admin/support': 'Support',
}
const orderPage = /^\/admin\/orders\/([^/]+)$/

/** The section of the page at a path: an order's page belongs to the list from which it was opened. */
export function useSection(): Section | undefined {
  const [path] = useLocation()
  const id = orderPage.exec(path)?.[1]
  const order = useStore((state) => (id === undefined ? undefined : state.staffOrders.byId[id]))
  const origin = useStore((state) => state.staff.origin)
  const address = id === undefined ? path : (origin?.section ?? (order && sectionOf(order)))
  return sections.flat().find((section) => address !== undefined && isWithin(address, section))
}

/** Remembers the list that is open, with its search and filters. */
export function useRememberedList() {
  const client = useClient()
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    if (orderPage.test(path)) return
    const section = sections.flat().find((one) => isWithin(path, one))?.href
    const origin =
      section !== undefined && section in lists ? { section, address: path + (search && `?${search}`) } : null
    client.update((draft) => void (draft.staff.origin = origin))
  }, [client, path, search])
}

/** Where an order's page leads back to: the list from which it was opened, else the one that it belongs to. */
export function useWayBack(order?: StaffOrder): { href: string; label: string } {
  const origin = useStore((state) => state.staff.origin)
  const section = origin?.section ?? (order ? sectionOf(order) : '/admin/orders')
  return { href: origin?.address ?? section, label: lists[section]! }
}

const sectionOf = ({ paymentStatus, orderStatus }: StaffOrder) =>
  paymentStatus === 'paid' ? '/admin/payments' : orderStatus === 'processing' ? '/admin/deliveries' : '/admin/orders'
