import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { maxMessageLength } from '../../../shared/support/schema.ts'
import type { SavedReply } from '../../../shared/support/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocusFirstError } from '../../ui/focus-first-error.ts'
import { TextArea, TextInput } from '../../ui/input.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { useLoad } from '../../use-load.ts'
import { useAct } from '../../lib/use-act.ts'
import { conflictFields, EditConflict } from '../../staff/edit-conflict.tsx'
import { useRowVersion } from '../../staff/use-row-version.ts'
import { changeReply, createReply, deleteReply, loadReplies } from './actions.ts'
import { repliesKey } from './store.ts'

/** Lets staff add, edit and delete saved replies, which all staff share. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const { status, message, retry } = useLoad(repliesKey, (signal) => loadReplies(client, signal))
  const loaded = useStore((state) => state.staffSupport.replies)
  const replies = loaded ?? []
  const [editingId, setEditingId] = useState<string | null>(null)
  const [isCreating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<SavedReply | null>(null)

  const editing = replies.find(({ _id }) => _id === editingId)
  if (isCreating) return <ReplyForm onClose={() => setCreating(false)} />
  if (editing) return <ReplyForm key={editing._id} reply={editing} onClose={() => setEditingId(null)} />
  if (deleting) return <DeleteReply reply={deleting} onClose={() => setDeleting(null)} />
  return (
    <Dialog
      open
      wide
      sheet
      onClose={onClose}
      title="Saved replies"
      foot={
        <Button icon={Plus} variant="primary" onClick={() => setCreating(true)}>
          New reply
        </Button>
      }
    >
      {loaded?.length === 0 && <p className="py-8 text-center text-muted">No saved replies yet.</p>}
      {!loaded && status === 'failed' && (
        <ErrorState title="Error loading saved replies" text={message} onRetry={retry} />
      )}
      {!loaded && status !== 'failed' && (
        <Loading label="Loading saved replies">
          <SkeletonText lines={6} />
        </Loading>
      )}
      <ul className="divide-y divide-line">
        {replies.map((reply) => (
          <li key={reply._id} className="flex items-start gap-2 py-3">
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-semibold">{reply.title}</p>
              <p className="line-clamp-2 whitespace-pre-line text-muted" title={reply.text}>
                {reply.text}
              </p>
            </div>
            <IconButton
              icon={Pencil}
              size="small"
              label={`Edit ${reply.title}`}
              onClick={() => setEditingId(reply._id)}
            />
            <IconButton icon={Trash2} size="small" label={`Delete ${reply.title}`} onClick={() => setDeleting(reply)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function ReplyForm({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const client = useClient()
  const [form, focusFirstError] = useFocusFirstError()
  const [base, setBase] = useState({ title: reply?.title ?? '', text: reply?.text ?? '' })
  const [title, setTitle] = useState(base.title)
  const [text, setText] = useState(base.text)
  const [isSubmitted, setSubmitted] = useState(false)

  const { version, isOutdated, adoptVersion } = useRowVersion(reply)
  const { busy, run } = useAct(
    async () => {
      const input = { title: title.trim(), text: text.trim() }
      await (reply && version !== undefined
        ? changeReply(client, reply._id, { ...input, version })
        : createReply(client, input))
      return 'Reply saved'
    },
    { failed: 'Failed to save the reply', onDone: onClose },
  )

  const isStale = isOutdated && !busy

  function keepMine() {
    adoptVersion()
    if (reply) setBase(reply)
  }

  function loadTheirs() {
    keepMine()
    setTitle(reply?.title ?? '')
    setText(reply?.text ?? '')
  }

  // Without unsaved changes, a colleague's change is adopted at once.
  if (isStale && title === base.title && text === base.text) loadTheirs()

  function save() {
    if (isStale) return
    setSubmitted(true)
    if (!title.trim() || !text.trim()) return focusFirstError()
    run()
  }

  return (
    <Dialog
      open
      wide
      sheet
      onClose={onClose}
      busy={busy}
      title={reply ? 'Edit reply' : 'New reply'}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} busyLabel="Saving…" disabled={isStale} onClick={save}>
            Save reply
          </Button>
        </>
      }
    >
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {isStale && reply && (
          <EditConflict
            noun="reply"
            fields={conflictFields(
              { title: 'Title', text: 'Text' },
              { title: reply.title, text: reply.text },
              { title, text },
            )}
            onLoadTheirs={loadTheirs}
            onKeepMine={keepMine}
          />
        )}
        <Field label="Title" error={isSubmitted && !title.trim() ? 'Please write a title' : null}>
          <TextInput data-autofocus value={title} maxLength={60} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field
          label="Text"
          hint="{name} is replaced with the customer’s first name, {order} with the order number."
          error={isSubmitted && !text.trim() ? 'Please write a reply' : null}
        >
          <TextArea
            rows={6}
            value={text}
            maxLength={maxMessageLength}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

function DeleteReply({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const client = useClient()

  const { busy, run } = useAct(() => deleteReply(client, reply._id).then(() => 'Reply deleted'), {
    failed: 'Failed to delete the reply',
    onDone: onClose,
  })

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete “${reply.title}”?`}
      text="It will be deleted for all staff."
      confirmLabel="Delete reply"
      busyLabel="Deleting…"
      busy={busy}
      onConfirm={run}
      onClose={onClose}
    />
  )
}
