import { useState } from 'react'
import type { StaffCoupon } from '../../shared/staff-catalogue.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { removeCoupon, restoreCoupon } from './actions.ts'

/** Asks before a coupon is ended, or taken back into use. */
export function EndCoupon({ coupon, onClose }: { coupon: StaffCoupon; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  // As it was when it was asked: the answer changes it.
  const [archived] = useState(coupon.archivedAt !== null)

  async function run() {
    setBusy(true)
    try {
      const { message } = await (archived ? restoreCoupon : removeCoupon)(client, coupon._id)
      toast(message, { type: 'success' })
      onClose()
    } catch (error) {
      toast(tellFailure(error, 'That did not work', 'Network error. Please try again.'), { type: 'error' })
      setBusy(false)
    }
  }

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
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
