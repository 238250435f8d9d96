import { PackageOpen } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { formatDateTime, formatMoment } from '../lib/format-date.ts'
import { formatListTotal } from '../lib/format-total.ts'
import { amountDue, paymentWay } from '../orders/amount-due.ts'
import { loadMoreStaffOrders, loadStaffOrders } from '../orders/staff/actions.ts'
import { ExportButton } from '../orders/staff/export-dialog.tsx'
import { OrderFilters } from '../orders/staff/order-filters.tsx'
import { orderFilterNames, parseOrderFilter } from '../orders/staff/order-query.ts'
import { countFilters } from '../staff/list-filters.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { ReferenceInRow } from '../orders/staff/reference.tsx'
import type { StaffOrderFilter } from '../orders/staff/state.ts'
import { OrderStateText, OrderStatusText, PaymentStatusText } from '../orders/staff/status-text.tsx'
import { staffOrdersKey } from '../orders/staff/store.ts'
import { useLoadUntilFound } from '../staff/use-load-until-found.ts'
import { useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminOrdersPage() {
  const client = useClient()
  const query = useQueryFilters(orderFilterNames)
  const filter = parseOrderFilter(query.filter)
  const key = staffOrdersKey(filter)
  const searchVersion = useStore((state) => (filter.q === undefined ? 0 : state.staffOrders.searchVersion))
  const loading = useLoad(`${key}#${searchVersion}`, (signal) => loadStaffOrders(client, filter, signal))
  const list = useStore((state) => state.staffOrders.lists[key])
  const byId = useStore((state) => state.staffOrders.byId)
  const loadMore = () => loadMoreStaffOrders(client, filter)
  const isSearching = useLoadUntilFound(list, loadMore)

  return (
    <ListPage
      title="Orders"
      noun="orders"
      count={list && formatListTotal(list, filter.q)}
      search={{
        placeholder: 'Name, number or amount',
        value: filter.q ?? '',
        onChange: (q) => query.change({ q }),
      }}
      filters={<OrderFilters query={query.filter} filter={filter} onChange={query.change} />}
      sheetFilters={<OrderFilters query={query.filter} filter={filter} onChange={query.change} inSheet />}
      filterCount={countFilters(query.filter)}
      side={
        (query.isSet || list?.ids.length !== 0) && <ExportButton filter={filter} disabled={list?.ids.length === 0} />
      }
      loading={loading}
      list={list}
      byId={byId}
      columns={columns}
      sort={{ ...sortShown(filter), onChange: (sort, direction) => query.change({ sort, direction }) }}
      href={(order) => `/admin/orders/${order._id}`}
      empty={<EmptyState icon={PackageOpen} title="No orders yet" text="New orders appear here automatically." />}
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={loadMore}
      isSearching={isSearching}
    />
  )
}

/** The column and direction by which the list is sorted; what awaits staff is sorted by its waiting time. */
function sortShown({ sort, direction, paymentStatus, orderStatus }: StaffOrderFilter) {
  const isQueue = paymentStatus === 'paid' || orderStatus === 'processing'
  const by = sort ?? (isQueue ? 'waiting' : 'placed')
  return { by, direction: direction ?? (by === 'waiting' ? ('asc' as const) : ('desc' as const)) }
}

const columns: Column<StaffOrder>[] = [
  {
    id: 'order',
    head: 'Order',
    headClass: '@min-[72rem]/table:min-w-28',
    line: 'key',
    skeleton: 'w-18',
    cell: ({ _id }) => (
      <Link
        href={`/admin/orders/${_id}`}
        className="scroll-mt-2 scroll-mb-6 font-semibold underline-offset-4 hover:underline"
      >
        #{orderNumber(_id)}
      </Link>
    ),
  },
  {
    id: 'placed',
    head: 'Placed',
    headClass: '@min-[72rem]/table:min-w-35',
    sort: 'desc',
    line: 'sub',
    className: 'whitespace-nowrap text-muted',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    id: 'customer',
    head: 'Customer',
    line: 'main',
    className: 'table-grow',
    skeleton: ['w-36', 'cell-detail w-48 text-xs'],
    cell: ({ customer: { firstName, lastName, email } }) => (
      <span className="grid min-w-0">
        <span
          className="truncate font-medium @min-[20rem]/table:@max-[37.5rem]/table:line-clamp-2 @min-[20rem]/table:@max-[37.5rem]/table:whitespace-normal"
          title={`${firstName} ${lastName}`}
        >
          {firstName} {lastName}
        </span>
        <span className="cell-detail truncate text-xs text-muted" title={email}>
          {email}
        </span>
      </span>
    ),
  },
  {
    id: 'payment',
    head: 'Payment status',
    headControl: (
      <>
        <span className="@max-[60rem]/table:hidden">Payment status</span>
        <span className="@min-[60rem]/table:hidden">Status</span>
      </>
    ),
    headClass: '@min-[72rem]/table:min-w-30',
    line: 'action',
    skeleton: 'skeleton-badge skeleton-whole w-22',
    cell: (order) => (
      <>
        <span className="@max-[60rem]/table:hidden">
          <PaymentStatusText status={order.paymentStatus} />
        </span>
        {/* Where the order's own status has no column. */}
        <span className="@min-[60rem]/table:hidden">
          <OrderStateText order={order} />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    head: 'Order status',
    headClass: '@min-[72rem]/table:min-w-32',
    from: 'md',
    skeleton: 'w-20',
    cell: ({ orderStatus }) => <OrderStatusText status={orderStatus} />,
  },
  {
    id: 'reference',
    head: 'Transfer reference',
    headClass: '@min-[72rem]/table:min-w-36',
    from: 'lg',
    className: 'max-w-56',
    skeleton: 'w-28',
    cell: (order) => <ReferenceInRow order={order} />,
  },
  {
    id: 'verified',
    head: 'Verified',
    headClass: '@min-[72rem]/table:min-w-35',
    sort: 'desc',
    from: 'lg',
    className: 'whitespace-nowrap text-muted',
    skeleton: 'w-24',
    cell: ({ verifiedAt }) => (verifiedAt === null ? '–' : <Moment at={verifiedAt} />),
  },
  {
    id: 'total',
    head: 'Total',
    headClass: '@min-[72rem]/table:min-w-32',
    sort: 'desc',
    align: 'end',
    line: 'end',
    skeleton: ['skeleton-end w-16', 'cell-detail skeleton-end w-34.5 text-xs'],
    cell: (order) => <Total order={order} />,
  },
]

/** As its customer was asked for it, with its value in dollars, by which they are sorted, and how it is paid. */
function Total({ order }: { order: StaffOrder }) {
  const [amount, value] = [amountDue(order), formatMoney(order.total)]
  const detail = [amount !== value && value, methodLabel(order.paymentMethod)].filter(Boolean).join(' · ')
  return (
    <span className="grid">
      <span className="font-semibold whitespace-nowrap">{amount}</span>
      <span className="cell-detail text-xs whitespace-nowrap text-muted" title={paymentWay(order)}>
        {detail}
      </span>
    </span>
  )
}

/** 'Today, 14:02'; hovered, with the year. */
const Moment = ({ at }: { at: number }) => <span title={formatDateTime(at)}>{formatMoment(at)}</span>
