import { useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { isFailure, useClient, useStore } from '../../client-context.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useAct } from '../../lib/use-act.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { isProved } from '../received.ts'
import { verifyPayment } from './actions.ts'

type Props = { orders: readonly StaffOrder[]; onClose: () => void }
type Problem = { order: StaffOrder; text: string }

/** Verifies proved payments one by one after one confirmation. What can't be verified stays in the list, with the reason. */
export function VerifyAllDialog({ orders, onClose }: Props) {
  const client = useClient()
  const byId = useStore((state) => state.staffOrders.byId)
  const [done, setDone] = useState(0)
  const [problems, setProblems] = useState<Problem[]>([])
  /** Those that may still be verified: a transfer may have been taken back from an order meanwhile. */
  const left = orders
    .flatMap(({ _id }) => byId[_id] ?? [])
    .filter((order) => order.paymentStatus === 'paid' && isProved(order))
  /** Those of the running confirmation, whose number must not change while they are verified. */
  const [batch, setBatch] = useState<readonly StaffOrder[]>([])
  const { busy, run } = useAct(
    async () => {
      const failed: Problem[] = []
      let verified = 0
      for (const order of left) {
        try {
          await verifyPayment(client, order._id)
          verified += 1
        } catch (error) {
          if (!isFailure(error)) throw error
          failed.push({ order, text: errorMessage(error, 'It could not be verified.') })
        }
        setDone(verified + failed.length)
      }
      setProblems(failed)
      if (failed.length === 0) onClose()
      return verified > 0 ? `${countOf(verified)} verified` : undefined
    },
    { failed: 'The payments could not be verified' },
  )
  const isOver = problems.length > 0
  const shown = busy ? batch : left
  const total = shown.reduce((sum, order) => sum + order.total, 0)

  return (
    <ConfirmDialog
      open
      title={isOver ? `${countOf(problems.length)} not verified` : `Verify ${countOf(shown.length)}?`}
      text={
        isOver
          ? 'These stay in the list.'
          : `Each was received in full, ${formatMoney(total)} in total. The customers are notified right away.`
      }
      confirmLabel={isOver ? 'Try again' : `Verify ${countOf(shown.length)}`}
      busyLabel={`Verifying ${Math.min(done + 1, batch.length)} of ${batch.length}…`}
      cancelLabel={isOver ? 'Close' : 'Cancel'}
      busy={busy}
      disabled={left.length === 0}
      onConfirm={() => {
        setProblems([])
        setDone(0)
        setBatch(left)
        run()
      }}
      onClose={onClose}
    >
      {isOver ? (
        <Note tone="waiting">
          <ul className="grid gap-1">
            {problems.map(({ order, text }) => (
              <li key={order._id}>
                #{orderNumber(order._id)}: {text}
              </li>
            ))}
          </ul>
        </Note>
      ) : undefined}
    </ConfirmDialog>
  )
}

const countOf = (count: number) => (count === 1 ? '1 payment' : `${count} payments`)
