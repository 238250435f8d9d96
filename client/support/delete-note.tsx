import { useState } from 'react'
import type { SupportNote } from '../../shared/support.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { deleteNote } from './staff-actions.ts'

type DeleteNoteProps = { note: SupportNote; onDeleted: () => void; onClose: () => void }

export function DeleteNote({ note, onDeleted, onClose }: DeleteNoteProps) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      await deleteNote(client, note.userId, note._id)
      toast('Note deleted', { type: 'success' })
      onClose()
      onDeleted()
    } catch (error) {
      toast(tellFailure(error, 'Failed to delete the note'), { type: 'error' })
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open
      danger
      title="Delete your note?"
      text="It is gone for every colleague."
      confirmLabel="Delete note"
      busyLabel="Deleting…"
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
