import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { OrderBadge } from '../status-badge.tsx'
import { formatAge } from '../../lib/format-date.ts'
import { amountDue } from '../amount-due.ts'

/** A list of verified orders with links. */
export function StaffOrderList({ label, orders, now }: { label: string; orders: StaffOrder[]; now: number }) {
  return (
    <ul aria-label={label} className="surface divide-y divide-line text-sm">
      {orders.map((order) => (
        <li key={order._id}>
          <Link
            href={`/admin/orders/${order._id}`}
            className="grid min-h-12 grid-cols-[1fr_auto_auto] items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-sunken lg:grid-cols-[6rem_minmax(0,1fr)_8rem_16rem_10rem_auto]"
          >
            <span className="tabular font-semibold">#{orderNumber(order._id)}</span>
            <span
              className="truncate max-lg:order-1 max-lg:col-span-2"
              title={`${order.customer.firstName} ${order.customer.lastName}`}
            >
              {order.customer.firstName} {order.customer.lastName}
            </span>
            <span className="tabular text-right">{amountDue(order)}</span>
            <span className="text-muted max-lg:hidden">{verifiedText(order, now)}</span>
            <span className="max-lg:hidden">
              <OrderBadge status={order.orderStatus} />
            </span>
            <ChevronRight size={16} className="text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** 'Verified 12 min ago by Mira'. */
function verifiedText(order: StaffOrder, now: number): string {
  const event = order.history.findLast(({ what }) => what === 'verified')
  if (!event) return ''
  const age = formatAge(event.at, now)
  return `Verified ${age === 'now' ? 'just now' : `${age} ago`}${event.name && ` by ${event.name}`}`
}
