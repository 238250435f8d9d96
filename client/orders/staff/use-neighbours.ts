import { useState } from 'react'
import { useStore } from '../../client-context.tsx'
import { parseOrderFilter } from './order-query.ts'
import { deliveryQueue, paymentQueue, queueFilter } from './queues.ts'
import { staffOrdersKey } from './store.ts'

/**
 * The orders before and after one in the list from which it was opened, as far as the list is loaded; null without such
 * a list. An order that has left the list since keeps its place.
 */
export function useNeighbours(id: string): { previous: string | undefined; next: string | undefined } | null {
  const key = useStore(({ staff: { origin } }) => (origin && origin.order === undefined ? keyOf(origin.address) : null))
  const ids = useStore((state) => (key === null ? undefined : state.staffOrders.lists[key]?.ids)) ?? none
  const [initialIds] = useState(ids)
  const place = initialIds.indexOf(id)
  if (place < 0) return null
  const isListed = (one: string) => ids.includes(one)
  return { previous: initialIds.slice(0, place).findLast(isListed), next: initialIds.slice(place + 1).find(isListed) }
}

const none: string[] = []

/** The key of the orders that are listed at an address of the staff area. */
function keyOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const query = Object.fromEntries(searchParams)
  const queue = [paymentQueue, deliveryQueue].find(({ kind }) => pathname === `/admin/${kind}`)
  if (queue) return staffOrdersKey(queueFilter(queue, query))
  return pathname === '/admin/orders' ? staffOrdersKey(parseOrderFilter(query)) : null
}
