import { CircleCheck, ScanSearch, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { TransferReference } from '../../shared/orders/routes.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { methodInSentence, type PaymentMethod } from '../../shared/payments/schema.ts'
import { transferReferenceLabels } from '../../shared/payments/words.ts'
import { beginOrder, loadOrder, markPaid } from '../orders/actions.ts'
import { describeCheckRange } from '../orders/check-duration.ts'
import { describeNextCheck, useNextOpening } from '../storefront/use-next-opening.ts'
import { useAct } from '../lib/use-act.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'
import { useToast } from '../ui/toast.tsx'
import { useMarkPaidCountdown } from './countdown.ts'
import { ProofField } from './proof-field.tsx'
import { markPaidHints } from './reference-hint.ts'
import { CountdownRing } from './countdown-ring.tsx'

export interface MarkPaidProps {
  order: Order
  method: PaymentMethod
  /** As displayed: '$12.99' or 'Rs 3,962'. */
  amount: string
  /** The discount the customer saw, in cents. */
  discountAmount: number
  /** What to send isn't known, or has changed since the customer saw it. */
  outdated: boolean
  /** Called with true once it is being marked here, and with false if that fails. */
  onMarking: (marking: boolean) => void
}

/** The second step of paying: telling us that the money was sent. */
export function MarkPaid({ order, method, amount, discountAmount, outdated, onMarking }: MarkPaidProps) {
  const toast = useToast()
  const secondsLeft = useMarkPaidCountdown(order._id)
  const [reference, setReference] = useState('')
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const marking = useMarking(order._id, onMarking)
  const isOver = order.paymentStatus !== 'pending'
  const opensAt = useNextOpening()
  const nextCheck = opensAt === null ? null : describeNextCheck(opensAt)
  const isOffline = useStore((state) => state.connection.status === 'offline')
  const duration = useStore((state) => state.orders.methodCheckDurations[order._id]?.[method])

  const usual = duration
    ? `A check usually takes ${describeCheckRange(duration)}.`
    : 'You can follow every step on your order’s page.'

  function ask() {
    const issue = reference.trim() === '' ? undefined : TransferReference.safeParse(reference).error?.issues[0]
    setError(issue?.message ?? '')
    if (!issue) return marking.ask()
    toast(issue.message, { type: 'error' })
    input.current?.focus()
  }

  return (
    <div className="grid gap-4">
      {!isOver && (
        <Field label={transferReferenceLabels[method]} hint={markPaidHints[method]} error={error} optional>
          <TextInput
            ref={input}
            value={reference}
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setReference(event.target.value)}
          />
        </Field>
      )}
      {!isOver && <ProofField order={order} />}
      <Button
        variant="primary"
        size="large"
        wide
        icon={CircleCheck}
        disabled={secondsLeft > 0 || isOver || outdated || isOffline}
        onClick={ask}
      >
        <span className="tabular">Mark as PAID{secondsLeft > 0 && !isOver && !isOffline && ` (${secondsLeft} s)`}</span>
      </Button>
      {!isOver && (
        <p className="flex items-center gap-3 text-sm text-muted">
          {isOffline ? (
            <>
              <WifiOff size={20} className="m-0.5 flex-none" />
              Reconnecting… You can mark the order as paid once you’re connected.
            </>
          ) : secondsLeft > 0 ? (
            <>
              <CountdownRing secondsLeft={secondsLeft} />
              Available shortly, so that nobody presses it by accident. Send the transfer first.
            </>
          ) : (
            <>
              <ScanSearch size={20} className="m-0.5 flex-none" />
              {outdated
                ? 'You can mark the order as paid once this page shows what to send.'
                : `Then we look for your transfer. ${nextCheck ?? usual}`}
            </>
          )}
        </p>
      )}
      <p role="status" className="sr-only">
        {secondsLeft === 0 && !isOver && !outdated && !isOffline && 'You can mark the order as paid now.'}
      </p>
      <ConfirmDialog
        open={marking.asking}
        title="Mark this order as PAID?"
        text={`Confirm only once you have sent ${amount} by ${methodInSentence(method)}. After that, you can’t cancel the order yourself. ${nextCheck ?? usual}`}
        confirmLabel="Mark as PAID"
        busyLabel="Marking…"
        cancelLabel="Not yet"
        busy={marking.busy}
        onConfirm={() =>
          marking.mark({
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

type Payment = Parameters<typeof markPaid>[2]

/** After success the dialog closes after 0.5 s, and the order's page opens after 1.5 s. */
function useMarking(id: string, onMarking: (marking: boolean) => void) {
  const client = useClient()
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const closeTimer = setTimeout(() => setAsking(false), 500)
    const navigateTimer = setTimeout(() => navigate(`/orders/details/${id}`), 1500)
    return () => {
      clearTimeout(closeTimer)
      clearTimeout(navigateTimer)
    }
  }, [done, id, navigate])

  const { busy, run } = useAct(
    async (payment: Payment) => {
      onMarking(true)
      await markPaid(client, id, payment)
      return 'Order marked as PAID'
    },
    {
      failed: 'Failed to mark as paid',
      unreached: 'Network error',
      onDone() {
        setDone(true)
        beginOrder(client, id).catch(() => undefined)
      },
      onFailed(error) {
        setAsking(false)
        onMarking(false)
        // The order has changed in the meantime: show its current state.
        if (isFailure(error) && error.status === 409) loadOrder(client, id).catch(() => undefined)
      },
    },
  )

  return { asking, busy: busy || done, done, mark: run, ask: () => setAsking(true), close: () => setAsking(false) }
}
