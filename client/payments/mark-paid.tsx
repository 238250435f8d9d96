import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Order } from '../../shared/order-calls.ts'
import { methodLabel, type PaymentMethod } from '../../shared/payment.ts'
import { loadOrder, markPaid } from '../orders/actions.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { Note } from '../ui/note.tsx'
import { useToast } from '../ui/toast.tsx'
import { useMarkPaidCountdown } from './countdown.ts'

export interface MarkPaidProps {
  order: Order
  method: PaymentMethod
  /** As it was shown: '$12.99' or 'Rs 3,962'. */
  amount: string
  /** What the customer was shown, in cents. */
  discountAmount: number
  /** The sums are other ones than those that were shown. */
  outdated: boolean
}

/** The second step: saying that the money is on its way. */
export function MarkPaid({ order, method, amount, discountAmount, outdated }: MarkPaidProps) {
  const toast = useToast()
  const left = useMarkPaidCountdown(order._id)
  const [reference, setReference] = useState('')
  const [fault, setFault] = useState('')
  const marking = useMarking(order._id)
  const over = order.paymentStatus !== 'pending'
  const { label, hint } = references[method]

  function ask() {
    const { length } = reference.trim()
    const wrong = length > 0 && (length < 3 || length > 128)
    setFault(wrong ? tooShort : '')
    if (wrong) return toast(tooShort, { type: 'error' })
    marking.ask()
  }

  return (
    <div className="grid gap-4">
      {!over && (
        <Field label={label} hint={hint} error={fault} optional>
          <TextInput
            value={reference}
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setReference(event.target.value)}
          />
        </Field>
      )}
      <Button
        variant="primary"
        size="large"
        wide
        icon={CircleCheck}
        disabled={left > 0 || over || outdated}
        onClick={ask}
      >
        <span className="tabular">Mark as PAID{left > 0 && !over && ` (${left} s)`}</span>
      </Button>
      {left > 0 && !over && (
        <p className="text-center text-sm text-muted">Send the transfer first; then you can confirm it here.</p>
      )}
      <p role="status" className="sr-only">
        {left === 0 && !over && 'You can mark the order as paid now.'}
      </p>
      {marking.done && (
        <Note tone="good" title="Order marked as PAID">
          Taking you to your order…
        </Note>
      )}
      <ConfirmDialog
        open={marking.asking}
        title="Mark this order as PAID?"
        text={`Confirm only when you have sent ${amount} by ${methodLabel(method)}. We look for it next.`}
        confirmLabel="Mark as PAID"
        busyLabel="Marking…"
        cancelLabel="Not yet"
        busy={marking.busy}
        onConfirm={() =>
          void marking.mark({
            paymentMethod: method,
            discountAmount,
            ...(reference.trim() && { reference: reference.trim() }),
          })
        }
        onClose={marking.close}
      />
    </div>
  )
}

const tooShort = 'The reference needs 3 to 128 characters'
const references: Record<PaymentMethod, { label: string; hint: string }> = {
  bank: { label: 'Transfer reference', hint: "From your bank's confirmation. We find the transfer sooner with it." },
  binance: { label: 'Binance order ID', hint: 'From the payment in your Binance app. We find it sooner with it.' },
  crypto: { label: 'Transaction hash', hint: 'From your wallet, once it is sent. We find it sooner with it.' },
}

type Payment = Parameters<typeof markPaid>[2]

/** After success the dialog closes after 0.5 s, and the order's page follows after 1.5 s. */
function useMarking(id: string) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const closing = setTimeout(() => setAsking(false), 500)
    const leaving = setTimeout(() => navigate(`/orders/details/${id}`), 1500)
    return () => {
      clearTimeout(closing)
      clearTimeout(leaving)
    }
  }, [done, id, navigate])

  async function mark(payment: Payment) {
    setBusy(true)
    try {
      await markPaid(client, id, payment)
      toast('Order marked as PAID', { type: 'success' })
      setDone(true)
    } catch (error) {
      toast(tellFailure(error, 'Failed to mark as paid', 'Network error'), { type: 'error' })
      setBusy(false)
      setAsking(false)
      // What it has become by now is shown in its place.
      if (isFailure(error) && error.status === 409) await loadOrder(client, id).catch(() => undefined)
    }
  }

  return { asking, busy, done, mark, ask: () => setAsking(true), close: () => setAsking(false) }
}
