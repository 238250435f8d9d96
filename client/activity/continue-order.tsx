import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { loadOrders } from '../orders/actions.ts'
import { orderState } from '../orders/order-state.ts'
import { ordersKey } from '../orders/store.ts'
import { useLoad } from '../use-load.ts'
import { OrderStep } from './next-steps.tsx'

/** As the list of orders asks for them. */
const allOrders = { paymentStatus: 'all', orderStatus: 'all' } as const
/** The most urgent first. */
const actions = ['Send the rest', 'Pay now', 'Reveal'] as const

/**
 * On the home page, the most urgent of the user's orders that wait for them.
 * @param otherwise shown when none does
 */
export default function ContinueOrder({ otherwise }: { otherwise: ReactNode }) {
  const client = useClient()
  const key = ordersKey(allOrders)
  const { status } = useLoad(key, (signal) => loadOrders(client, allOrders, signal))
  const list = useStore((state) => state.orders.lists[key])
  const orders = useStore((state) => state.orders.byId)
  if (!list) return status === 'failed' && otherwise
  const listed = list.ids.flatMap((id) => orders[id] ?? [])
  const waiting = actions.flatMap((action) => listed.filter((order) => orderState(order).action === action))
  const [first] = waiting
  if (!first) return otherwise
  return (
    <section aria-labelledby="continue" className="continue-order surface overflow-clip border-waiting-line">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-waiting-line bg-waiting-soft px-4 py-1.5 text-sm sm:px-5">
        <h2 id="continue" className="font-semibold">
          Waiting for you
        </h2>
        {waiting.length > 1 && (
          <Link href="/dashboard" className="link">
            See all {waiting.length}
          </Link>
        )}
      </div>
      <OrderStep order={first} isLow />
    </section>
  )
}
