import type { SupportNote } from '../../../shared/support/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAct } from '../../lib/use-act.ts'
import { deleteNote } from './actions.ts'

type DeleteNoteProps = { note: SupportNote; onDeleted: () => void; onClose: () => void }

/** Confirms and deletes one of the user's notes. */
export function DeleteNote({ note, onDeleted, onClose }: DeleteNoteProps) {
  const client = useClient()

  const { busy, run } = useAct(() => deleteNote(client, note.userId, note._id).then(() => 'Note deleted'), {
    failed: 'Failed to delete the note',
    onDone() {
      onClose()
      onDeleted()
    },
  })

  return (
    <ConfirmDialog
      open
      danger
      title="Delete your note?"
      text="It will be deleted for all staff."
      confirmLabel="Delete note"
      busyLabel="Deleting…"
      busy={busy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
