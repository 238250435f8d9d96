import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { isReturn } from '../lib/link-back.ts'
import { BackLink } from '../ui/back-link.tsx'
import { isBelow, isWithin, type Section, sections } from './sections.ts'
import type { StaffState } from './state.ts'

/** The lists from which staff open an order, and what leads back to them. */
const lists: Readonly<Record<string, string>> = {
  '/admin/payments': 'Payments to verify',
  '/admin/statements': 'Statements',
  '/admin/deliveries': 'Orders to deliver',
  '/admin/orders': 'Orders',
  '/admin/money': 'Transfers',
  '/admin/support': 'Support',
}
const remembered = new Set([...Object.keys(lists), '/admin/items', '/admin/customers'])
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

/** Remembers the list that is open, with its search and filters; of an order opened by its address, its queue. */
export function useRememberedList() {
  const client = useClient()
  const [path] = useLocation()
  const search = useSearch()
  const id = orderPage.exec(path)?.[1]
  const order = useStore((state) => (id === undefined ? undefined : state.staffOrders.byId[id]))
  const queue = order && listOf(order)
  useEffect(() => {
    if (id === undefined) {
      const list = Object.keys(lists).find((one) => isBelow(path, one))
      const origin = list === undefined ? null : { list, address: path + (search && `?${search}`) }
      client.update(({ staff }) => {
        staff.origin = origin
        if (remembered.has(path)) staff.listAddresses[path] = path + (search && `?${search}`)
      })
    } else if (queue) {
      client.update(({ staff }) => {
        if (!isOriginOf(staff.origin, id)) staff.origin = { list: queue, address: queue, order: id }
      })
    }
  }, [client, path, search, id, queue])
}

/** Remembers the selected row of a list, for when it is returned to. */
export function useRememberedRow(id: string | null) {
  const client = useClient()
  const [path] = useLocation()
  const search = useSearch()
  const [ownPath] = useState(path)
  useEffect(() => {
    // A list is still shown while the next page loads.
    if (path !== ownPath || !remembered.has(path)) return
    client.update(({ staff }) => {
      if (id === null) delete staff.selectedRows[path]
      else staff.selectedRows[path] = { address: path + (search && `?${search}`), id }
    })
  }, [client, ownPath, path, search, id])
}

/** The row that was selected in the list when it was left, if the list was returned to. */
export function useReturnedRow(): string | null {
  const [path] = useLocation()
  const search = useSearch()
  const client = useClient()
  const [returned] = useState(() => {
    const row = client.store.getState().staff.selectedRows[path]
    return row?.address === path + (search && `?${search}`) && isReturn() ? row.id : null
  })
  return returned
}

/** A link back to a list as it was left. */
export function BackToList({ list, children }: { list: string; children: string }) {
  const address = useStore((state) => state.staff.listAddresses[list] ?? list)
  return <BackLink href={address}>{children}</BackLink>
}

type WayBack = { list: string; href: string; label: string }

/**
 * Where an order's page leads back to: the list from which it was opened, else the one in which it waited then; null
 * before that is known.
 */
export function useWayBack(order: StaffOrder | undefined): WayBack | null {
  const last = useStore((state) => state.staff.origin)
  const origin = isOriginOf(last, order?._id) ? last : null
  const list = origin?.list ?? (order && listOf(order))
  return list === undefined ? null : { list, href: origin?.address ?? list, label: lists[list]! }
}

const isOriginOf = (origin: StaffState['origin'], order: string | undefined) =>
  origin !== null && (origin.order ?? order) === order

const listOf = ({ paymentStatus, orderStatus }: StaffOrder) =>
  paymentStatus === 'paid' ? '/admin/payments' : orderStatus === 'processing' ? '/admin/deliveries' : '/admin/orders'
