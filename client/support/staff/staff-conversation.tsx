import { MessagesSquare, MessageSquareQuote } from 'lucide-react'
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { initialsOf } from '../../../shared/accounts/prefs.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { maxMessageLength } from '../../../shared/support/schema.ts'
import type { SupportCustomer, SupportNote } from '../../../shared/support/staff-schema.ts'
import { useAct } from '../../lib/use-act.ts'
import { withoutSaved } from '../../lib/without-saved.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segments } from '../../ui/choice.tsx'
import { useAfterRender } from '../../ui/use-after-render.ts'
import { AttachmentCard } from '../attachment-card.tsx'
import { AttachmentPicker } from '../attachment-picker.tsx'
import { Composer, type ComposerHandle } from '../composer.tsx'
import { Conversation } from '../conversation.tsx'
import { DeleteNote } from './delete-note.tsx'
import { NextConversation } from './next-conversation.tsx'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'
import { SavedRepliesPanel } from './saved-replies-menu.tsx'
import { sendMessage } from '../send.ts'
import { addNote } from './actions.ts'
import { useDraft } from '../use-draft.ts'
import { useFailedToast } from '../use-failed-toast.ts'
import { useTypingNotifier } from '../use-typing.ts'

export type ComposeMode = 'reply' | 'note'
export type StaffConversationHandle = { write: (mode: ComposeMode) => void }

export interface StaffConversationProps {
  customer: SupportCustomer
  /** The customer's orders, newest first. */
  orders: StaffOrder[]
  /** A message that resolves the conversation is being sent. */
  onSendAndResolve: () => void
  /** Opens the next conversation, once the user has resolved this one. */
  onNext: (() => void) | undefined
  ref: Ref<StaffConversationHandle>
}

/** The thread with its notes, and a composer for replies to the customer and internal notes. */
export function StaffConversation({ customer, orders, onSendAndResolve, onNext, ref }: StaffConversationProps) {
  const client = useClient()
  const id = customer._id
  const notes = useStore((state) => state.staffSupport.notes[id])
  const [draft, change] = useDraft(id)
  const [mode, setMode] = useState<ComposeMode>('reply')
  const [opened, setOpened] = useState<'attach' | 'replies' | 'manage' | null>(null)
  const [deleting, setDeleting] = useState<SupportNote | null>(null)
  const composer = useRef<ComposerHandle>(null)
  const afterRender = useAfterRender()
  const typing = useTypingNotifier(id)
  const orderId = useCurrentOrder(id, orders, draft.attachment?.kind === 'order' ? draft.attachment.id : null)
  const isNote = mode === 'note'
  useFailedToast()

  const write = (newMode: ComposeMode) => {
    setMode(newMode)
    if (newMode === 'note') setOpened(null)
    composer.current?.focus()
  }
  useImperativeHandle(ref, () => ({ write }))

  function sendReply({ resolve = false } = {}) {
    sendMessage(client, id, { message: draft.text.trim(), attachment: draft.attachment, resolve })
    change({ text: '', attachment: null })
    typing.sent()
  }

  const { run: saveNote } = useAct(
    async () => {
      const saved = draft.note
      await addNote(client, id, saved.trim())
      change(({ note }) => ({ note: withoutSaved(note, saved) }))
    },
    { failed: 'Failed to save the note' },
  )

  function handleText(text: string) {
    if (isNote) return change({ note: text })
    change({ text })
    if (text.trim()) typing.typed()
    else typing.stop()
  }

  function insertReply(filled: string) {
    setOpened(null)
    setMode('reply')
    change({ text: draft.text ? `${draft.text.trimEnd()}\n${filled}` : filled })
    focusAfterRender()
  }

  function closeReplies() {
    setOpened(null)
    focusAfterRender()
  }

  const focusAfterRender = () => afterRender(() => composer.current?.focus())

  return (
    <>
      <Conversation
        customer={id}
        forStaff
        initials={initialsOf(customer)}
        notes={notes}
        onDeleteNote={setDeleting}
        empty={<NothingYet name={customer.firstName} />}
      />
      <div ref={keepToastsAbove} className="relative flex-none px-3 pb-3 short:pb-2">
        {opened === 'replies' && (
          <SavedRepliesPanel
            about={{ name: customer.firstName, orderId }}
            onPick={insertReply}
            onManage={() => setOpened('manage')}
            onClose={closeReplies}
          />
        )}
        <div className="inbox-mode">
          <Segments
            legend="What to write"
            hideLegend
            className="inbox-states"
            value={mode}
            onChange={write}
            options={[
              { value: 'reply', label: 'Reply' },
              { value: 'note', label: 'Note' },
            ]}
          />
          {onNext && <NextConversation onOpen={onNext} />}
        </div>
        <Composer
          ref={composer}
          label={
            isNote
              ? 'Write a note (only staff can see this)'
              : `Reply to ${customer.firstName}${customer.visitor ? ' by email' : ''}`
          }
          sendLabel={isNote ? 'Save the note' : 'Send'}
          maxLength={maxMessageLength}
          isNote={isNote}
          text={isNote ? draft.note : draft.text}
          onText={handleText}
          onSend={() => (isNote ? saveNote() : sendReply())}
          onBlur={typing.stop}
          {...(!isNote && {
            onSendAndResolve: () => {
              onSendAndResolve()
              sendReply({ resolve: true })
            },
            onEnterEmpty: onNext,
            onSlash: () => setOpened('replies'),
            // An email can't show one.
            ...(!customer.visitor && { onAttach: () => setOpened('attach') }),
            attachment: draft.attachment && <AttachmentCard attachment={draft.attachment} forStaff />,
            onDetach: () => change({ attachment: null }),
            tools: (
              <IconButton
                icon={MessageSquareQuote}
                size="small"
                label="Saved replies (/)"
                aria-expanded={opened === 'replies'}
                onClick={() => (opened === 'replies' ? closeReplies() : setOpened('replies'))}
              />
            ),
          })}
        />
      </div>
      {opened === 'attach' && (
        <AttachmentPicker
          orders={orders}
          onPick={(attachment) => {
            change({ attachment })
            setOpened(null)
            focusAfterRender()
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {deleting && <DeleteNote note={deleting} onDeleted={focusAfterRender} onClose={() => setDeleting(null)} />}
      {opened === 'manage' && <SavedRepliesDialog onClose={() => setOpened('replies')} />}
    </>
  )
}

/**
 * The order a saved reply refers to: the attached one, else the last one sent here, else the one that has waited longest
 * for verification or its delivery. A customer for whom nothing waits may mean any.
 */
function useCurrentOrder(customer: string, orders: StaffOrder[], attached: string | null) {
  const messages = useStore((state) => state.support.threads[customer]?.messages)
  const sent = useMemo(() => messages?.findLast(({ order }) => order !== null)?.order?._id, [messages])
  const current =
    orders.findLast(({ paymentStatus }) => paymentStatus === 'paid') ??
    orders.findLast(({ orderStatus }) => orderStatus === 'processing')
  return attached ?? sent ?? current?._id ?? null
}

function NothingYet({ name }: { name: string }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-6 text-center">
      <span className="empty-icon">
        <MessagesSquare size={22} strokeWidth={1.5} />
      </span>
      <h3 className="text-lg">No messages yet</h3>
      <p className="max-w-prose text-muted">{name} hasn’t written yet. You can write first.</p>
    </div>
  )
}
