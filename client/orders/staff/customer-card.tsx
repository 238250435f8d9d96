import { ShoppingBag } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '../../../shared/format-count.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { initialsOf } from '../../../shared/accounts/prefs.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'

/** The customer of an order, with the totals of all their orders. */
export function CustomerCard({ customer }: { customer: StaffOrder['customer'] }) {
  const { _id, firstName, lastName, email, createdAt, orders, verified, failed, spent } = customer
  return (
    <section aria-labelledby="customer" className="surface p-5">
      <h2 id="customer" className="eyebrow mb-3 font-sans">
        Customer
      </h2>
      <div className="flex items-center gap-3 max-tight:flex-wrap">
        <Avatar initials={initialsOf(customer)} />
        <div className="min-w-0">
          <Link
            href={`/admin/customers/${_id}`}
            className="block font-semibold wrap-anywhere underline-offset-4 hover:underline max-wide:py-2.5"
          >
            {firstName} {lastName}
          </Link>
          <a
            href={`mailto:${email}`}
            className="link block text-sm wrap-anywhere max-wide:-mt-1 max-wide:pb-2.5 wide:-mb-1 wide:pb-1"
          >
            {email}
          </a>
        </div>
      </div>
      <p className="mt-4 flex flex-wrap gap-1.5">
        <Badge tone="slate" icon={ShoppingBag}>
          {orders === 1 ? 'First order' : `${formatCount(orders)} orders`}
        </Badge>
        <Badge tone={verified > 0 ? 'good' : 'slate'}>{formatCount(verified)} verified</Badge>
        <Badge tone={failed > 0 ? 'bad' : 'slate'}>{formatCount(failed)} failed</Badge>
      </p>
      <p className="mt-3 text-sm text-muted">
        {formatMoney(spent)} spent,{' '}
        <span className="min-tight:whitespace-nowrap">customer since {formatDate(createdAt)}</span>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
        <Link href={`/admin/support/${_id}`} className="link inline-flex items-center max-wide:min-h-11">
          Open chat
        </Link>
        {orders > 1 && (
          <Link
            href={`/admin/orders?q=${encodeURIComponent(email)}`}
            className="link inline-flex items-center max-wide:min-h-11"
          >
            View all orders
          </Link>
        )}
      </p>
    </section>
  )
}
