import { useRef, useState } from 'react'
import { Reason, type StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { canMove, orderNumber } from '../../../shared/orders/rules.ts'
import { useAct } from '../../lib/use-act.ts'
import { useClient } from '../../client-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { focusFirstError } from '../../ui/focus-first-error.ts'
import { Note } from '../../ui/note.tsx'
import { useAfterRender } from '../../ui/use-after-render.ts'
import { formatMoney } from '../../../shared/money.ts'
import { amountsOf } from '../../../shared/payments/order-amounts.ts'
import { amountDue } from '../amount-due.ts'
import { isOnItsWay, isShort } from '../received.ts'
import { issuesOfPart, type PartForm, RefundPartFields, toRefundPart } from './refund-part-fields.tsx'
import { describeChange, describeClaim } from './describe-change.ts'
import { type Decision, decide, decisions, suggestedReasons } from './decisions.ts'
import { DeliverySummary, PaymentReminder, PaymentSummary } from './payment-summary.tsx'
import { Proofs } from './proofs.tsx'
import { DeliveryField } from './delivery-field.tsx'
import { RefundFacts } from './refund-facts.tsx'
import { ReasonField } from '../../staff/reason-field.tsx'
import { type ClaimStatus, unreachedText, useClaim, useClaimStatus } from './use-claim.ts'

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
export function DecisionDialog({ order: latest, decision, onDecided, onClose }: DecisionDialogProps) {
  const client = useClient()
  const status = useClaimStatus(latest)
  // What was confirmed stays as it was read until the dialog has closed.
  const [confirmed, setConfirmed] = useState<StaffOrder | null>(null)
  const order = confirmed ?? latest
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [part, setPart] = useState<PartForm>({ amount: '', reference: '' })
  const texts = decisions[decision]
  const number = `#${orderNumber(order._id)}`
  const fields = useRef<HTMLDivElement>(null)
  const afterRender = useAfterRender()
  const { busy, run } = useAct(
    async () => {
      setConfirmed(order)
      await decide(client, decision, order._id, text.trim(), toRefundPart(part, order))
      return `${texts.done}: ${number}`
    },
    {
      failed: texts.failed,
      unreached: unreachedText,
      onDone() {
        onDecided?.()
        onClose()
      },
      onFailed: () => setConfirmed(null),
    },
  )
  const isPossible = canMove(latest, decision)
  const obstacle = confirmed ? '' : obstacleTo(latest, decision, status)
  useClaim(isPossible && (status === 'free' || status === 'mine') ? latest._id : null, onClose)

  function submit() {
    if (obstacle) return
    const issues = { ...issueOfText(decision, order, text), ...(decision === 'refund' && issuesOfPart(part, order)) }
    setErrors(issues)
    if (Object.keys(issues).length > 0) return afterRender(() => focusFirstError(fields.current))
    run()
  }

  function changeText(value: string) {
    setText(value)
    setErrors({ ...errors, text: undefined })
  }
  function changePart(value: PartForm) {
    setPart(value)
    setErrors({ text: errors.text })
  }

  return (
    <ConfirmDialog
      open
      title={texts.title}
      text={<Question order={order} decision={decision} text={texts.text(number, amountDue(order))} />}
      confirmLabel={texts.confirm}
      busyLabel={texts.busy}
      cancelLabel={isPossible || busy ? undefined : 'Close'}
      danger={decision === 'reject' || decision === 'refund'}
      busy={busy}
      disabled={obstacle !== ''}
      onConfirm={submit}
      onClose={onClose}
    >
      {(obstacle || decision !== 'verify' || isShort(order) || order.proofs.length > 0) && (
        <div ref={fields} className="grid gap-4">
          {obstacle && <Note tone="waiting">{obstacle}</Note>}
          {decision === 'verify' && <Proofs order={order} />}
          {decision === 'refund' && <RefundFacts order={order} />}
          {decision === 'refund' && (
            <RefundPartFields order={order} part={part} errors={errors} onChange={changePart} />
          )}
          {decision === 'verify' && isShort(order) && (
            <Note
              tone="waiting"
              title={
                isOnItsWay(order)
                  ? 'The money isn’t confirmed yet'
                  : `${amountsOf(order, formatMoney).missing} is missing`
              }
            >
              {`To verify anyway, give a reason. Otherwise wait for ${isOnItsWay(order) ? 'its confirmations' : 'the rest'}.`}
            </Note>
          )}
          {needsReason(decision, order) && (
            <ReasonField
              suggestions={suggestedReasons[decision as keyof typeof suggestedReasons]}
              value={text}
              onChange={changeText}
              onSubmit={submit}
              error={errors.text}
              takesFocus={decision !== 'refund'}
            />
          )}
          {(decision === 'complete' || decision === 'changeDelivery') && (
            <DeliveryField
              order={order}
              optional={decision === 'complete'}
              value={text}
              error={errors.text}
              onChange={changeText}
              onSubmit={submit}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

/** What is asked, with what is known of the payment where money is decided about, and what is to be delivered. */
function Question({ order, decision, text }: { order: StaffOrder; decision: Decision; text: string }) {
  if (decision === 'verify') {
    const whole = 'The customer is notified right away.'
    return <PaymentSummary order={order} text={isShort(order) ? whole : text} />
  }
  if (decision === 'complete' || decision === 'changeDelivery') return <DeliverySummary order={order} text={text} />
  if (decision !== 'reject' && decision !== 'refund') return text
  return <PaymentReminder order={order} text={text} rejects={decision === 'reject'} />
}

type Errors = { text?: string | undefined } & Partial<PartForm>

/** What is wrong with the reason or the delivery note. */
function issueOfText(decision: Decision, order: StaffOrder, text: string): Errors {
  if (decision === 'changeDelivery') return text.trim() === '' ? { text: 'Please write the delivery note' } : {}
  const issue = needsReason(decision, order) ? Reason.safeParse(text).error?.issues[0]?.message : undefined
  return issue === undefined ? {} : { text: issue }
}

/** Verifying needs one only to accept less than the total. */
const needsReason = (decision: Decision, order: StaffOrder) =>
  decision in suggestedReasons && (decision !== 'verify' || isShort(order))

/** Why the decision isn't possible; empty if it is. */
export function obstacleTo(order: StaffOrder, decision: Decision, status: ClaimStatus): string {
  if (!canMove(order, decision)) return describeChange(order)
  if (status === 'taken') return describeClaim(order)
  if (status === 'own-order') return 'A colleague has to verify your own order.'
  return ''
}
