import { foldText } from '../search-text.ts'
import { type DurationFilter, durations } from './list-options.ts'

/** The months that a word stands for, by itself or after a number. A plural without a number means more than one. */
const units: Record<string, { months: number; isPlural?: boolean }> = {
  month: { months: 1 },
  monthly: { months: 1 },
  months: { months: 1, isPlural: true },
  quarterly: { months: 3 },
  year: { months: 12 },
  yearly: { months: 12 },
  annual: { months: 12 },
  annually: { months: 12 },
  years: { months: 12, isPlural: true },
}
const numbers: Record<string, number> = { one: 1, two: 2, three: 3, six: 6, twelve: 12 }

/**
 * The duration that a query names, such as '3 months', '1-year' or 'annual', and the query without it. Null if it names none
 * that lists can be filtered by.
 */
export function namedDuration(query: string): { duration: DurationFilter; others: string } | null {
  const tokens = query.trim().split(/\s+/)
  for (const [index, token] of tokens.entries()) {
    const parts = partsOf(token)
    const unit = Object.hasOwn(units, parts.at(-1) ?? '') ? units[parts.at(-1)!]! : null
    if (!unit || parts.length > 2) continue
    const own = parts.length === 2 ? numberOf(parts) : null
    if (parts.length === 2 && own === null) continue
    const before = own === null && index > 0 ? numberOf(partsOf(tokens[index - 1]!)) : null
    const count = own ?? before ?? (unit.isPlural ? 2 : 1)
    const duration = filterOf(count * unit.months)
    if (duration) return { duration, others: tokens.toSpliced(index - (before ? 1 : 0), before ? 2 : 1).join(' ') }
  }
  return null
}

/** '3-Month' has the parts '3' and 'month'. */
const partsOf = (token: string) => foldText(token).match(/\d+|\p{L}+/gu) ?? []

const numberOf = ([part = '', ...others]: string[]): number | null =>
  others.length > 1 ? null : Object.hasOwn(numbers, part) ? numbers[part]! : /^\d+$/.test(part) ? Number(part) : null

function filterOf(months: number): DurationFilter | undefined {
  const names = Object.keys(durations) as DurationFilter[]
  return names.find((name) => durations[name][0] <= months && months <= durations[name][1])
}
