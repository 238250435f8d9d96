import type { StaffOrder } from '../../shared/order-calls.ts'
import { initialsOf } from '../accounts/prefs.ts'
import { dayOf } from '../orders/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'

/** Whose order it is, and how their orders ended so far. */
export function CustomerCard({ customer }: { customer: StaffOrder['customer'] }) {
  const { firstName, lastName, email, createdAt, verified, failed } = customer
  return (
    <section aria-labelledby="customer" className="surface p-5">
      <h2 id="customer" className="eyebrow mb-3 font-sans">
        Customer
      </h2>
      <div className="flex items-center gap-3">
        <Avatar initials={initialsOf(customer)} />
        <div className="min-w-0">
          <p className="font-semibold">
            {firstName} {lastName}
          </p>
          <a href={`mailto:${email}`} className="link block truncate text-sm">
            {email}
          </a>
        </div>
      </div>
      <p className="mt-4 flex flex-wrap gap-1.5">
        <Badge tone={verified > 0 ? 'good' : 'slate'}>{verified} verified</Badge>
        <Badge tone={failed > 0 ? 'bad' : 'slate'}>{failed} failed</Badge>
      </p>
      <p className="mt-3 text-sm text-muted">With us since {dayOf(createdAt)}</p>
    </section>
  )
}
