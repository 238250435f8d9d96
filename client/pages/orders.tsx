import { PackageOpen, SearchX } from 'lucide-react'
import { loadMoreOrders, loadOrders } from '../orders/actions.ts'
import { OrderCard } from '../orders/order-card.tsx'
import { OrderFilters, useOrderFilters } from '../orders/order-filters.tsx'
import { OrdersSkeleton } from '../orders/orders-skeleton.tsx'
import { ordersKey } from '../orders/store.ts'
import { usePreloadedPage } from '../layout/use-preloaded-page.ts'
import { useAct } from '../lib/use-act.ts'
import { useMoney } from '../use-money.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useLoad } from '../use-load.ts'

export default function OrdersPage() {
  const client = useClient()
  const [filters, setFilters] = useOrderFilters()
  const key = ordersKey(filters)
  const { status, message, retry } = useLoad(key, (signal) => loadOrders(client, filters, signal))
  const list = useStore((state) => state.orders.lists[key])
  const isFiltered = filters.paymentStatus !== 'all' || filters.orderStatus !== 'all'

  return (
    <div className="page-column py-8 wide:py-10">
      <title>Your Orders · Kade</title>
      <PageTitle
        className="sm:items-start max-sm:[&>:nth-child(2)]:block max-sm:[&>:nth-child(2)]:w-full"
        count={list?.totalCount}
        side={<OrderFilters filters={filters} onChange={setFilters} />}
      >
        Your Orders
      </PageTitle>
      <p role="status" className="sr-only">
        {list && countText(list.totalCount)}
      </p>
      <div className="mt-6">
        {list ? (
          <OrderList
            ids={list.ids}
            total={list.totalCount}
            hasMore={list.nextCursor !== null}
            onMore={() => loadMoreOrders(client, filters)}
            empty={
              isFiltered ? (
                <NoMatches onReset={() => setFilters({ paymentStatus: 'all', orderStatus: 'all' })} />
              ) : (
                <NoOrders />
              )
            }
          />
        ) : status === 'failed' ? (
          <ErrorState title="Error loading orders" text={message} onRetry={retry} />
        ) : (
          <OrdersSkeleton />
        )}
      </div>
    </div>
  )
}

type OrderListProps = {
  ids: string[]
  total: number
  hasMore: boolean
  onMore: () => Promise<void>
  empty: React.ReactNode
}

function OrderList({ ids, total, hasMore, onMore, empty }: OrderListProps) {
  const orders = useStore((state) => state.orders.byId)
  const money = useMoney()
  const { busy, run } = useAct(onMore, { failed: 'Error loading orders' })
  usePreloadedPage(ids[0] && `/orders/details/${ids[0]}`)

  if (ids.length === 0) return empty
  return (
    <>
      <ul className="grid gap-3 md:max-lg:grid-cols-2">
        {ids.map((id) => orders[id] && <OrderCard key={id} order={orders[id]} money={money} />)}
      </ul>
      {hasMore && <ShowMore shown={ids.length} total={total} busy={busy} onMore={run} />}
    </>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={PackageOpen}
      title="No orders yet"
      text="Your orders appear here, from payment to delivery."
      action={
        <ButtonLink variant="primary" href="/items">
          Browse Services
        </ButtonLink>
      }
    />
  )
}

function NoMatches({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No matching orders"
      text="None of your orders have this status right now."
      action={<Button onClick={onReset}>Show all orders</Button>}
    />
  )
}

const countText = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
