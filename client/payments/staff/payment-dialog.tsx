import { useState } from 'react'
import { TransferReference } from '../../../shared/orders/routes.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { Reason } from '../../../shared/orders/staff-schema.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { useAct } from '../../lib/use-act.ts'
import { ReasonField } from '../../staff/reason-field.tsx'
import { Checkbox, Segments } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { useFocusFirstError } from '../../ui/focus-first-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextInput } from '../../ui/input.tsx'
import { Note } from '../../ui/note.tsx'
import { useToast } from '../../ui/toast.tsx'
import { decidePayment } from './actions.ts'
import { OrderField } from './order-field.tsx'
import { TransferFacts } from './payment-text.tsx'

type Choice = 'assign' | 'sentBack' | 'dismiss' | 'detach'

/** Assigns a payment to an order, records that it was sent back, or dismisses it. A colleague's decision shows at once. */
export function PaymentDialog({ payment, onClose }: { payment: StaffPayment; onClose: () => void }) {
  const client = useClient()
  const toast = useToast()
  const [formRef, focusFirstError] = useFocusFirstError()
  const choices = choicesOf(payment)
  const amount = formatAmount(payment.amount, payment.currency)
  const [chosen, setChosen] = useState(choices[0]?.value)
  // A colleague may have changed the payment: what was chosen is never replaced by another choice.
  const choice = choices.find(({ value }) => value === chosen)?.value
  const [text, setText] = useState('')
  const [order, setOrder] = useState(payment.proposals[0]?._id ?? '')
  const [reopens, setReopens] = useState(true)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const status = useStore((state) => state.staffOrders.byId[order]?.paymentStatus)
  const orderStatus = status ?? payment.proposals.find(({ _id }) => _id === order)?.paymentStatus
  const isClosed = orderStatus === 'cancelled' || orderStatus === 'failed'

  const { busy, run } = useAct(
    async () => {
      if (choice === 'assign') {
        if (!isClosed || !reopens) {
          await decidePayment(client, payment._id, { order })
          return `Transfer assigned to #${orderNumber(order)}`
        }
        await decidePayment(client, payment._id, { order, reopen: lateReason })
        return `Transfer assigned, and #${orderNumber(order)} reopened`
      }
      if (choice === 'detach') await decidePayment(client, payment._id, { order: null })
      if (choice === 'sentBack') await decidePayment(client, payment._id, { sentBack: typed.trim() })
      if (choice === 'dismiss') await decidePayment(client, payment._id, { dismiss: typed.trim() })
      return done[choice!]
    },
    { failed: 'The transfer could not be changed', onDone: onClose },
  )

  function submit() {
    const issue = issueOf(choice, order, typed)
    setError(issue ?? '')
    if (!issue) return run()
    toast(issue, { type: 'error' })
    focusFirstError()
  }

  return (
    <FormDialog
      title={choice === 'assign' ? `Which order does ${amount} pay?` : `Transfer of ${amount}`}
      submitLabel={choice ? labels[choice] : 'Save'}
      formRef={formRef}
      busy={busy}
      disabled={!choice}
      onSubmit={submit}
      onClose={onClose}
    >
      <TransferFacts payment={payment} />
      {choices.length === 0 && !busy && <Note>{describeState(payment)}</Note>}
      {choices.length > 0 && !choice && !busy && (
        <Note tone="waiting">This transfer has changed in the meantime. Choose what to do with it now.</Note>
      )}
      {(choices.length > 1 || (choices.length > 0 && !choice)) && (
        <Segments legend="What is it?" options={choices} value={choice} onChange={setChosen} />
      )}
      {choice === 'assign' && (
        <>
          <OrderField
            text={text}
            value={order}
            proposed={payment.proposals}
            takesFocus={payment.proposals.length === 0}
            onText={setText}
            onChange={setOrder}
            error={order === '' ? error : undefined}
          />
          {isClosed && (
            <Checkbox
              label="Reopen the order"
              hint="This order is closed. Once reopened, it awaits verification at its original price and discount."
              checked={reopens}
              onChange={(event) => setReopens(event.target.checked)}
            />
          )}
        </>
      )}
      {choice === 'detach' && (
        <Note tone="waiting">
          The transfer will wait without an order again, and the order will show what is missing.
        </Note>
      )}
      {choice === 'sentBack' && (
        <Field
          label="Reference of the outgoing transfer"
          error={error}
          hint="So that you can find it if the customer asks."
        >
          <TextInput
            data-autofocus
            maxLength={128}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {choice === 'dismiss' && (
        <ReasonField
          suggestions={dismissals}
          hint="Only staff can see this."
          value={typed}
          onChange={setTyped}
          onSubmit={submit}
          error={error || undefined}
        />
      )}
    </FormDialog>
  )
}

const lateReason = 'The money was received late.'

const labels: Record<Choice, string> = {
  assign: 'Assign',
  sentBack: 'Record the refund',
  dismiss: 'Dismiss',
  detach: 'Remove from the order',
}
const done: Record<Choice, string> = {
  assign: 'Transfer assigned',
  sentBack: 'Refund recorded',
  dismiss: 'Transfer dismissed',
  detach: 'Transfer removed from its order',
}
const dismissals = ['It is not for an order.', 'A transfer between our own accounts.', 'It was recorded twice.']

/** What can be done with a payment in its state. */
function choicesOf({ order, state, refundReference }: StaffPayment): { value: Choice; label: string }[] {
  if (refundReference !== null) return []
  const assign = { value: 'assign' as const, label: 'For an order' }
  const sentBack = { value: 'sentBack' as const, label: 'Sent back' }
  if (state === 'dismissed') return [assign]
  const isFinal = state === 'final'
  if (!order) return isFinal ? [assign, sentBack, { value: 'dismiss', label: 'Not for us' }] : [assign]
  const detach = { value: 'detach' as const, label: 'For another order' }
  if (order.paymentStatus === 'verified' || order.paymentStatus === 'refunded') return []
  return order.paymentStatus === 'paid' || order.paymentStatus === 'pending' || !isFinal ? [detach] : [sentBack, detach]
}

function describeState({ order, refundReference }: StaffPayment): string {
  if (refundReference !== null) return `It was sent back with the reference ${refundReference}.`
  return `Order #${orderNumber(order!._id)} was verified with this transfer. Refund the order, or take its verification back first.`
}

function issueOf(choice: Choice | undefined, order: string, typed: string): string | undefined {
  if (choice === 'assign') return order === '' ? 'Please choose an order' : undefined
  if (choice === 'sentBack') return TransferReference.safeParse(typed).error?.issues[0]?.message
  return choice === 'dismiss' ? Reason.safeParse(typed).error?.issues[0]?.message : undefined
}
