import { useState } from 'react'
import type { StaffCoupon } from '../../shared/staff-catalogue.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useAct } from '../use-act.ts'
import { removeCoupon, restoreCoupon } from './actions.ts'

/** Asks before a coupon is ended, or taken back into use. */
export function EndCoupon({ coupon, onClose }: { coupon: StaffCoupon; onClose: () => void }) {
  const client = useClient()
  // As it was when it was asked: the answer changes it.
  const [archived] = useState(coupon.archivedAt !== null)

  const doing = useAct(
    async () => (await (archived ? restoreCoupon : removeCoupon)(client, coupon._id)).message,
    { failed: 'That did not work', unreached: 'Network error. Please try again.' },
    onClose,
  )

  return (
    <ConfirmDialog
      open
      danger={!archived}
      title={archived ? `Restore ${coupon.code}?` : `End ${coupon.code}?`}
      text={
        archived
          ? 'Customers can use it again, as far as its terms allow.'
          : 'Nobody can use it any more. Orders that have it keep their discount; one that no order ever had is deleted.'
      }
      confirmLabel={archived ? 'Restore coupon' : 'End coupon'}
      busyLabel={archived ? 'Restoring…' : 'Ending…'}
      {...doing}
      onClose={onClose}
    />
  )
}
