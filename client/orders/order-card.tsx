import { Link } from 'wouter'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ItemNames } from './item-names.tsx'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { formatDate } from '../lib/format-date.ts'
import { useOpenOrder } from './open-order.ts'
import { orderState } from './order-state.ts'
import { OrderStateBadge } from './order-state-badge.tsx'
import { formatCount } from '../../shared/format-count.ts'

/** An order in the list: number, date, items, total, where it stands and what to do next. */
export function OrderCard({ order, money }: { order: Order; money: (cents: number) => string }) {
  const count = order.items.reduce((sum, line) => sum + line.quantity, 0)
  const number = `#${orderNumber(order._id)}`
  const { action, href } = orderState(order)
  const details = `/orders/details/${order._id}`
  const open = useOpenOrder(order._id, href)
  const openDetails = useOpenOrder(order._id, details)
  return (
    <li className={`${orderCard} relative transition-colors hover:border-line-strong`}>
      <div>
        <h2 className="text-base lg:text-lg">
          {/* The whole card opens the order. */}
          <Link
            href={details}
            className="tabular order-number whitespace-nowrap after:absolute after:inset-0 hover:underline"
            onClick={openDetails}
          >
            Order {number}
          </Link>
        </h2>
        <p className="tabular text-sm text-muted">
          <time dateTime={new Date(order.createdAt).toISOString()}>{formatDate(order.createdAt)}</time>
          {' · '}
          {count === 1 ? '1 item' : `${formatCount(count)} items`}
        </p>
      </div>
      <p className="heading tabular text-lg min-[19rem]:text-right lg:order-1">{money(order.totalAmount)}</p>
      <div className="col-span-full flex min-w-0 items-center gap-3 lg:col-auto">
        <span className="flex flex-none -space-x-2">
          {order.items.slice(0, 4).map((line) => (
            <ItemLogo key={line._id} link={line.logoLink} className="size-9" />
          ))}
        </span>
        {/* Above the link that covers the card, or the names that are cut off would show no tooltip. */}
        <Link href={details} tabIndex={-1} className="relative min-w-0" onClick={openDetails}>
          <ItemNames items={order.items} wraps className="text-sm text-muted" />
        </Link>
      </div>
      <p className="min-w-0">
        <OrderStateBadge order={order} />
      </p>
      <ButtonLink
        href={href}
        aria-label={`${action}: order ${number}`}
        variant={action === 'View' ? 'quiet' : 'primary'}
        className="relative min-w-24 lg:order-2 lg:min-w-34"
        onClick={open}
      >
        {action}
      </ButtonLink>
    </li>
  )
}

/** Two columns on a phone, one with large text, and one row of five on wide screens. */
export const orderCard =
  'surface grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 p-4 max-[19rem]:grid-cols-1 ' +
  'lg:grid-cols-[9.5rem_minmax(0,1fr)_12.5rem_7.5rem_auto] lg:px-5'
