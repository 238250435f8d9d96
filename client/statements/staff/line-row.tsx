import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { StatementLine } from '../../../shared/statements/staff-schema.ts'
import { Button, look } from '../../ui/button.tsx'
import { Menu, MenuEntry } from '../../ui/menu.tsx'
import { formatDay } from './format-day.ts'
import { LineOrder } from './line-order.tsx'

export interface LineRowProps {
  line: StatementLine
  checked: boolean
  /** Why it was skipped just now. */
  skipped: string | undefined
  onCheck: (checked: boolean) => void
  onChoose: () => void
  onIgnore: () => void
}

/** One transfer of a statement: what was received, what it pays, and why. */
export function LineRow({ line, checked, skipped, onCheck, onChoose, onIgnore }: LineRowProps) {
  const amount = line.amount === null ? 'No amount' : formatAmount(line.amount, line.currency)
  const canApply = isApplicable(line)
  const canDecide = line.state !== 'applied' && line.state !== 'error' && line.credit
  const reason = line.result ?? (isExplainedByGroup(line) ? '' : line.why.text)
  const label = `${amount}${line.payer && ` from ${line.payer}`}`
  // Orders of the same amount alone are offered where one is chosen.
  const proposed = line.state === 'several' || line.splits ? line.candidates : []
  const orders = [...(line.order ? [line.order] : []), ...proposed]
  const choose = line.order ? 'Change order' : 'Choose order'
  return (
    <li className="line" data-state={line.state}>
      <span className="line-tick">
        {canApply && (
          <input
            type="checkbox"
            className="tick scroll-mt-14 scroll-mb-16"
            aria-label={label}
            checked={checked}
            onChange={(event) => onCheck(event.target.checked)}
          />
        )}
      </span>
      <p className="line-received">
        <span className="line-amount">
          <span className="sr-only">{line.credit ? 'Received ' : 'Sent '}</span>
          {line.credit ? '' : '−'}
          {amount}
        </span>
        {line.day && <span className="line-day">{formatDay(line.day)}</span>}
      </p>
      <div className="line-from">
        {line.payer && <p className="font-medium wrap-anywhere">{highlight(line.payer, line.why.marks)}</p>}
        {line.text && <p className="wrap-anywhere">{highlight(line.text, line.why.marks)}</p>}
        {reason && <p className="text-muted">{withUnbrokenAmounts(reason)}</p>}
        {skipped && <p className="font-medium text-waiting">{skipped}</p>}
      </div>
      {orders.length > 0 && (
        <ul className="line-orders" aria-label={orders.length === 1 ? 'Order' : 'Orders'}>
          {orders.map((order) => (
            <LineOrder key={order._id} line={line} order={order} />
          ))}
        </ul>
      )}
      {canDecide && (
        <div className="line-actions">
          <Button size="small" variant="plain" aria-label={`${choose} for ${label}`} onClick={onChoose}>
            {choose}
          </Button>
          {line.state !== 'ignored' && (
            <Button size="small" variant="plain" aria-label={`Ignore ${label}`} onClick={onIgnore}>
              Ignore
            </Button>
          )}
        </div>
      )}
      {canDecide && line.state === 'sure' && (
        <div className="line-menu">
          <Menu label={`Change ${label}`} button={<Ellipsis size={18} />} buttonClassName={look({ variant: 'plain' })}>
            <MenuEntry onSelect={onChoose}>Change order</MenuEntry>
            <MenuEntry onSelect={onIgnore}>Ignore</MenuEntry>
          </Menu>
        </div>
      )}
    </li>
  )
}

/** The heads of the lines’ columns, where they have some; each value says itself what it is. */
export const LineHeads = () => (
  <div className="line-heads" aria-hidden="true">
    <span className="line-head-day">Date</span>
    <span className="line-from">From and message</span>
    <span className="line-head-received">Received</span>
    <span className="line-head-order">
      <span className="line-due">Order amount</span>
      <span>Order</span>
    </span>
  </div>
)

/** Whether applying a line does something. */
export const isApplicable = ({ state, splits, credit }: StatementLine) =>
  credit && state !== 'applied' && state !== 'ignored' && state !== 'error' && (state !== 'several' || splits)

/** An exact match whose reference is highlighted: the group's heading says the rest. */
const isExplainedByGroup = ({ state, text, payer, why }: StatementLine) =>
  state === 'sure' && why.marks.some((part) => part !== '' && (text.includes(part) || payer.includes(part)))

/** An amount doesn’t break after its currency. */
const withUnbrokenAmounts = (text: string) => text.replaceAll(/\bRs (?=\d)/g, 'Rs\u00a0')

/** A text with the parts that were matched. */
function highlight(text: string, marks: string[]): ReactNode {
  const mark = marks.find((part) => part !== '' && text.includes(part))
  if (mark === undefined) return text
  const start = text.indexOf(mark)
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-sm bg-accent-soft px-0.5 font-semibold text-ink">{mark}</mark>
      {highlight(text.slice(start + mark.length), marks)}
    </>
  )
}
