import { Link } from 'wouter'
import {
  describeProgress,
  describeProgressForStaff,
  isMisdirected,
  type ProgressState,
} from '../../shared/payments/progress.ts'
import { isTransactionHash, referenceKey } from '../../shared/orders/reference.ts'
import { useStore } from '../client-context.tsx'
import { isDecidedByStaff } from './headline.ts'
import { Note } from '../ui/note.tsx'

type TransferProgressProps = {
  orderId: string
  forStaff?: boolean
  /** Only what is wrong with it and the headline doesn't say, or only how far it is. */
  only?: 'problem' | 'progress'
}

/** How far an order's transfer is on its chain, live, or what is wrong with it; nothing while nothing is known of it. */
export function TransferProgress({ orderId, forStaff = false, only }: TransferProgressProps) {
  const progress = useStore((state) => state.orders.progress[orderId])
  const order = useStore((state) => state.orders.byId[orderId])
  const reference = useStore((state) => state.staffOrders.byId[orderId]?.transferReference)
  if (!progress) return null
  const { state, confirmations, of } = progress
  const text = forStaff ? describeProgressForStaff(progress) : describeProgress(progress, order?.request?.network)
  const isProblem = problems.has(state)
  if (only !== undefined && (only === 'problem') !== isProblem) return null
  if (only === 'problem' && order && isDecidedByStaff(order, progress)) return null
  if (isProblem) {
    return (
      <Note tone="waiting">
        <p className="font-medium" role="status">
          {text}
        </p>
        {!forStaff && (
          <Link href={`/support?order=${orderId}`} className="link">
            Ask support
          </Link>
        )}
        {forStaff && isMisdirected(state) && (
          <Link href={transfersWith(reference)} className="link">
            Look for it in Transfers
          </Link>
        )}
      </Note>
    )
  }
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

const transfersWith = (reference: string | null = '') => {
  const hash = referenceKey(reference ?? '')
  return isTransactionHash(hash) ? `/admin/money?state=all&q=${hash.toLowerCase()}` : '/admin/money'
}

/** The transfer doesn't pay the order as it is. */
const problems = new Set<ProgressState>([
  'gone',
  'unknown',
  'reverted',
  'not_to_us',
  'wrong_token',
  'wrong_network',
  'used',
  'older_than_order',
])
