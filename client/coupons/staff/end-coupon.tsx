import { useState } from 'react'
import type { StaffCoupon } from '../../../shared/coupons/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../lib/use-act.ts'
import { endCoupon, restoreCoupon } from './actions.ts'

/** Confirms and ends or restores a coupon. */
export function EndCoupon({ coupon, onClose }: { coupon: StaffCoupon; onClose: () => void }) {
  const client = useClient()
  // The state when the dialog opened, since the response changes the coupon.
  const [archived] = useState(coupon.archivedAt !== null)

  const { busy, run } = useAct(async () => (await (archived ? restoreCoupon : endCoupon)(client, coupon._id)).message, {
    failed: 'Something went wrong. Please try again.',
    unreached: 'Network error. Please try again.',
    onDone: onClose,
  })

  return (
    <ConfirmDialog
      open
      danger={!archived}
      title={archived ? `Restore ${coupon.code}?` : `End ${coupon.code}?`}
      text={
        archived
          ? 'Customers can use it again, within its limits.'
          : coupon.batchSize !== null
            ? 'Its codes can no longer be used. Existing orders keep their discount.'
            : 'It can no longer be used. Existing orders keep their discount. If no order has used it, it is deleted.'
      }
      confirmLabel={archived ? 'Restore coupon' : 'End coupon'}
      busyLabel={archived ? 'Restoring…' : 'Ending…'}
      busy={busy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
