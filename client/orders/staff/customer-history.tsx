import { Fragment } from 'react'
import { Link } from 'wouter'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { loadCustomer } from '../../accounts/staff/actions.ts'
import { customerKey } from '../../accounts/staff/store.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useLoad } from '../../use-load.ts'
import { amountOf } from './order-summary.ts'
import { OrderStateText } from './status-text.tsx'

const maxOrders = 5

/** The customer's other orders, newest first. */
export function CustomerHistory({ customer, without }: { customer: string; without: string }) {
  const client = useClient()
  const { status, message, retry } = useLoad(customerKey(customer), (signal) => loadCustomer(client, customer, signal))
  const orders = useStore((state) => state.staffCustomers.details[customer]?.orders)
  const others = orders?.filter(({ _id }) => _id !== without).slice(0, maxOrders)
  return (
    <section aria-label="Other orders">
      <h3 className="eyebrow mb-2 font-sans">Other orders</h3>
      {!others && status === 'loading' && <SkeletonText lines={2} />}
      {!others && status === 'failed' && (
        <p role="alert" className="flex items-center justify-between gap-3 text-sm text-bad">
          {message}
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {others?.length === 0 && <p className="text-sm text-muted">This is the first order.</p>}
      {others && others.length > 0 && (
        <p className="peek-orders">
          {others.map((order) => (
            <Fragment key={order._id}>
              <Link href={`/admin/orders/${order._id}`} className="link tabular">
                #{orderNumber(order._id)}
              </Link>
              <OrderStateText order={order} />
              <span className="tabular">{amountOf(order)}</span>
            </Fragment>
          ))}
        </p>
      )}
    </section>
  )
}
