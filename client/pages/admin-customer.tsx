import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { formatCount } from '../../shared/format-count.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Customer, CustomerDetails } from '../../shared/accounts/staff-schema.ts'
import { BackToList } from '../staff/origin.tsx'
import { formatDate } from '../lib/format-date.ts'
import { CorrectPointsDialog } from '../points/staff/correct-points-dialog.tsx'
import { CustomerOrders } from '../orders/staff/customer-orders.tsx'
import { CustomerSessions } from '../accounts/staff/customer-sessions.tsx'
import { customerKey } from '../accounts/staff/store.ts'
import { loadCustomer } from '../accounts/staff/actions.ts'
import { PointsLedger } from '../points/staff/points-ledger.tsx'
import { RowsSkeleton, TilesSkeleton } from '../staff/page-skeletons.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { Tile, Tiles } from '../staff/tiles.tsx'
import { useClient, useStore } from '../client-context.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { StaffError } from '../staff/staff-error.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { Loading, SkeletonLine } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'

export default function AdminCustomerPage() {
  const { id = '' } = useParams()
  const client = useClient()
  const { status, message, requestId, code, retry } = useLoad(customerKey(id), (signal) =>
    loadCustomer(client, id, signal),
  )
  const customer = useStore((state) => state.staffCustomers.byId[id])
  const details = useStore((state) => state.staffCustomers.details[id])

  if (code === 'not_found') return <CustomerNotFound />
  if (customer && details) return <LoadedCustomer key={id} customer={customer} details={details} />
  return (
    <StaffPage title={customer ? fullName(customer) : 'Customer'} back={back} side={status !== 'failed' && sideOf(id)}>
      {status === 'failed' ? (
        <StaffError title="Error loading customer" text={message} errorId={requestId} onRetry={retry} />
      ) : (
        <Loading label="Loading customer…">
          <div className="staff-text">
            <SkeletonLine className="w-full max-w-96" />
          </div>
          <TilesSkeleton tiles={{ Spent: 0, Orders: 1, 'Failed payments': 0, Points: 0 }} />
          <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <CustomerOrders orders={null} />
            <RowsSkeleton title="Points ledger" className="max-lg:hidden" />
          </div>
        </Loading>
      )}
    </StaffPage>
  )
}

type LoadedCustomerProps = { customer: Customer; details: Omit<CustomerDetails, 'customer'> }

function LoadedCustomer({ customer, details }: LoadedCustomerProps) {
  const me = useStore((state) => state.accounts.user?._id)
  const [correcting, setCorrecting] = useState(false)
  const isMe = me === customer._id
  return (
    <StaffPage
      title={fullName(customer)}
      tab={`${fullName(customer)} · Customers`}
      back={back}
      text={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <a href={`mailto:${customer.email}`} className="link break-all max-wide:-my-2.5 max-wide:py-2.5">
            {customer.email}
          </a>
          {customer.phone && <span className="tabular">{customer.phone}</span>}
          <span>Customer since {formatDate(customer.createdAt)}</span>
          {customer.isAdmin && <Badge tone="accent">Staff</Badge>}
        </span>
      }
      side={sideOf(customer._id)}
    >
      <Tiles>
        <Tile label="Spent" value={formatMoney(customer.spent)} />
        <Tile label="Orders" value={formatCount(customer.orders)} note={`${formatCount(customer.verified)} verified`} />
        <Tile
          label="Failed payments"
          value={formatCount(customer.failed)}
          tone={customer.failed > 0 ? 'bad' : undefined}
        />
        <Tile
          label="Points"
          value={formatCount(customer.points)}
          action={
            <Button
              size="small"
              disabled={isMe}
              title={isMe ? 'A colleague has to adjust your points.' : undefined}
              onClick={() => setCorrecting(true)}
            >
              Adjust
            </Button>
          }
        />
      </Tiles>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CustomerOrders orders={details.orders} customer={customer} />
        <div className="grid gap-8">
          <PointsLedger entries={details.entries} />
          <Referrals {...details} />
          <CustomerSessions customer={customer} sessions={details.sessions} />
        </div>
      </div>
      {correcting && <CorrectPointsDialog customer={customer} onClose={() => setCorrecting(false)} />}
    </StaffPage>
  )
}

function Referrals({ referral, broughtBy }: Pick<CustomerDetails, 'referral' | 'broughtBy'>) {
  const rewarded = referral?.referred.filter((user) => user.rewarded).length ?? 0
  return (
    <section aria-labelledby="referrals">
      <h2 id="referrals" className="mb-2 text-lg">
        Referrals
      </h2>
      <div className="surface grid gap-1.5 p-4 text-sm">
        <p>
          {referral ? (
            <>
              Code <span className="font-semibold">{referral.code}</span>: {referral.referred.length} referred,{' '}
              {rewarded} rewarded
            </>
          ) : (
            <span className="text-muted">No referral code yet</span>
          )}
        </p>
        {broughtBy && (
          <p>
            Referred by{' '}
            <Link href={`/admin/customers/${broughtBy._id}`} className="link">
              {broughtBy.firstName} {broughtBy.lastName}
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}

const back = <BackToList list="/admin/customers">Customers</BackToList>
const sideOf = (id: string) => (
  <>
    <ButtonLink href={`/admin/support/${id}`}>Open chat</ButtonLink>
    <ButtonLink href={`/admin/audit?subject=customer&subjectId=${id}`}>Staff activity</ButtonLink>
  </>
)
const fullName = ({ firstName, lastName }: Customer) => `${firstName} ${lastName}`

function CustomerNotFound() {
  return (
    <StaffPage title="Customer not found" back={back}>
      <EmptyState
        icon={SearchX}
        title="Customer not found"
        action={<ButtonLink href="/admin/customers">All customers</ButtonLink>}
      />
    </StaffPage>
  )
}
