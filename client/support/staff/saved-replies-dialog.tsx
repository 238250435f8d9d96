import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { longestMessage, type SavedReply } from '../../shared/support.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, useFirstFault } from '../ui/field.tsx'
import { TextArea, TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { useAct } from '../use-act.ts'
import { deleteReply, loadReplies, saveReply } from './staff-actions.ts'
import { repliesKey } from './store.ts'

type Written = { id: string | null; title: string; text: string }

/** The answers that are kept: add, change, delete. Every member of staff has the same. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  useLoad(repliesKey, (signal) => loadReplies(client, signal))
  const replies = useStore((state) => state.support.replies) ?? []
  const [written, setWritten] = useState<Written | null>(null)
  const [leaving, setLeaving] = useState<SavedReply | null>(null)

  if (written) return <ReplyForm written={written} onClose={() => setWritten(null)} />
  if (leaving) return <Delete reply={leaving} onClose={() => setLeaving(null)} />
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Saved replies"
      foot={
        <Button icon={Plus} variant="primary" onClick={() => setWritten({ id: null, title: '', text: '' })}>
          New reply
        </Button>
      }
    >
      {replies.length === 0 && <p className="py-8 text-center text-muted">Nothing saved yet.</p>}
      <ul className="divide-y divide-line">
        {replies.map((reply) => (
          <li key={reply._id} className="flex items-start gap-2 py-3">
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-semibold">{reply.title}</p>
              <p className="line-clamp-2 whitespace-pre-line text-muted">{reply.text}</p>
            </div>
            <IconButton
              icon={Pencil}
              size="small"
              label={`Change ${reply.title}`}
              onClick={() => setWritten({ id: reply._id, title: reply.title, text: reply.text })}
            />
            <IconButton icon={Trash2} size="small" label={`Delete ${reply.title}`} onClick={() => setLeaving(reply)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function ReplyForm({ written, onClose }: { written: Written; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [form, focusFirstFault] = useFirstFault()
  const [title, setTitle] = useState(written.title)
  const [text, setText] = useState(written.text)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)

  async function save() {
    if (busy) return
    setTried(true)
    if (!title.trim() || !text.trim()) return focusFirstFault()
    setBusy(true)
    try {
      await saveReply(client, written.id, { title: title.trim(), text: text.trim() })
      toast('Reply saved', { type: 'success' })
      onClose()
    } catch (error) {
      toast(tellFailure(error, 'Failed to save the reply'), { type: 'error' })
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      busy={busy}
      title={written.id ? 'Change the reply' : 'New reply'}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} busyLabel="Saving…" onClick={() => void save()}>
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
          void save()
        }}
      >
        <Field label="Title" error={tried && !title.trim() ? 'Please write a title' : null}>
          <TextInput data-autofocus value={title} maxLength={60} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field
          label="Text"
          hint="{name} becomes the customer’s first name, {order} the order’s number."
          error={tried && !text.trim() ? 'Please write a reply' : null}
        >
          <TextArea
            rows={6}
            value={text}
            maxLength={longestMessage}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

function Delete({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const client = useClient()

  const doing = useAct(
    () => deleteReply(client, reply._id).then(() => 'Reply deleted'),
    { failed: 'Failed to delete the reply' },
    onClose,
  )

  return (
    <ConfirmDialog
      open
      danger
      title={`Delete “${reply.title}”?`}
      text="No member of staff can choose it any more."
      confirmLabel="Delete reply"
      busyLabel="Deleting…"
      {...doing}
      onClose={onClose}
    />
  )
}
