import { Link } from 'wouter'
import { formatCount } from '../../../shared/format-count.ts'
import { formatMoney } from '../../../shared/money.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { methodLabel } from '../../../shared/payments/schema.ts'
import type { OrderSummary } from '../../../shared/orders/staff-schema.ts'
import { PaymentStatusText } from './status-text.tsx'
import { formatDate } from '../../lib/format-date.ts'
import { type Column, Table } from '../../ui/table.tsx'

/** A customer's newest orders. */
export function CustomerOrders({ orders, total, email }: { orders: OrderSummary[]; total: number; email: string }) {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="mb-2 flex items-baseline justify-between gap-4 text-lg">
        Orders
        {total > orders.length && (
          <Link
            href={`/admin/orders?q=${encodeURIComponent(email)}`}
            className="link font-sans text-sm font-normal max-wide:-my-3 max-wide:py-3"
          >
            View all {formatCount(total)}
          </Link>
        )}
      </h2>
      {orders.length === 0 ? (
        <p className="surface p-4 text-sm text-muted">No orders yet</p>
      ) : (
        <Table caption="Orders, newest first" columns={columns} rows={orders} rowKey={(order) => order._id} />
      )}
    </section>
  )
}

const columns: Column<OrderSummary>[] = [
  {
    id: 'order',
    head: 'Order',
    line: 'key',
    cell: ({ _id }) => (
      <Link href={`/admin/orders/${_id}`} className="font-semibold underline-offset-4 hover:underline">
        #{orderNumber(_id)}
      </Link>
    ),
  },
  {
    id: 'placed',
    head: 'Placed',
    line: 'sub',
    className: 'whitespace-nowrap text-muted',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
  {
    id: 'method',
    head: 'Method',
    line: 'more',
    className: 'table-nowrap text-muted',
    cell: ({ paymentMethod }) => methodLabel(paymentMethod),
  },
  {
    id: 'payment',
    head: 'Payment',
    line: 'action',
    cell: ({ paymentStatus }) => <PaymentStatusText status={paymentStatus} />,
  },
  {
    id: 'total',
    head: 'Total',
    align: 'end',
    line: 'end',
    cell: ({ total }) => <span className="font-semibold whitespace-nowrap">{formatMoney(total)}</span>,
  },
]
