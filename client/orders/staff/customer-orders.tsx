import { Link } from 'wouter'
import { formatCount } from '../../../shared/format-count.ts'
import type { Customer } from '../../../shared/accounts/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { methodLabel } from '../../../shared/payments/schema.ts'
import type { OrderSummary } from '../../../shared/orders/staff-schema.ts'
import { amountOf } from './order-summary.ts'
import { OrderStateText } from './status-text.tsx'
import { formatDate } from '../../lib/format-date.ts'
import { type Column, Table } from '../../ui/table.tsx'

type CustomerOrdersProps =
  | { orders: OrderSummary[]; customer: Customer }
  /** They are loading. */
  | { orders: null; customer?: undefined }

/** A customer's newest orders. */
export function CustomerOrders({ orders, customer }: CustomerOrdersProps) {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="mb-2 flex items-baseline justify-between gap-4 text-lg">
        Orders
        {orders && customer.orders > orders.length && (
          <Link
            href={`/admin/orders?q=${encodeURIComponent(customer.email)}`}
            className="link font-sans text-sm font-normal max-wide:-my-3 max-wide:py-3"
          >
            View all {formatCount(customer.orders)}
          </Link>
        )}
      </h2>
      {orders?.length === 0 ? (
        <p className="surface p-4 text-sm text-muted">No orders yet</p>
      ) : (
        <Table
          caption="Orders, newest first"
          columns={columns}
          rows={orders ?? []}
          rowKey={(order) => order._id}
          isLoading={!orders}
        />
      )}
    </section>
  )
}

const columns: Column<OrderSummary>[] = [
  {
    id: 'order',
    head: 'Order',
    headClass: 'w-25',
    line: 'key',
    skeleton: 'w-18',
    cell: ({ _id }) => (
      <Link href={`/admin/orders/${_id}`} className="font-semibold underline-offset-4 hover:underline">
        #{orderNumber(_id)}
      </Link>
    ),
  },
  {
    id: 'placed',
    head: 'Placed',
    headClass: 'w-30',
    line: 'sub',
    skeleton: 'w-20',
    className: 'whitespace-nowrap text-muted',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    id: 'method',
    head: 'Method',
    headClass: 'w-28',
    line: 'more',
    skeleton: 'w-20',
    className: 'table-nowrap text-muted',
    cell: ({ paymentMethod }) => methodLabel(paymentMethod),
  },
  {
    id: 'status',
    head: 'Status',
    headClass: 'w-30',
    line: 'action',
    skeleton: 'w-20',
    cell: (order) => <OrderStateText order={order} />,
  },
  {
    id: 'total',
    head: 'Total',
    headClass: 'w-30',
    align: 'end',
    line: 'end',
    cell: (order) => <span className="font-semibold whitespace-nowrap">{amountOf(order)}</span>,
  },
]
