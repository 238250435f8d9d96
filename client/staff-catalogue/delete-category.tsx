import type { StaffCategory } from '../../shared/staff-catalogue.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useAct } from '../use-act.ts'
import { deleteCategory } from './actions.ts'

/** Asks, or says why not: what is in a category has to go elsewhere first. */
export function DeleteCategory({ category, onClose }: { category: StaffCategory; onClose: () => void }) {
  const client = useClient()
  const hindrance = hindranceOf(category)

  const doing = useAct(
    async () => (await deleteCategory(client, category._id)).message,
    { failed: 'The category could not be deleted', unreached: 'Network error. Please try again.' },
    onClose,
  )

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete ${category.name}?`}
      text={hindrance || 'Nothing is in it. Customers see it go at once.'}
      confirmLabel="Delete category"
      busyLabel="Deleting…"
      {...doing}
      disabled={hindrance !== '' && !doing.busy}
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
