import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { StatementLine } from '../../../shared/statements/staff-schema.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from './format-day.ts'

export interface LineRowProps {
  line: StatementLine
  checked: boolean
  /** Why it was skipped just now. */
  skipped: string | undefined
  onCheck: (checked: boolean) => void
  onChoose: () => void
  onIgnore: () => void
}

/** One transfer of a statement: what arrived, what it pays, and why. */
export function LineRow({ line, checked, skipped, onCheck, onChoose, onIgnore }: LineRowProps) {
  const amount = line.amount === null ? 'No amount' : formatAmount(line.amount, line.currency)
  const canApply = isApplicable(line)
  const canDecide = line.state !== 'applied' && line.state !== 'error' && line.credit
  const reason = line.result ?? (isExplainedByGroup(line) ? '' : line.why.text)
  const label = `${amount}${line.payer && ` from ${line.payer}`}`
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 py-2.5">
      <span className="self-start pt-0.5">
        {canApply && (
          <input
            type="checkbox"
            className="tick scroll-mt-28 scroll-mb-16"
            aria-label={label}
            checked={checked}
            onChange={(event) => onCheck(event.target.checked)}
          />
        )}
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="tabular font-semibold whitespace-nowrap">
            {line.credit ? '' : '−'}
            {amount}
          </span>
          <span className="text-muted wrap-anywhere">{highlight(line.payer, line.why.marks)}</span>
          {line.day && <span className="tabular text-sm text-muted">{formatDay(line.day)}</span>}
        </p>
        {line.text && <p className="text-sm wrap-anywhere">{highlight(line.text, line.why.marks)}</p>}
        {reason && <p className="text-sm text-muted">{reason}</p>}
        {skipped && <p className="text-sm font-medium text-waiting">{skipped}</p>}
      </div>
      {/* On the first line of the text; the buttons are taller than it. */}
      <div className="flex flex-wrap items-baseline justify-end gap-x-2 gap-y-1 max-sm:col-span-2 max-sm:col-start-2 max-sm:-mb-2 max-sm:justify-start sm:-my-2.5">
        {[...(line.order ? [line.order] : []), ...line.candidates].map(({ _id, paymentStatus }) => (
          <span key={_id} className="text-sm whitespace-nowrap">
            <Link href={`/admin/orders/${_id}`} className="link tabular">
              #{orderNumber(_id)}
            </Link>{' '}
            <span className="text-xs text-muted">{paymentStatus}</span>
          </span>
        ))}
        {canDecide && (
          <>
            <Button size="small" variant="plain" aria-label={`Choose the order of ${label}`} onClick={onChoose}>
              {line.order ? 'Change' : 'Choose order'}
            </Button>
            {line.state !== 'ignored' && (
              <Button size="small" variant="plain" aria-label={`Ignore ${label}`} onClick={onIgnore}>
                Ignore
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

/** Whether applying a line does something. */
export const isApplicable = ({ state, splits, credit }: StatementLine) =>
  credit && state !== 'applied' && state !== 'ignored' && state !== 'error' && (state !== 'several' || splits)

/** An exact match whose reference is highlighted: the group's heading says the rest. */
const isExplainedByGroup = ({ state, text, payer, why }: StatementLine) =>
  state === 'sure' && why.marks.some((part) => part !== '' && (text.includes(part) || payer.includes(part)))

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
