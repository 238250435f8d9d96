import type { OrderNote } from '../../../shared/orders/staff-schema.ts'
import { useAct } from '../../lib/use-act.ts'
import { withoutSaved } from '../../lib/without-saved.ts'
import { formatMomentInText } from '../../lib/format-date.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useLoad } from '../../use-load.ts'
import { addNote, deleteNote, loadNotes } from './note-actions.ts'
import { notesKey } from './notes-store.ts'
import { NoteFormSkeleton } from './staff-order-skeleton.tsx'
import { useNoteDraft } from './use-note-draft.ts'
import { isSubmitKey } from '../../staff/reason-field.tsx'

/** The internal notes of an order. */
export function OrderNotes({ order }: { order: string }) {
  const client = useClient()
  const { status, message, retry } = useLoad(notesKey(order), (signal) => loadNotes(client, order, signal))
  const notes = useStore((state) => state.staffOrders.notes[order])
  return (
    <section aria-labelledby="notes" className="surface p-5">
      <h2 id="notes" className="eyebrow mb-3 font-sans">
        Internal notes
      </h2>
      {!notes && status === 'loading' && <NoteFormSkeleton />}
      {!notes && status === 'failed' && (
        <p role="alert" className="flex items-center justify-between gap-3 text-sm text-bad">
          {message}
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {notes && notes.length > 0 && (
        <ul className="mb-4 grid gap-3" aria-live="polite">
          {notes.map((note) => (
            <Note key={note._id} note={note} />
          ))}
        </ul>
      )}
      {notes && <NewNote order={order} />}
    </section>
  )
}

function Note({ note }: { note: OrderNote }) {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id)
  const { busy, run } = useAct(
    async () => {
      await deleteNote(client, note.order, note._id)
    },
    { failed: 'The note could not be removed' },
  )

  return (
    <li className="rounded-md border border-line bg-sunken p-3 text-sm">
      <p className="whitespace-pre-wrap">{note.text}</p>
      <p className="mt-1 flex items-center justify-between gap-3 text-xs text-muted">
        <span>
          by {note.author._id === me ? 'you' : note.author.firstName}, {formatMomentInText(note.createdAt)}
        </span>
        {note.author._id === me && (
          <Button size="small" variant="plain" busy={busy} onClick={() => run()}>
            Remove
          </Button>
        )}
      </p>
    </li>
  )
}

function NewNote({ order }: { order: string }) {
  const client = useClient()
  const [text, setText] = useNoteDraft(order)
  const isEmpty = text.trim() === ''
  const { busy, run } = useAct(
    async () => {
      await addNote(client, order, text.trim())
      setText((latest) => withoutSaved(latest, text))
    },
    { failed: 'The note could not be added' },
  )

  return (
    <div className="grid gap-2">
      <Field label="Add a note" hint="Only staff can see this.">
        <TextArea
          rows={2}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(() => target.value)}
          onKeyDown={(event) => isSubmitKey(event) && !isEmpty && run()}
        />
      </Field>
      <Button size="small" className="justify-self-end" busy={busy} disabled={isEmpty} onClick={() => run()}>
        Add note
      </Button>
    </div>
  )
}
