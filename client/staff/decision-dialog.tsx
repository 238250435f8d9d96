import { useState } from 'react'
import { Reason, type StaffOrder } from '../../shared/order-calls.ts'
import { canMove, orderNumber } from '../../shared/orders.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/input.tsx'
import { Note } from '../ui/note.tsx'
import { useToast } from '../ui/toast.tsx'
import { type Decision, decide, decisions, usualReasons } from './decisions.ts'
import { PaymentInBrief } from './payment-in-brief.tsx'
import { isSend, ReasonField } from './reason-field.tsx'
import { useClaim, useStanding } from './use-claim.ts'

export interface DecisionDialogProps {
  order: StaffOrder
  decision: Decision
  onClose: () => void
}

/** Asks once, then does it. A payment that waits is held for as long as the question is open. */
export function DecisionDialog({ order, decision, onClose }: DecisionDialogProps) {
  const client = useClient()
  const toast = useToast()
  const standing = useStanding(order)
  const [words, setWords] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const { title, text, confirm, busy: busyLabel, done, failed } = decisions[decision]
  const waits = decision === 'verify' || decision === 'reject'
  const hindrance = busy ? '' : hindranceOf(order, decision, waits ? standing : 'mine')
  useClaim(waits && (standing === 'free' || standing === 'mine') ? order._id : null, onClose)

  async function run() {
    if (busy || hindrance) return
    const { error } = needsReason(decision) ? Reason.safeParse(words) : { error: undefined }
    if (error) return setFault(error.issues[0]?.message ?? 'Please give a reason')
    setBusy(true)
    try {
      await decide(client, decision, order._id, words.trim())
      toast(`${done}: #${orderNumber(order._id)}`, { type: 'success' })
      onClose()
    } catch (failure) {
      toast(tellFailure(failure, failed), { type: 'error' })
      setBusy(false)
    }
  }

  function change(typed: string) {
    setWords(typed)
    setFault('')
  }

  return (
    <ConfirmDialog
      open
      title={title}
      text={
        decision === 'verify' ? <PaymentInBrief order={order} text={text} /> : `#${orderNumber(order._id)}. ${text}`
      }
      confirmLabel={confirm}
      busyLabel={busyLabel}
      danger={decision === 'reject' || decision === 'refund'}
      busy={busy}
      disabled={hindrance !== ''}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {(hindrance || decision !== 'verify') && (
        <div className="grid gap-4">
          {hindrance && <Note tone="waiting">{hindrance}</Note>}
          {needsReason(decision) && (
            <ReasonField
              usual={usualReasons[decision]}
              value={words}
              onChange={change}
              onSend={() => void run()}
              error={fault}
            />
          )}
          {decision === 'complete' && (
            <Field
              label="Delivery note"
              hint="Codes, links or what to do next. The customer alone can open it."
              optional
            >
              <TextArea
                data-autofocus
                rows={4}
                maxLength={5000}
                value={words}
                onChange={(event) => change(event.target.value)}
                onKeyDown={(event) => isSend(event) && void run()}
              />
            </Field>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

const needsReason = (decision: Decision): decision is keyof typeof usualReasons => decision in usualReasons

/** Why it can't be done (any more); empty when it can. */
function hindranceOf(order: StaffOrder, decision: Decision, standing: ReturnType<typeof useStanding>): string {
  if (!canMove(order, decision)) return `This order is ${order.paymentStatus}. No further actions are possible.`
  if (standing === 'taken') return `${order.checking?.name ?? 'A colleague'} is checking this payment.`
  if (standing === 'own') return 'A colleague has to check your own order.'
  return ''
}
