import { TriangleAlert } from 'lucide-react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { Badge } from '../../ui/badge.tsx'

/** The transfer reference the customer entered, with a warning if another order used it before. */
export function Reference({ order, whole }: { order: StaffOrder; whole?: boolean }) {
  if (!order.reference) return <span className="text-muted">–</span>
  return (
    <span className="grid min-w-0 gap-1">
      <span className={whole ? 'font-medium break-all' : 'block truncate'} title={order.reference}>
        {order.reference}
      </span>
      {order.referenceReused && (
        <span>
          <Badge tone="bad" icon={TriangleAlert} className="whitespace-nowrap">
            Used before
          </Badge>
        </span>
      )}
    </span>
  )
}
