import { Users } from 'lucide-react'
import { Link } from 'wouter'
import { formatMoney } from '../../shared/money.ts'
import { type Customer, customerSorts } from '../../shared/accounts/staff-schema.ts'
import { formatDate } from '../lib/format-date.ts'
import { loadCustomers, loadMoreCustomers } from '../accounts/staff/actions.ts'
import type { CustomerFilter } from '../accounts/staff/state.ts'
import { customersKey } from '../accounts/staff/store.ts'
import { ListPage } from '../staff/list-page.tsx'
import { parseSort, tableSort } from '../staff/list-sort.ts'
import { useQueryFilters } from '../lib/use-query-filters.ts'
import { useClient, useStore } from '../client-context.tsx'
import { EmptyState } from '../ui/empty.tsx'
import type { Column } from '../ui/table.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminCustomersPage() {
  const client = useClient()
  const query = useQueryFilters(['q', 'sort', 'direction'])
  const filter: CustomerFilter = { q: query.filter.q, ...parseSort(customerSorts, query.filter) }
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
      sort={tableSort(customerSorts, filter, query.change)}
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
    sort: customerSorts.name,
    line: 'main',
    text: true,
    skeleton: 'w-44',
    cell: ({ _id, firstName, lastName, isAdmin }) => (
      <span className="flex min-w-0 items-center gap-2">
        <Link
          href={`/admin/customers/${_id}`}
          className="line-clamp-2 min-w-0 font-semibold wrap-anywhere underline-offset-4 hover:underline"
          title={`${firstName} ${lastName}`}
        >
          {firstName} {lastName}
        </Link>
        {isAdmin && <span className="flex-none text-xs text-muted">Staff</span>}
      </span>
    ),
  },
  {
    id: 'email',
    head: 'Email',
    headClass: '@min-[72rem]/table:min-w-72',
    sort: customerSorts.email,
    line: 'sub',
    className: 'max-w-72',
    skeleton: 'w-44',
    cell: ({ email, createdAt }) => (
      <span className="grid min-w-0">
        <span className="truncate" title={email}>
          {email}
        </span>
        {/* Where its column is hidden. */}
        <span className="hidden text-xs text-muted @min-[37.5rem]/table:@max-[60rem]/table:block">
          Since {formatDate(createdAt)}
        </span>
      </span>
    ),
  },
  {
    id: 'joined',
    head: 'Customer since',
    headClass: '@min-[72rem]/table:min-w-34',
    sort: customerSorts.joined,
    from: 'md',
    className: 'whitespace-nowrap text-muted',
    cell: (customer) => formatDate(customer.createdAt),
  },
  {
    id: 'orders',
    head: 'Orders',
    headClass: '@min-[72rem]/table:min-w-18',
    align: 'end',
    line: 'action',
    skeleton: 'skeleton-end w-6',
    cell: (customer) => (
      <>
        {customer.orders.toLocaleString('en')}
        <span className="line-only text-[0.8125rem] text-muted">
          {customer.orders === 1 ? ' order' : ' orders'}
          {customer.failed > 0 && <span className="text-bad">, {customer.failed} failed</span>}
        </span>
        {/* Where its column is hidden. */}
        {customer.failed > 0 && (
          <span className="hidden text-xs whitespace-nowrap text-bad @min-[37.5rem]/table:@max-[50rem]/table:block">
            {customer.failed} failed
          </span>
        )}
      </>
    ),
  },
  {
    id: 'failed',
    head: 'Failed payments',
    headClass: '@min-[72rem]/table:min-w-30',
    align: 'end',
    from: 'sm',
    skeleton: 'skeleton-end w-4',
    cell: (customer) =>
      customer.failed > 0 ? (
        <span className="font-medium text-bad">{customer.failed}</span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'points',
    head: 'Points',
    headClass: '@min-[72rem]/table:min-w-20',
    sort: customerSorts.points,
    align: 'end',
    from: 'md',
    cell: (customer) => customer.points.toLocaleString('en'),
  },
  {
    id: 'spent',
    head: 'Spent',
    headClass: '@min-[72rem]/table:min-w-24',
    sort: customerSorts.spent,
    align: 'end',
    line: 'end',
    cell: (customer) => <span className="font-semibold">{formatMoney(customer.spent)}</span>,
  },
]
