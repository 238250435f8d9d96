import { PackageOpen } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { orderLabels, orderStatuses, paymentLabels, paymentStatuses } from '../../shared/orders/schema.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { formatDateTime } from '../lib/format-date.ts'
import { loadMoreStaffOrders, loadStaffOrders } from '../orders/staff/actions.ts'
import { ExportButton } from '../orders/staff/export-dialog.tsx'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { Reference } from '../orders/staff/reference.tsx'
import type { StaffOrderFilter } from '../orders/staff/state.ts'
import { staffOrdersKey } from '../orders/staff/store.ts'
import { oneOf, useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminOrdersPage() {
  const client = useClient()
  const query = useQueryFilters(['paymentStatus', 'orderStatus', 'q'])
  const filter: StaffOrderFilter = {
    paymentStatus: oneOf(paymentStatuses, query.filter.paymentStatus),
    orderStatus: oneOf(orderStatuses, query.filter.orderStatus),
    q: query.filter.q,
  }
  const key = staffOrdersKey(filter)
  const searchVersion = useStore((state) => (filter.q === undefined ? 0 : state.staffOrders.searchVersion))
  const loading = useLoad(`${key}#${searchVersion}`, (signal) => loadStaffOrders(client, filter, signal))
  const list = useStore((state) => state.staffOrders.lists[key])
  const byId = useStore((state) => state.staffOrders.byId)
  const counts = useStore((state) => state.staffOrders.counts)

  return (
    <ListPage
      title="Orders"
      noun="orders"
      count={list?.totalCount}
      search={{
        placeholder: 'Number, name, email or reference',
        value: filter.q ?? '',
        onChange: (q) => query.change({ q }),
      }}
      filters={
        <>
          <FilterSelect
            label="Payment status"
            value={filter.paymentStatus}
            options={paymentStatuses.map((status) => [
              status,
              counts ? `${paymentLabels[status]} · ${counts[status]}` : paymentLabels[status],
            ])}
            onChange={(paymentStatus) => query.change({ paymentStatus })}
          />
          <FilterSelect
            label="Order status"
            value={filter.orderStatus}
            options={orderStatuses.map((status) => [status, orderLabels[status]])}
            onChange={(orderStatus) => query.change({ orderStatus })}
          />
        </>
      }
      side={<ExportButton filter={filter} disabled={!list?.totalCount} />}
      loading={loading}
      list={list}
      byId={byId}
      columns={columns}
      href={(order) => `/admin/orders/${order._id}`}
      empty={<EmptyState icon={PackageOpen} title="No orders yet" text="New orders appear here automatically." />}
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={() => loadMoreStaffOrders(client, filter)}
    />
  )
}

const columns: Column<StaffOrder>[] = [
  {
    id: 'order',
    head: 'Order',
    bare: true,
    cell: ({ _id }) => (
      <Link href={`/admin/orders/${_id}`} className="font-semibold underline-offset-4 hover:underline">
        #{orderNumber(_id)}
      </Link>
    ),
  },
  {
    id: 'placed',
    head: 'Placed',
    className: 'text-muted wide:max-lg:hidden',
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    id: 'customer',
    head: 'Customer',
    text: true,
    cell: ({ customer }) => (
      <span className="grid">
        <span className="font-medium">
          {customer.firstName} {customer.lastName}
        </span>
        <span className="text-xs text-muted">{customer.email}</span>
      </span>
    ),
  },
  { id: 'payment', head: 'Payment', cell: ({ paymentStatus }) => <PaymentBadge status={paymentStatus} /> },
  {
    id: 'state',
    head: 'Order status',
    className: 'wide:max-xl:hidden',
    cell: ({ orderStatus }) => <OrderBadge status={orderStatus} />,
  },
  {
    id: 'reference',
    head: 'Reference',
    className: 'wide:max-w-40 wide:max-xl:hidden',
    cell: (order) => <Reference order={order} />,
  },
  {
    id: 'total',
    head: 'Total',
    align: 'end',
    cell: ({ total, paymentMethod }) => (
      <span className="grid whitespace-nowrap">
        <span className="font-semibold">{formatMoney(total)}</span>
        <span className="text-xs text-muted">{methodLabel(paymentMethod)}</span>
      </span>
    ),
  },
]
