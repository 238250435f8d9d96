import { Link } from 'wouter'
import { orderNumber } from '../../../shared/orders/rules.ts'
import type { PaymentOrder } from '../../../shared/payments/staff-schema.ts'
import type { StatementLine } from '../../../shared/statements/staff-schema.ts'
import { customerName, formatDue, isDue, orderStatusWords } from '../../payments/staff/payment-order.ts'

/** An order that a line pays or may pay: what it is asked for, next to what was received, and whose it is. */
export function LineOrder({ line, order }: { line: StatementLine; order: PaymentOrder }) {
  const due = formatDue(order)
  return (
    <li className="line-order">
      <span className="line-due" data-differs={isDifferent(line, order) ? 'true' : undefined}>
        {due}
        {due && isDue(order) && <span className="line-label"> due</span>}
      </span>
      <span className="line-order-name">
        <Link href={`/admin/orders/${order._id}`} className="link tabular">
          #{orderNumber(order._id)}
        </Link>{' '}
        <span className="font-medium wrap-anywhere">{customerName(order)}</span>
      </span>
      {order.paymentStatus !== expectedStatus(line) && (
        <span className="line-order-status">{orderStatusWords[order.paymentStatus]}</span>
      )}
    </li>
  )
}

/** How an order stands that needs no word: it waits for the line, or was verified with it. */
const expectedStatus = ({ state }: StatementLine) => (state === 'applied' ? 'verified' : 'paid')

/** Whether the line is another amount than the one that is due, while that still matters. */
const isDifferent = ({ amount, currency, state, splits }: StatementLine, { due }: PaymentOrder) =>
  state !== 'applied' &&
  !splits &&
  due !== undefined &&
  amount !== null &&
  (due.currency !== currency || Number(due.amount) !== Number(amount))
