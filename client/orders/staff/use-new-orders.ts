import { useEffect, useState } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'

/** How long a new order is highlighted. */
const highlightMs = 8000
/** The clocks of browser and server may differ by this much. */
const clockSkewMs = 60_000

type Seen = { ids: Set<string>; recent: StaffOrder[] }

/**
 * Returns which orders arrived in a queue in the last seconds while the page was open, and the latest of them.
 * @param since when an order arrived
 */
export function useNewOrders(orders: StaffOrder[] | null, since: (order: StaffOrder) => number | null) {
  const [openedAt] = useState(() => Date.now())
  const [seen, setSeen] = useState<Seen | null>(null)

  if (orders?.some(({ _id }) => !seen?.ids.has(_id))) {
    const isNew = (order: StaffOrder) => !seen?.ids.has(order._id) && (since(order) ?? 0) > openedAt - clockSkewMs
    const ids = new Set([...(seen?.ids ?? []), ...orders.map(({ _id }) => _id)])
    setSeen({ ids, recent: seen ? [...seen.recent, ...orders.filter(isNew)] : [] })
  } else if (orders && !seen) setSeen({ ids: new Set(), recent: [] })

  const recent = seen?.recent
  useEffect(() => {
    if (!recent?.length) return
    const timer = setTimeout(() => setSeen((current) => current && { ...current, recent: [] }), highlightMs)
    return () => clearTimeout(timer)
  }, [recent])

  return { isNew: (id: string) => !!recent?.some(({ _id }) => _id === id), latest: recent?.at(-1) }
}
