import { Users } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import type { Customer } from '../../shared/accounts/staff-schema.ts'
import { formatDate } from '../lib/format-date.ts'
import { loadCustomers, loadMoreCustomers } from '../accounts/staff/actions.ts'
import type { CustomerFilter } from '../accounts/staff/state.ts'
import { customersKey } from '../accounts/staff/store.ts'
import { ListPage } from '../staff/list-page.tsx'
import { useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Badge } from '../ui/badge.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminCustomersPage() {
  const client = useClient()
  const query = useQueryFilters(['q'])
  const filter: CustomerFilter = { q: query.filter.q }
  const key = customersKey(filter)
  const loading = useLoad(key, (signal) => loadCustomers(client, filter, signal))
  const list = useStore((state) => state.staffCustomers.lists[key])
  const byId = useStore((state) => state.staffCustomers.byId)

  return (
    <ListPage
      title="Customers"
      noun="customers"
      count={list?.totalCount}
      search={{ placeholder: 'Name or email', value: filter.q ?? '', onChange: (q) => query.change({ q }) }}
      loading={loading}
      list={list}
      byId={byId}
      columns={columns}
      href={(customer) => `/admin/customers/${customer._id}`}
      empty={<EmptyState icon={Users} title="No customers yet" text="New accounts appear here automatically." />}
      isFiltered={query.isSet}
      onReset={query.reset}
      onLoadMore={() => loadMoreCustomers(client, filter)}
    />
  )
}

const columns: Column<Customer>[] = [
  {
    id: 'name',
    head: 'Customer',
    bare: true,
    text: true,
    cell: (customer) => (
      <span className="grid min-w-0">
        <span className="flex items-center gap-2">
          <Link href={`/admin/customers/${customer._id}`} className="font-semibold underline-offset-4 hover:underline">
            {customer.firstName} {customer.lastName}
          </Link>
          {customer.isAdmin && <Badge tone="accent">Staff</Badge>}
        </span>
        <span className="text-xs text-muted">{customer.email}</span>
      </span>
    ),
  },
  {
    id: 'joined',
    head: 'Customer since',
    className: 'whitespace-nowrap text-muted',
    cell: (customer) => formatDate(customer.createdAt),
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
