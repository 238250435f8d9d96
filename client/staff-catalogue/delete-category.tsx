import { useState } from 'react'
import type { StaffCategory } from '../../shared/staff-catalogue.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { deleteCategory } from './actions.ts'

/** Asks, or says why not: what is in a category has to go elsewhere first. */
export function DeleteCategory({ category, onClose }: { category: StaffCategory; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const hindrance = hindranceOf(category)

  async function run() {
    setBusy(true)
    try {
      const { message } = await deleteCategory(client, category._id)
      toast(message, { type: 'success' })
      onClose()
    } catch (error) {
      toast(tellFailure(error, 'The category could not be deleted', 'Network error. Please try again.'), {
        type: 'error',
      })
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete ${category.name}?`}
      text={hindrance || 'Nothing is in it. Customers see it go at once.'}
      confirmLabel="Delete category"
      busyLabel="Deleting…"
      busy={busy}
      disabled={hindrance !== '' && !busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}

function hindranceOf({ itemCount, archivedCount, couponCount }: StaffCategory): string {
  const count = itemCount + archivedCount
  if (count > 0) {
    const things = `${count} ${count === 1 ? 'item' : 'items'}${archivedCount > 0 ? ` (${archivedCount} archived)` : ''}`
    return `It still has ${things}. Move them to another category first.`
  }
  if (couponCount > 0) return 'A coupon is tied to it. Tie that to something else first.'
  return ''
}
