import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { describeNothingReceived } from '../../../shared/payments/nothing-received.ts'
import { useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TransferProgress } from '../transfer-progress.tsx'
import { useCheckChain, useIsWatched } from './use-check-chain.ts'

/** What is known of an order of which nothing was received; null for any other. */
export function useNothingReceived(order: StaffOrder) {
  const isWatched = useIsWatched(order)
  const progress = useStore((state) => state.orders.progress[order._id])
  return describeNothingReceived(order, isWatched, progress)
}

/** What is known of an order's transfer: how far it is on its chain, or that nothing was received. */
export function KnownTransfer({ order }: { order: StaffOrder }) {
  const nothing = useNothingReceived(order)
  const progress = useStore((state) => state.orders.progress[order._id]?.state)
  if (!nothing || (progress && progress !== 'unknown')) {
    return (
      <>
        <div className="mt-4 empty:hidden">
          <TransferProgress orderId={order._id} forStaff />
        </div>
        <CheckChain order={order} />
      </>
    )
  }
  if (nothing.isUnusual) return <NothingFound order={order} text={nothing.text} className="mt-4" />
  return (
    <div className="mt-4 border-t border-line pt-4 text-sm">
      <p className="eyebrow">Received</p>
      <p role="status">{nothing.text}</p>
    </div>
  )
}

/** The warning that the store found no payment, and looking again. Only spans, because it is shown inside a paragraph. */
export function NothingFound({ order, text, className }: { order: StaffOrder; text: string; className?: string }) {
  return (
    <span className={classNames('note tone-waiting text-ink', className)}>
      <TriangleAlert size={18} />
      <span className="grid min-w-0 justify-items-start gap-1">
        <span role="status">{text}</span>
        <CheckChain order={order} />
      </span>
    </span>
  )
}

/** Looking at the chain at once; the store itself looks again every few seconds, or minutes for what it can't find. */
function CheckChain({ order }: { order: StaffOrder }) {
  const { busy, check, canCheck } = useCheckChain(order)
  if (!canCheck) return null
  return (
    <Button size="small" variant="plain" icon={RefreshCw} busy={busy} className="mt-1 -ml-2" onClick={() => check()}>
      Check the chain now
    </Button>
  )
}
