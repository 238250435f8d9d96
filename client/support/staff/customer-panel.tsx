import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { formatMoney } from '../../../shared/money.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import type { SupportCustomer } from '../../../shared/support/staff-schema.ts'
import { initialsOf } from '../../../shared/accounts/prefs.ts'
import { useNow } from '../../lib/use-now.ts'
import { formatDate } from '../../lib/format-date.ts'
import { DecisionDialog } from '../../orders/staff/decision-dialog.tsx'
import type { Decision } from '../../orders/staff/decisions.ts'
import { useHeldClaims } from '../../orders/staff/use-held-claims.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Skeleton, SkeletonLine } from '../../ui/skeleton.tsx'
import { CustomerOrderRow } from './customer-order-row.tsx'

type CustomerPanelProps = { customer: SupportCustomer; orders: StaffOrder[] }

/** The customer of a conversation and their orders; payments can be verified right here. */
export function CustomerPanel({ customer, orders }: CustomerPanelProps) {
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <>
      <div className="flex items-center gap-3 border-b p-4">
        <Avatar initials={initialsOf(customer)} />
        <div className="min-w-0 text-sm">
          <p className="font-semibold">
            {customer.visitor ? (
              name
            ) : (
              <Link href={`/admin/customers/${customer._id}`} className="-mt-1 block pt-1 hover:underline">
                {name}
              </Link>
            )}
          </p>
          <a href={`mailto:${customer.email}`} className="link -mb-1 block pb-1">
            {customer.email}
          </a>
        </div>
      </div>
      {customer.visitor ? <VisitorNote /> : <Purchases customer={customer} orders={orders} />}
    </>
  )
}

/** What staff should know about someone who wrote by the contact form. */
function VisitorNote() {
  return (
    <p className="p-4 text-sm text-muted">
      This visitor wrote by the contact form, without an account. Replies go out by email. Nobody has proved that the
      address is theirs, so don’t tell them anything about orders.
    </p>
  )
}

function Purchases({ customer, orders }: CustomerPanelProps) {
  const [deciding, setDeciding] = useState<{ id: string; decision: Decision } | null>(null)
  const decidingOrder = orders.find(({ _id }) => _id === deciding?.id)
  const toggleClaim = useHeldClaims({ isReady: true, shows: (id) => orders.some(({ _id }) => _id === id) })
  const now = useNow(30_000)
  return (
    <>
      <Facts
        phone={customer.phone || '–'}
        points={customer.points.toLocaleString('en')}
        since={formatDate(customer.createdAt)}
        spent={formatMoney(spentOn(orders))}
      />
      <h3 className="eyebrow px-4 pt-3 pb-1 font-sans">
        Orders <span className="tabular font-normal">{orders.length}</span>
      </h3>
      {orders.length === 0 && <p className="px-4 py-2 text-sm text-muted">No orders yet</p>}
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <CustomerOrderRow
            key={order._id}
            order={order}
            now={now}
            onDecide={(decision) => setDeciding({ id: order._id, decision })}
            onToggleClaim={() => void toggleClaim(order)}
          />
        ))}
      </ul>
      {deciding && decidingOrder && (
        <DecisionDialog
          key={deciding.id}
          order={decidingOrder}
          decision={deciding.decision}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  )
}

const spentOn = (orders: StaffOrder[]) =>
  orders.filter(({ paymentStatus }) => paymentStatus === 'verified').reduce((sum, { total }) => sum + total, 0)

type FactsProps = { phone: ReactNode; points: ReactNode; since: ReactNode; spent: ReactNode }

function Facts({ phone, points, since, spent }: FactsProps) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-b px-4 py-3 text-sm">
      <Fact name="Phone">{phone}</Fact>
      <Fact name="Points">{points}</Fact>
      <Fact name="Customer since">{since}</Fact>
      <Fact name="Spent">{spent}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular text-right">{children}</dd>
    </>
  )
}

/** The panel while the customer is loading. */
export function CustomerPanelSkeleton({ isVisitor }: { isVisitor: boolean }) {
  return (
    <>
      <div className="flex items-center gap-3 border-b p-4">
        <Skeleton className="size-8 flex-none rounded-full" />
        <div className="min-w-0 text-sm">
          <SkeletonLine className="w-32" />
          <SkeletonLine className="w-40" />
        </div>
      </div>
      {isVisitor ? <VisitorNote /> : <PurchasesSkeleton />}
    </>
  )
}

const PurchasesSkeleton = () => (
  <>
    <Facts
      phone={<SkeletonLine className="skeleton-end w-24" />}
      points={<SkeletonLine className="skeleton-end w-10" />}
      since={<SkeletonLine className="skeleton-end w-20" />}
      spent={<SkeletonLine className="skeleton-end w-14" />}
    />
    <h3 className="eyebrow px-4 pt-3 pb-1 font-sans">Orders</h3>
    <ul className="skeleton-group skeleton-rows divide-y divide-line">
      {Array.from({ length: 5 }, (_, row) => (
        <li key={row} className="px-4 py-2 text-sm">
          <div className="flex gap-2">
            <SkeletonLine className="w-32" />
            <SkeletonLine className="skeleton-end w-16 flex-none" />
          </div>
          <div className="flex min-h-6 items-center gap-3">
            <SkeletonLine className="w-36" />
            <SkeletonLine className="skeleton-end w-20 flex-none" />
          </div>
        </li>
      ))}
    </ul>
  </>
)
