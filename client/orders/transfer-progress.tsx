import { describeProgress, describeProgressForStaff } from '../../shared/payments/progress.ts'
import { useStore } from '../client-context.tsx'

/** How far an order's transfer is on its chain, live; nothing while nothing is known of it. */
export function TransferProgress({ orderId, forStaff = false }: { orderId: string; forStaff?: boolean }) {
  const progress = useStore((state) => state.orders.progress[orderId])
  if (!progress) return null
  const { state, confirmations, of } = progress
  const text = forStaff ? describeProgressForStaff(progress) : describeProgress(progress)
  return (
    <div className="surface grid gap-2 p-4 text-sm">
      <p className="tabular font-medium" role="status">
        {text}
      </p>
      {(state === 'seen' || state === 'confirming' || state === 'final') && (
        <progress className="transfer-progress" value={confirmations} max={of} aria-label="Confirmations" />
      )}
    </div>
  )
}
