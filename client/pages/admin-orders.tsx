import { Download, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { orderLabels, orderNumber, orderStatuses, paymentLabels, paymentStatuses } from '../../shared/orders.ts'
import { methodLabel } from '../../shared/payment.ts'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { tellFailure } from '../orders/tell-failure.ts'
import { dayAndTimeOf } from '../orders/when.ts'
import { loadMoreStaffOrders, loadStaffOrders } from '../staff/actions.ts'
import { exportOrders } from '../staff/desk-actions.ts'
import { FilterSelect } from '../staff/filter-select.tsx'
import { ListPage } from '../staff/list-page.tsx'
import { Reference } from '../staff/reference.tsx'
import { saveFile } from '../staff/save-file.ts'
import { type StaffFilter, staffOrdersKey } from '../staff/store.ts'
import { among, useAddress } from '../staff/use-address.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminOrdersPage() {
  const client = useClient()
  const address = useAddress(['paymentStatus', 'orderStatus', 'q'])
  const filter: StaffFilter = {
    paymentStatus: among(paymentStatuses, address.filter.paymentStatus),
    orderStatus: among(orderStatuses, address.filter.orderStatus),
    q: address.filter.q,
  }
  const key = staffOrdersKey(filter)
  const loading = useLoad(key, (signal) => loadStaffOrders(client, filter, signal))
  const list = useStore((state) => state.staff.lists[key])
  const byId = useStore((state) => state.staff.byId)
  const counts = useStore((state) => state.staff.counts)

  return (
    <ListPage
      title="Orders"
      what="orders"
      count={list?.totalCount}
      search={{
        placeholder: 'Number, name, e-mail, reference',
        value: filter.q ?? '',
        onChange: (q) => address.change({ q }),
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
            onChange={(paymentStatus) => address.change({ paymentStatus })}
          />
          <FilterSelect
            label="Order status"
            value={filter.orderStatus}
            options={orderStatuses.map((status) => [status, orderLabels[status]])}
            onChange={(orderStatus) => address.change({ orderStatus })}
          />
        </>
      }
      side={<Export filter={filter} total={list?.totalCount ?? 0} />}
      loading={loading}
      list={list}
      byId={byId}
      columns={columns}
      href={(order) => `/admin/orders/${order._id}`}
      none={<EmptyState icon={PackageOpen} title="No orders yet" text="The first one appears here by itself." />}
      isFiltered={address.isSet}
      onReset={address.reset}
      onMore={() => loadMoreStaffOrders(client, filter)}
    />
  )
}

/** What is filtered for, as a file. */
function Export({ filter, total }: { filter: StaffFilter; total: number }) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      const file = await exportOrders(client, filter)
      saveFile(file.name, file.text, 'text/csv')
      if (total > most) toast(`The file has the newest ${most.toLocaleString('en')} of these orders`, { type: 'info' })
    } catch (error) {
      toast(tellFailure(error, 'Error exporting orders'), { type: 'error' })
    }
    setBusy(false)
  }

  return (
    <Button icon={Download} busy={busy} busyLabel="Exporting…" disabled={total === 0} onClick={() => void run()}>
      Export CSV
    </Button>
  )
}

/** As many orders go into one file. */
const most = 10_000

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
    className: 'whitespace-nowrap text-muted wide:max-lg:hidden',
    cell: ({ createdAt }) => dayAndTimeOf(createdAt),
  },
  {
    id: 'customer',
    head: 'Customer',
    className: 'wide:max-w-56',
    cell: ({ customer }) => (
      <span className="grid min-w-0">
        <span className="truncate font-medium">
          {customer.firstName} {customer.lastName}
        </span>
        <span className="truncate text-xs text-muted" title={customer.email}>
          {customer.email}
        </span>
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
