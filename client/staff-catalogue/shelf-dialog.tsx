import { useState } from 'react'
import type { StaffItem } from '../../shared/staff-catalogue.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { removeItem, restoreItem } from './actions.ts'

export interface ShelfDialogProps {
  item: StaffItem
  onClose: () => void
  /** It is deleted: there is nothing to stay for. */
  onGone: (to: string) => void
}

/** Asks before an item is taken off the shelf, or put back. */
export function ShelfDialog({ item, onClose, onGone }: ShelfDialogProps) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  // As it was when it was asked: the answer changes it.
  const [archived] = useState(item.archivedAt !== null)
  const [isUsed] = useState(item.orderCount + item.reviewCount > 0)
  const words = archived ? putBack : isUsed ? archive : takeOff

  async function run() {
    setBusy(true)
    try {
      const answer = await (archived ? restoreItem : removeItem)(client, item._id)
      toast(answer.message, { type: 'success' })
      onClose()
      if (answer.data === null) onGone('/admin/items')
    } catch (error) {
      toast(tellFailure(error, 'That did not work', 'Network error. Please try again.'), { type: 'error' })
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open
      danger={!archived}
      title={words.title(item.name)}
      text={words.text}
      confirmLabel={words.confirm}
      busyLabel={words.busy}
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}

const putBack = {
  title: (name: string) => `Put ${name} back on sale?`,
  text: 'Everybody sees it at once, also in the carts that it was in.',
  confirm: 'Put back on sale',
  busy: 'Putting back…',
}
const archive = {
  title: (name: string) => `Archive ${name}?`,
  text: 'It leaves the shop and every cart at once. Orders keep what they have, and you can put it back on sale.',
  confirm: 'Archive',
  busy: 'Archiving…',
}
const takeOff = {
  title: (name: string) => `Take ${name} off sale?`,
  text: 'If nobody ever had it in a cart, it is deleted for good; else it is archived, and can be put back.',
  confirm: 'Take off sale',
  busy: 'Taking off…',
}
