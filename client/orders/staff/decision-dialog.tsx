import { useState } from 'react'
import { Reason, type StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { canMove, orderNumber } from '../../../shared/orders/rules.ts'
import { useAct } from '../../lib/use-act.ts'
import { useClient } from '../../client-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { Note } from '../../ui/note.tsx'
import { describeChange, describeClaim } from './describe-change.ts'
import { type Decision, decide, decisions, suggestedReasons } from './decisions.ts'
import { PaymentSummary } from './payment-summary.tsx'
import { RefundFacts } from './refund-facts.tsx'
import { isSubmitKey, ReasonField } from '../../staff/reason-field.tsx'
import { type ClaimStatus, useClaim, useClaimStatus } from './use-claim.ts'

export interface DecisionDialogProps {
  order: StaffOrder
  decision: Decision
  /** Called when the decision is carried out, before `onClose`. */
  onDecided?: () => void
  onClose: () => void
}

/**
 * Asks for confirmation and carries out a decision. While it is open, the viewer holds the claim of an order that awaits
 * verification or delivery. When someone else decides meanwhile, it says so, and nothing can be confirmed.
 */
export function DecisionDialog({ order, decision, onDecided, onClose }: DecisionDialogProps) {
  const client = useClient()
  const status = useClaimStatus(order)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const texts = decisions[decision]
  const { busy, run } = useAct(
    async () => {
      await decide(client, decision, order._id, text.trim())
      return `${texts.done}: #${orderNumber(order._id)}`
    },
    {
      failed: texts.failed,
      onDone() {
        onDecided?.()
        onClose()
      },
    },
  )
  const isPossible = canMove(order, decision)
  const obstacle = busy ? '' : obstacleTo(order, decision, status)
  useClaim(isPossible && (status === 'free' || status === 'mine') ? order._id : null, onClose)

  function submit() {
    if (obstacle) return
    const issue = needsReason(decision) ? Reason.safeParse(text).error?.issues[0]?.message : undefined
    const isMissing = decision === 'changeDelivery' && text.trim() === ''
    if (issue || isMissing) return setError(issue ?? 'Please write the delivery')
    run()
  }

  function changeText(value: string) {
    setText(value)
    setError('')
  }

  return (
    <ConfirmDialog
      open
      title={texts.title}
      text={
        decision === 'verify' ? (
          <PaymentSummary order={order} text={texts.text} />
        ) : (
          `#${orderNumber(order._id)}. ${texts.text}`
        )
      }
      confirmLabel={texts.confirm}
      busyLabel={texts.busy}
      cancelLabel={isPossible || busy ? undefined : 'Close'}
      danger={decision === 'reject' || decision === 'refund'}
      busy={busy}
      disabled={obstacle !== ''}
      onConfirm={submit}
      onClose={onClose}
    >
      {(obstacle || decision !== 'verify') && (
        <div className="grid gap-4">
          {obstacle && <Note tone="waiting">{obstacle}</Note>}
          {decision === 'refund' && <RefundFacts order={order} />}
          {needsReason(decision) && (
            <ReasonField
              suggestions={suggestedReasons[decision]}
              value={text}
              onChange={changeText}
              onSubmit={submit}
              error={error}
            />
          )}
          {(decision === 'complete' || decision === 'changeDelivery') && (
            <Field
              label="Delivery note"
              hint={deliveryHint(order)}
              optional={decision === 'complete'}
              error={error || null}
            >
              <TextArea
                data-autofocus
                rows={4}
                maxLength={5000}
                value={text}
                onChange={(event) => changeText(event.target.value)}
                onKeyDown={(event) => isSubmitKey(event) && submit()}
              />
            </Field>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

const deliveryHint = ({ hasDelivery }: StaffOrder) =>
  hasDelivery
    ? 'It replaces the previous one, which only the customer can open: repeat what stays.'
    : 'Codes, links or next steps. Only the customer can open it.'

const needsReason = (decision: Decision): decision is keyof typeof suggestedReasons => decision in suggestedReasons

/** Why the decision isn't possible; empty if it is. */
function obstacleTo(order: StaffOrder, decision: Decision, status: ClaimStatus): string {
  if (!canMove(order, decision)) return describeChange(order)
  if (status === 'taken') return describeClaim(order)
  if (status === 'own-order') return 'A colleague has to verify your own order.'
  return ''
}
