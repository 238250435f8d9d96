import { TriangleAlert } from 'lucide-react'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { Badge } from '../ui/badge.tsx'

/** What the customer wrote of the transfer; said where another order had the same. */
export function Reference({ order, whole }: { order: StaffOrder; whole?: boolean }) {
  if (!order.reference) return <span className="text-muted">None given</span>
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
