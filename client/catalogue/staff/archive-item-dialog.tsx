import { useState } from 'react'
import type { StaffItem } from '../../../shared/catalogue/staff-schema.ts'
import { useAct } from '../../lib/use-act.ts'
import { useClient } from '../../client-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { removeItem, restoreItem } from './actions.ts'

export interface ArchiveItemDialogProps {
  item: StaffItem
  onClose: () => void
  /** Called with the page to go to after the item was deleted. */
  onDeleted: (to: string) => void
}

/** Confirms and archives, deletes or restores an item. */
export function ArchiveItemDialog({ item, onClose, onDeleted }: ArchiveItemDialogProps) {
  const client = useClient()
  // The state when the dialog opened, since the response changes the item.
  const [archived] = useState(item.archivedAt !== null)
  const [isUsed] = useState(item.orderCount + item.reviewCount > 0)
  const [draft] = useState(item.draft)
  const texts = archived ? restoreTexts : isUsed ? archiveTexts : draft ? deleteDraftTexts : deleteTexts

  const { busy, run } = useAct(
    async () => {
      const { data, message } = await (archived ? restoreItem : removeItem)(client, item._id)
      onClose()
      if (data === null) onDeleted('/admin/items')
      return message
    },
    { failed: 'Something went wrong. Please try again.', unreached: 'Network error. Please try again.' },
  )

  return (
    <ConfirmDialog
      open
      danger={!archived}
      title={texts.title(item.name)}
      text={texts.text}
      confirmLabel={texts.confirm}
      busyLabel={texts.busy}
      busy={busy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

const restoreTexts = {
  title: (name: string) => `Put ${name} back on sale?`,
  text: 'Customers see it again right away, also in carts that contain it.',
  confirm: 'Put back on sale',
  busy: 'Restoring…',
}
const archiveTexts = {
  title: (name: string) => `Archive ${name}?`,
  text: 'It is removed from the shop and all carts right away. Existing orders keep it, and you can put it back on sale.',
  confirm: 'Archive',
  busy: 'Archiving…',
}
// Only the server knows whether it is in a cart or has a coupon.
const deleteDraftTexts = {
  title: (name: string) => `Delete the draft ${name}?`,
  text: 'It is deleted permanently. If it is in a cart or has a coupon of its own, it is archived instead.',
  confirm: 'Delete draft',
  busy: 'Deleting…',
}
const deleteTexts = {
  title: (name: string) => `Delete ${name}?`,
  text: 'It is removed from the shop right away and deleted permanently. If it is in a cart or has a coupon of its own, it is archived instead, and you can put it back on sale. To hide it for a while, unpublish it.',
  confirm: 'Delete item',
  busy: 'Deleting…',
}
