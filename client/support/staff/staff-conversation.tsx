import { MessagesSquare, MessageSquareQuote } from 'lucide-react'
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { longestMessage, type SupportCustomer, type SupportNote } from '../../shared/support.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { IconButton } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { useToast } from '../ui/toast.tsx'
import { useAfterRender } from '../ui/use-after-render.ts'
import { AttachmentCard } from './attachment-card.tsx'
import { AttachmentPicker } from './attachment-picker.tsx'
import { Composer, type ComposerHandle } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { DeleteNote } from './delete-note.tsx'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'
import { SavedRepliesMenu } from './saved-replies-menu.tsx'
import { sendMessage } from './send.ts'
import { writeNote } from './staff-actions.ts'
import { useDraft } from './use-draft.ts'
import { useFailedToast } from './use-failed-toast.ts'
import { useTypingTeller } from './use-typing.ts'

export type Mode = 'reply' | 'note'
export type StaffConversationHandle = { write: (mode: Mode) => void }

export interface StaffConversationProps {
  customer: SupportCustomer
  /** The customer's, newest first. */
  orders: StaffOrder[]
  ref?: Ref<StaffConversationHandle>
}

/** The thread with its notes, and the field for both: an answer to the customer, or a note for colleagues. */
export function StaffConversation({ customer, orders, ref }: StaffConversationProps) {
  const client = useClient()
  const toast = useToast()
  const id = customer._id
  const notes = useStore((state) => state.support.notes[id])
  const [draft, change] = useDraft(id)
  const [mode, setMode] = useState<Mode>('reply')
  const [opened, setOpened] = useState<'attach' | 'replies' | 'manage' | null>(null)
  const [saving, setSaving] = useState(false)
  const [leaving, setLeaving] = useState<SupportNote | null>(null)
  const composer = useRef<ComposerHandle>(null)
  const afterRender = useAfterRender()
  const typing = useTypingTeller(id)
  const orderId = useOrderInQuestion(id, orders, draft.attached?.kind === 'order' ? draft.attached.id : null)
  const isNote = mode === 'note'
  useFailedToast()

  const write = (wanted: Mode) => {
    setMode(wanted)
    composer.current?.focus()
  }
  useImperativeHandle(ref, () => ({ write }))

  function reply() {
    sendMessage(client, id, draft.text.trim(), draft.attached)
    change({ text: '', attached: null })
    typing.sent()
  }

  async function note() {
    if (saving) return
    setSaving(true)
    try {
      await writeNote(client, id, draft.note.trim())
      change({ note: '' })
    } catch (error) {
      toast(tellFailure(error, 'Failed to save the note'), { type: 'error' })
    }
    setSaving(false)
  }

  function type(text: string) {
    if (isNote) return change({ note: text })
    change({ text })
    if (text.trim()) typing.typed()
    else typing.stop()
  }

  function insert(filled: string) {
    setOpened(null)
    setMode('reply')
    change({ text: draft.text ? `${draft.text.trimEnd()}\n${filled}` : filled })
    focusSoon()
  }

  const focusSoon = () => afterRender(() => composer.current?.focus())

  return (
    <>
      <Conversation
        customer={id}
        forStaff
        notes={notes}
        onDeleteNote={setLeaving}
        none={<NothingYet name={customer.firstName} />}
      />
      <div className="flex-none px-3 pb-3">
        <Segments
          legend="What to write"
          hideLegend
          className="mb-2 inbox-states"
          value={mode}
          onChange={write}
          options={[
            { value: 'reply', label: 'Reply' },
            { value: 'note', label: 'Note' },
          ]}
        />
        <Composer
          ref={composer}
          label={isNote ? 'A note that only colleagues see' : `Reply to ${customer.firstName}`}
          sendLabel={isNote ? 'Save the note' : 'Send'}
          longest={longestMessage}
          isNote={isNote}
          text={isNote ? draft.note : draft.text}
          onText={type}
          onSend={() => (isNote ? void note() : reply())}
          onBlur={typing.stop}
          {...(!isNote && {
            onSlash: () => setOpened('replies'),
            onAttach: () => setOpened('attach'),
            attached: draft.attached && <AttachmentCard attached={draft.attached} forStaff />,
            onDetach: () => change({ attached: null }),
            tools: (
              <IconButton
                icon={MessageSquareQuote}
                size="small"
                label="Saved replies (/)"
                onClick={() => setOpened('replies')}
              />
            ),
          })}
        />
      </div>
      {opened === 'attach' && (
        <AttachmentPicker
          orders={orders}
          onPick={(attached) => {
            change({ attached })
            setOpened(null)
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'replies' && (
        <SavedRepliesMenu
          about={{ name: customer.firstName, orderId }}
          onPick={insert}
          onManage={() => setOpened('manage')}
          onClose={() => setOpened(null)}
        />
      )}
      {leaving && <DeleteNote note={leaving} onDeleted={focusSoon} onClose={() => setLeaving(null)} />}
      {opened === 'manage' && <SavedRepliesDialog onClose={() => setOpened('replies')} />}
    </>
  )
}

/** Which order a saved reply speaks of: the one that goes along, the last that was sent here, or the newest. */
function useOrderInQuestion(customer: string, orders: StaffOrder[], attached: string | null) {
  const messages = useStore((state) => state.support.threads[customer]?.messages)
  const sent = useMemo(() => messages?.findLast(({ order }) => order !== null)?.order?._id, [messages])
  return attached ?? sent ?? orders[0]?._id ?? null
}

function NothingYet({ name }: { name: string }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 text-center">
      <span className="empty-icon">
        <MessagesSquare size={22} strokeWidth={1.5} />
      </span>
      <h3 className="text-lg">No messages yet</h3>
      <p className="max-w-prose text-muted">{name} has not written. You can write first.</p>
    </div>
  )
}
