import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { ItemNames } from '../orders/item-names.tsx'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { useMoney } from '../use-money.ts'
import { formatDate } from '../lib/format-date.ts'

/** The latest verified orders, with links to their pages. */
export function RecentPurchases({ orders }: { orders: Order[] }) {
  return (
    <section aria-labelledby="purchases" className="surface overflow-clip">
      <div className="flex flex-wrap items-center justify-between gap-x-4 p-4 pb-2 sm:px-5">
        <h2 id="purchases" className="text-lg">
          Recent purchases
        </h2>
        <Link href="/orders" className="link inline-flex items-center gap-1 text-sm max-wide:min-h-11">
          All orders <ArrowRight size={15} />
        </Link>
      </div>
      {orders.length > 0 ? (
        <ul className="divide-y divide-line border-t">
          {orders.map((order) => (
            <Purchase key={order._id} order={order} />
          ))}
        </ul>
      ) : (
        <p className="border-t p-5 text-sm text-muted">Purchases appear here as soon as their payment is verified.</p>
      )}
    </section>
  )
}

function Purchase({ order }: { order: Order }) {
  const money = useMoney()
  const [first] = order.items
  return (
    <li>
      <Link
        href={`/orders/details/${order._id}`}
        className="flex items-center gap-3.5 px-4 py-3 hover:bg-ink/4 focus-visible:-outline-offset-2 sm:px-5"
      >
        {first && <ItemLogo link={first.logoLink} className="size-10 max-tight:hidden" />}
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center max-tight:grid-cols-1 justify-items-start gap-x-3 gap-y-1">
          <ItemNames
            items={order.items}
            className="justify-self-stretch font-medium max-sm:col-span-full max-tight:flex-wrap max-tight:*:whitespace-normal"
          />
          {/* On a phone the name has the whole line. */}
          <span className="tabular font-semibold max-sm:order-last min-tight:justify-self-end">
            {money(order.total)}
          </span>
          <span className="tabular text-sm text-muted max-sm:col-span-full">
            Order #{orderNumber(order._id)} · {formatDate(order.createdAt)}
          </span>
          <span className="sm:justify-self-end">
            <OrderStateBadge order={order} />
          </span>
        </span>
      </Link>
    </li>
  )
}
