import { Users } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import type { Customer } from '../../shared/staff.ts'
import { dayOf } from '../orders/when.ts'
import { type CustomerFilter, customersKey } from '../staff/customers-store.ts'
import { loadCustomers, loadMoreCustomers } from '../staff/desk-actions.ts'
import { ListPage } from '../staff/list-page.tsx'
import { useAddress } from '../staff/use-address.ts'
import { useClient, useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminCustomersPage() {
  const client = useClient()
  const address = useAddress(['q'])
  const filter: CustomerFilter = { q: address.filter.q }
  const key = customersKey(filter)
  const loading = useLoad(key, (signal) => loadCustomers(client, filter, signal))
  const list = useStore((state) => state.staff.customers.lists[key])
  const byId = useStore((state) => state.staff.customers.byId)

  return (
    <ListPage
      title="Customers"
      what="customers"
      count={list?.totalCount}
      search={{ placeholder: 'Name or e-mail', value: filter.q ?? '', onChange: (q) => address.change({ q }) }}
      loading={loading}
      list={list}
      byId={byId}
      columns={columns}
      href={(customer) => `/admin/customers/${customer._id}`}
      none={<EmptyState icon={Users} title="No customers yet" text="Who opens an account appears here by itself." />}
      isFiltered={address.isSet}
      onReset={address.reset}
      onMore={() => loadMoreCustomers(client, filter)}
    />
  )
}

const columns: Column<Customer>[] = [
  {
    id: 'name',
    head: 'Customer',
    bare: true,
    className: 'wide:max-w-80',
    cell: (customer) => (
      <span className="grid min-w-0">
        <span className="flex items-center gap-2">
          <Link
            href={`/admin/customers/${customer._id}`}
            className="truncate font-semibold underline-offset-4 hover:underline"
          >
            {customer.firstName} {customer.lastName}
          </Link>
          {customer.isAdmin && <Badge tone="accent">Staff</Badge>}
        </span>
        <span className="truncate text-xs text-muted" title={customer.email}>
          {customer.email}
        </span>
      </span>
    ),
  },
  {
    id: 'joined',
    head: 'With us since',
    className: 'whitespace-nowrap text-muted',
    cell: (customer) => dayOf(customer.createdAt),
  },
  { id: 'orders', head: 'Orders', align: 'end', cell: (customer) => customer.orders.toLocaleString('en') },
  {
    id: 'failed',
    head: 'Failed payments',
    align: 'end',
    cell: (customer) =>
      customer.failed > 0 ? <span className="font-medium text-bad">{customer.failed}</span> : customer.failed,
  },
  {
    id: 'points',
    head: 'Points',
    align: 'end',
    className: 'wide:max-lg:hidden',
    cell: (customer) => customer.points.toLocaleString('en'),
  },
  {
    id: 'spent',
    head: 'Spent',
    align: 'end',
    cell: (customer) => <span className="font-semibold">{formatMoney(customer.spent)}</span>,
  },
]
