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
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextInput } from '../../ui/input.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useLoad } from '../../use-load.ts'
import { useAct } from '../../lib/use-act.ts'
import type { ParsedForm } from '../../lib/use-form.ts'
import { useEditForm } from '../../staff/use-edit-form.tsx'
import { useGoneNotice } from '../../staff/use-gone-notice.ts'
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
  useGoneNotice(editingId !== null && !editing && !!loaded, 'This reply has been deleted', () => setEditingId(null))
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

type ReplyInput = Pick<SavedReply, 'title' | 'text'>

function parseReply(form: ReplyInput): ParsedForm<ReplyInput, ReplyInput> {
  const input = { title: form.title.trim(), text: form.text.trim() }
  if (input.title && input.text) return { input }
  return {
    errors: {
      ...(!input.title && { title: 'Please write a title' }),
      ...(!input.text && { text: 'Please write a reply' }),
    },
  }
}

function ReplyForm({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const client = useClient()
  const { form, errors, conflict, isConflict, busy, formRef, change, submit } = useEditForm({
    row: reply,
    toForm: (row): ReplyInput => ({ title: row?.title ?? '', text: row?.text ?? '' }),
    parse: parseReply,
    async save(input, version) {
      await (reply && version !== undefined
        ? changeReply(client, reply._id, { ...input, version })
        : createReply(client, input))
      return 'Reply saved'
    },
    failed: 'Failed to save the reply',
    noun: 'reply',
    labels: { title: 'Title', text: 'Text' },
    onDone: onClose,
  })

  return (
    <FormDialog
      title={reply ? 'Edit reply' : 'New reply'}
      submitLabel="Save reply"
      formRef={formRef}
      busy={busy}
      disabled={isConflict}
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      {conflict}
      <Field label="Title" error={errors.title}>
        <TextInput
          data-autofocus
          value={form.title}
          maxLength={60}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field
        label="Text"
        hint="{name} is replaced with the customer’s first name, {order} with the order number."
        error={errors.text}
      >
        <TextArea
          rows={6}
          value={form.text}
          maxLength={maxMessageLength}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
    </FormDialog>
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
