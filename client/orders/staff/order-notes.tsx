import { useState } from 'react'
import type { OrderNote } from '../../shared/staff.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { momentOf } from '../orders/when.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/input.tsx'
import { SkeletonText } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { addNote, deleteNote, loadNotes } from './desk-actions.ts'
import { notesKey } from './notes-store.ts'
import { isSend } from './reason-field.tsx'

/** What staff tell each other about an order. */
export function OrderNotes({ order }: { order: string }) {
  const client = useClient()
  const { status, message, retry } = useLoad(notesKey(order), (signal) => loadNotes(client, order, signal))
  const notes = useStore((state) => state.staff.notes[order])
  return (
    <section aria-labelledby="notes" className="surface p-5">
      <h2 id="notes" className="eyebrow mb-3 font-sans">
        Notes among staff
      </h2>
      {!notes && status === 'loading' && <SkeletonText lines={2} />}
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
  const toast = useToast()
  const me = useStore((state) => state.accounts.user?._id)
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await deleteNote(client, note.order, note._id)
    } catch (error) {
      toast(tellFailure(error, 'Error removing the note'), { type: 'error' })
      setBusy(false)
    }
  }

  return (
    <li className="rounded-md border border-line bg-sunken p-3 text-sm">
      <p className="break-words whitespace-pre-wrap">{note.text}</p>
      <p className="mt-1 flex items-center justify-between gap-3 text-xs text-muted">
        <span>
          {note.author._id === me ? 'You' : note.author.firstName}, {momentOf(note.createdAt)}
        </span>
        {note.author._id === me && (
          <Button size="small" variant="plain" busy={busy} onClick={() => void remove()}>
            Remove
          </Button>
        )}
      </p>
    </li>
  )
}

function NewNote({ order }: { order: string }) {
  const client = useClient()
  const toast = useToast()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)

  async function add() {
    if (busy || text.trim() === '') return
    setBusy(true)
    try {
      await addNote(client, order, text.trim())
      setText('')
    } catch (error) {
      toast(tellFailure(error, 'Error adding the note'), { type: 'error' })
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-2">
      <Field label="Add a note" hint="Staff alone read it.">
        <TextArea
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => isSend(event) && void add()}
        />
      </Field>
      <Button
        size="small"
        className="justify-self-end"
        busy={busy}
        disabled={text.trim() === ''}
        onClick={() => void add()}
      >
        Add note
      </Button>
    </div>
  )
}
