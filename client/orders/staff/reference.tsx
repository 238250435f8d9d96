import { CircleHelp, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { isTransactionHash, referenceKey } from '../../../shared/orders/reference.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { maxSameReferences, type SameReference, type StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { Badge } from '../../ui/badge.tsx'

/**
 * The transfer reference the customer entered, with a warning if other orders have the same one, or if a crypto payment's
 * isn't a transaction hash. Only spans, because it is shown inside a paragraph.
 */
export function Reference({ order, whole }: { order: StaffOrder; whole?: boolean }) {
  const { reference, paymentMethod, sameReference } = order
  if (!reference) return <span className="text-muted">–</span>
  const lacksHash = paymentMethod === 'crypto' && !isTransactionHash(referenceKey(reference))
  return (
    <span className="grid min-w-0 gap-1">
      <span className={whole ? 'font-medium break-all' : 'block truncate'} title={reference}>
        {reference}
      </span>
      {lacksHash && (
        <span>
          <Badge tone="waiting" icon={CircleHelp}>
            Not a transaction hash
          </Badge>
        </span>
      )}
      {sameReference && <SameReferenceLinks same={sameReference} shown={whole ? maxSameReferences : 2} />}
    </span>
  )
}

function SameReferenceLinks({ same: { orders, count }, shown }: { same: SameReference; shown: number }) {
  const visible = orders.slice(0, shown)
  const hidden = count - visible.length
  return (
    <span className="grid gap-0.5">
      <span>
        <Badge tone="bad" icon={TriangleAlert}>
          {count === 1 ? 'Used twice' : `Used ${count + 1} times`}
        </Badge>
      </span>
      <span className="text-xs">
        Also on{' '}
        {visible.map(({ _id, paymentStatus }, i) => (
          <span key={_id}>
            {i > 0 && ', '}
            <Link href={`/admin/orders/${_id}`} className="link tabular">
              #{orderNumber(_id)}
            </Link>{' '}
            ({paymentStatus})
          </span>
        ))}
        {hidden > 0 && ` and ${hidden} more`}
      </span>
    </span>
  )
}
