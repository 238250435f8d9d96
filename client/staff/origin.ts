import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { isBelow, isWithin, type Section, sections } from './sections.ts'

/** The lists from which staff open an order, and what leads back to them. */
const lists: Readonly<Record<string, string>> = {
  '/admin/payments': 'Payments to verify',
  '/admin/statements': 'Statements',
  '/admin/deliveries': 'Orders to deliver',
  '/admin/orders': 'Orders',
  '/admin/money': 'Money',
  '/admin/support': 'Support',
}
const orderPage = /^\/admin\/orders\/([^/]+)$/

/** The section of the page at a path: an order's page belongs to the list that it leads back to. */
export function useSection(): Section | undefined {
  const [path] = useLocation()
  const id = orderPage.exec(path)?.[1]
  const order = useStore((state) => (id === undefined ? undefined : state.staffOrders.byId[id]))
  const back = useWayBack(order)
  const page = id === undefined ? path : back?.list
  return sections.flat().find((section) => page !== undefined && isWithin(page, section))
}

/** Remembers the list that is open, with its search and filters. */
export function useRememberedList() {
  const client = useClient()
  const [path] = useLocation()
  const search = useSearch()
  useEffect(() => {
    if (orderPage.test(path)) return
    const list = Object.keys(lists).find((one) => isBelow(path, one))
    const origin = list === undefined ? null : { list, address: path + (search && `?${search}`) }
    client.update((draft) => void (draft.staff.origin = origin))
  }, [client, path, search])
}

type WayBack = { list: string; href: string; label: string }

/** Where an order's page leads back to: the list from which it was opened, else the one that it waits in; null before that is known. */
export function useWayBack(order: StaffOrder | undefined): WayBack | null {
  const origin = useStore((state) => state.staff.origin)
  const list = origin?.list ?? (order && listOf(order))
  return list === undefined ? null : { list, href: origin?.address ?? list, label: lists[list]! }
}

const listOf = ({ paymentStatus, orderStatus }: StaffOrder) =>
  paymentStatus === 'paid' ? '/admin/payments' : orderStatus === 'processing' ? '/admin/deliveries' : '/admin/orders'
