import type { StaffCategory } from '../../../shared/catalogue/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../lib/use-act.ts'
import { deleteCategory } from './actions.ts'

/** Confirms and deletes a category, or explains why it can't be deleted. */
export function DeleteCategory({ category, onClose }: { category: StaffCategory; onClose: () => void }) {
  const client = useClient()
  const obstacle = obstacleTo(category)

  const { busy, run } = useAct(async () => (await deleteCategory(client, category._id)).message, {
    failed: 'The category could not be deleted',
    unreached: 'Network error. Please try again.',
    onDone: onClose,
  })

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete ${category.name}?`}
      text={obstacle || 'It has no items. Customers stop seeing it right away.'}
      confirmLabel="Delete category"
      busyLabel="Deleting…"
      busy={busy}
      onConfirm={run}
      disabled={obstacle !== '' && !busy}
      onClose={onClose}
    />
  )
}

function obstacleTo({ itemCount, draftCount, archivedCount, couponCount }: StaffCategory): string {
  const count = itemCount + draftCount + archivedCount
  if (count > 0) {
    const hidden = [draftCount > 0 && `${draftCount} as drafts`, archivedCount > 0 && `${archivedCount} archived`]
    const notes = hidden.filter(Boolean).join(', ')
    const items = `${count} ${count === 1 ? 'item' : 'items'}${notes && ` (${notes})`}`
    return `It still has ${items}. Move them to another category first.`
  }
  if (couponCount > 0) return 'A coupon is limited to it. Change the coupon first.'
  return ''
}
