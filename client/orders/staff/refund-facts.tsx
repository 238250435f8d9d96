import type { RefundPreview, StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { formatPointCount, formatPoints } from '../../../shared/points/format-points.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { formatMoment } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useLoad } from '../../use-load.ts'
import { loadRefund } from './actions.ts'
import { refundKey } from './refund-store.ts'

/** What staff should know before a refund: whose points it takes, and whether the delivery was opened. */
export function RefundFacts({ order }: { order: StaffOrder }) {
  const client = useClient()
  const { status, retry } = useLoad(refundKey(order._id), (signal) => loadRefund(client, order._id, signal))
  const preview = useStore((state) => state.staffOrders.refunds[order._id])
  const delivery = deliveryText(order)
  return (
    <div className="grid gap-3" aria-live="polite">
      {delivery && <Note tone={order.deliveryOpenedAt ? 'waiting' : 'slate'}>{delivery}</Note>}
      {status === 'loading' && !preview && <p className="text-sm text-muted">Looking up the points…</p>}
      {status === 'failed' && !preview && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          The points could not be loaded.
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {preview?.deductions.map((deduction) => (
        <Deduction key={deduction.user._id} {...deduction} />
      ))}
      {preview?.deductions.length === 0 && <p className="text-sm text-muted">The order earned no points.</p>}
    </div>
  )
}

function Deduction({ user: { firstName, lastName }, points, balance }: RefundPreview['deductions'][number]) {
  const after = balance - points
  const text = `${formatPoints(points)} of ${firstName} ${lastName} will be deducted.`
  if (after >= 0) return <p className="text-sm break-words">{`${text} ${formatPoints(after)} will be left.`}</p>
  return (
    <Note tone="waiting">
      <span className="break-words">{`${text} The balance falls below zero, from ${formatPointCount(balance)} to ${formatPoints(after)}.`}</span>
    </Note>
  )
}

/** Empty without a delivery. */
function deliveryText({ hasDelivery, deliveryOpenedAt, deliveryChangedAt, deliveryReopenedAt }: StaffOrder): string {
  if (!hasDelivery) return ''
  if (!deliveryOpenedAt) return 'The customer has not opened the delivery. They can still open it after the refund.'
  const isUnread = deliveryChangedAt !== null && deliveryReopenedAt === null
  return `The customer opened the delivery (${formatMoment(deliveryOpenedAt)}${isUnread ? ', but not since it was changed' : ''}). It stays readable after the refund.`
}
