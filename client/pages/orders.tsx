import { PackageOpen, SearchX } from 'lucide-react'
import { useState } from 'react'
import { loadMoreOrders, loadOrders } from '../orders/actions.ts'
import { OrderCard } from '../orders/order-card.tsx'
import { OrderFilters, useListFilters } from '../orders/order-filters.tsx'
import { OrdersSkeleton } from '../orders/orders-skeleton.tsx'
import { ordersKey } from '../orders/store.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useMoney } from '../orders/use-money.ts'
import { useClient, useStore } from '../store.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'

export default function OrdersPage() {
  const client = useClient()
  const [filters, setFilters] = useListFilters()
  const key = ordersKey(filters)
  const { status, message, retry } = useLoad(key, (signal) => loadOrders(client, filters, signal))
  const list = useStore((state) => state.orders.lists[key])
  const isFiltered = filters.paymentStatus !== 'all' || filters.orderStatus !== 'all'

  return (
    <div className="page-column py-8 wide:py-10">
      <title>Your Orders · Kade</title>
      <PageTitle
        className="max-sm:[&>:nth-child(2)]:block max-sm:[&>:nth-child(2)]:w-full"
        count={list?.totalCount}
        side={<OrderFilters filters={filters} onChange={setFilters} />}
      >
        Your Orders
      </PageTitle>
      <p role="status" className="sr-only">
        {list && countInWords(list.totalCount)}
      </p>
      <div className="mt-6">
        {list ? (
          <OrderList
            ids={list.ids}
            total={list.totalCount}
            hasMore={list.nextCursor !== null}
            onMore={() => loadMoreOrders(client, filters)}
            none={
              isFiltered ? (
                <NoneFits onReset={() => setFilters({ paymentStatus: 'all', orderStatus: 'all' })} />
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
  onMore: () => Promise<unknown>
  none: React.ReactNode
}

function OrderList({ ids, total, hasMore, onMore, none }: OrderListProps) {
  const orders = useStore((state) => state.orders.byId)
  const money = useMoney()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function more() {
    setBusy(true)
    try {
      await onMore()
    } catch (error) {
      toast(tellFailure(error, 'Error loading orders'), { type: 'error' })
    }
    setBusy(false)
  }

  if (ids.length === 0) return none
  return (
    <>
      <ul className="grid gap-3 md:max-lg:grid-cols-2">
        {ids.map((id) => orders[id] && <OrderCard key={id} order={orders[id]} money={money} />)}
      </ul>
      {hasMore && <ShowMore shown={ids.length} total={total} busy={busy} onMore={() => void more()} />}
    </>
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={PackageOpen}
      title="No orders yet"
      text="What you order appears here, from the payment to the delivery."
      action={
        <ButtonLink variant="primary" href="/items">
          Browse Services
        </ButtonLink>
      }
    />
  )
}

function NoneFits({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No orders here"
      text="None of your orders is in this state right now."
      action={<Button onClick={onReset}>Show all orders</Button>}
    />
  )
}

const countInWords = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
