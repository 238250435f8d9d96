import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { PaymentStatus } from '../../../shared/orders/schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStore } from '../../client-context.tsx'
import { RecordDialog } from '../../payments/staff/record-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Age } from './age.tsx'
import { formatPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { paymentCodeLabel, transferReferenceLabels } from '../../../shared/payments/words.ts'
import { wholeDueOf } from '../../../shared/payments/due.ts'
import { amountDue, paymentWay } from '../amount-due.ts'
import { deliveryState } from './delivery-state.ts'
import { ReceivedPayments } from '../received-payments.tsx'
import { KnownTransfer } from './known-transfer.tsx'
import { AskForProof, Proofs } from './proofs.tsx'
import { Reference } from './reference.tsx'

/** The amount of an order, how long it has been waiting, its reference, and what became of its delivery. */
export function PaymentFacts({ order }: { order: StaffOrder }) {
  const now = useNow(30_000)
  const waitingSince =
    order.paymentStatus === 'paid' ? order.paidAt : order.orderStatus === 'processing' ? order.verifiedAt : null
  return (
    <div>
      <p className="eyebrow flex flex-wrap items-center justify-between gap-x-3">
        {amountLabels[order.paymentStatus] ?? 'Amount'}
        {waitingSince !== null && (
          <span className="font-normal">
            Waiting <Age since={waitingSince} now={now} />
          </span>
        )}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-1">
        <span className="heading tabular text-3xl max-tight:text-2xl">{amountDue(order)}</span>
        <CopyButton text={wholeDueOf(order).amount} what="amount" iconOnly className="max-wide:-my-1" />
      </p>
      <p className="text-sm text-muted">{paymentWay(order)}</p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {paymentCodeLabel}
        <span className="tabular font-medium text-ink">{formatPaymentReference(order.reference)}</span>
        <CopyButton
          text={formatPaymentReference(order.reference)}
          what="payment code"
          iconOnly
          className="-my-3 wide:-my-1.5"
        />
      </p>
      <KnownTransfer order={order} />
      <ReceivedPayments order={order} />
      <RecordTransfer order={order} />
      <div className="mt-4 flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
        <div className="min-w-0 flex-1 basis-30">
          <p className="eyebrow">{transferReferenceLabels[order.paymentMethod]}</p>
          <Reference order={order} whole />
        </div>
        {order.transferReference && (
          <CopyButton text={order.transferReference} what="reference" className="flex-none" />
        )}
      </div>
      <Proofs order={order} />
      <AskForProof order={order} />
      {order.orderStatus === 'completed' && (
        <div className="mt-4 border-t border-line pt-4 text-sm">
          <p className="eyebrow">Delivery</p>
          <p className="tabular">{deliveryState(order, now)}</p>
        </div>
      )}
    </div>
  )
}

/** Recording a transfer that has arrived for this order. Nobody records money for their own. */
function RecordTransfer({ order }: { order: StaffOrder }) {
  const [isOpen, setOpen] = useState(false)
  const me = useStore((state) => state.accounts.user?._id)
  if (order.customer._id === me) return null
  return (
    <>
      <Button size="small" variant="plain" icon={Plus} className="-ml-2 mt-1" onClick={() => setOpen(true)}>
        Record a transfer
      </Button>
      {isOpen && (
        <RecordDialog
          order={order._id}
          currency={order.paymentMethod === 'bank' ? 'LKR' : 'USDT'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const amountLabels: Partial<Record<PaymentStatus, string>> = {
  pending: 'Amount due',
  paid: 'Amount due',
  verified: 'Amount',
  refunded: 'Amount refunded',
}
