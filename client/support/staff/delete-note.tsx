import type { SupportNote } from '../../shared/support.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useAct } from '../use-act.ts'
import { deleteNote } from './staff-actions.ts'

type DeleteNoteProps = { note: SupportNote; onDeleted: () => void; onClose: () => void }

export function DeleteNote({ note, onDeleted, onClose }: DeleteNoteProps) {
  const client = useClient()

  const doing = useAct(
    () => deleteNote(client, note.userId, note._id).then(() => 'Note deleted'),
    { failed: 'Failed to delete the note' },
    () => {
      onClose()
      onDeleted()
    },
  )

  return (
    <ConfirmDialog
      open
      danger
      title="Delete your note?"
      text="It is gone for every colleague."
      confirmLabel="Delete note"
      busyLabel="Deleting…"
      {...doing}
      onClose={onClose}
    />
  )
}
