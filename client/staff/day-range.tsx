import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/input.tsx'

export interface DayRangeProps {
  /** Days as `2026-11-22`; undefined for no limit. */
  from: string | undefined
  to: string | undefined
  /** Called with an empty value for no limit. */
  onChange: (days: { from?: string; to?: string }) => void
}

/** The first and the last day of a list. */
export function DayRange({ from, to, onChange }: DayRangeProps) {
  return (
    <div className="filter-days">
      <Field label="From" className="filter-short">
        <TextInput
          type="date"
          value={from ?? ''}
          max={to}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </Field>
      <Field label="To" className="filter-short">
        <TextInput type="date" value={to ?? ''} min={from} onChange={({ target }) => onChange({ to: target.value })} />
      </Field>
    </div>
  )
}

/** The times between two days, both included, in the viewer's time zone: from `from` on and before `to`. */
export const timesOf = (from: string | undefined, to: string | undefined) => ({
  from: startOf(from, 0),
  to: startOf(to, 1),
})

/** @param offset added days. A URL may contain anything; what isn't a day is no limit. */
function startOf(day: string | undefined, offset: number): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (!year) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + offset).getTime()
}
