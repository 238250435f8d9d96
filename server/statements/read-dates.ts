import type { DateOrder } from '../../shared/statements/staff-schema.ts'
import { dayOf } from './format.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const germanMonths: Record<string, number> = { mrz: 3, mär: 3, mai: 5, okt: 10, dez: 12 }

/** Examples of dates that can be read in two ways, and the day that the first one is in each. */
export type AmbiguousDates = { examples: string[]; days: Record<DateOrder, string | null> }

/** The days of a column. Null for one that can't be read; examples if day and month are ambiguous. */
export function readDates(
  cells: readonly string[],
  order: DateOrder | null,
  today: Date,
): (string | null)[] | AmbiguousDates {
  if (order) return cells.map((cell) => readDate(cell, order))
  const [dmy, mdy] = [cells.map((cell) => readDate(cell, 'dmy')), cells.map((cell) => readDate(cell, 'mdy'))]
  if (dmy.every((day, index) => day === mdy[index])) return dmy
  // Only dotted dates say by themselves that the day is first.
  const unread = (days: (string | null)[]) => days.filter((day) => day === null).length
  if (unread(dmy) !== unread(mdy)) return unread(dmy) < unread(mdy) ? dmy : mdy
  if (isSorted(dmy) !== isSorted(mdy)) return isSorted(dmy) ? dmy : mdy
  const latest = new Date(today.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  const isPast = (days: (string | null)[]) => days.every((day) => day === null || day <= latest)
  if (isPast(dmy) !== isPast(mdy)) return isPast(dmy) ? dmy : mdy
  const unclear = cells.filter((_, index) => dmy[index] !== mdy[index])
  const examples = [...new Set(unclear.map((cell) => cell.trim().slice(0, 20)))].slice(0, 3)
  const [first] = unclear
  return { examples, days: { dmy: readDate(first!, 'dmy'), mdy: readDate(first!, 'mdy') } }
}

/** Whether a cell looks like a date. */
export const isDate = (cell: string) => readDate(cell, 'dmy') !== null || readDate(cell, 'mdy') !== null

function readDate(cell: string, order: DateOrder): string | null {
  const text = cell
    .trim()
    .toLowerCase()
    .replace(/[t\s]+\d{1,2}:\d{2}.*$/, '')
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const named = /^(\d{1,2})[-/.\s]*([a-zä]{3,9})[-/.,\s]*(\d{4}|\d{2})$/.exec(text)
  if (named) return dayOf(Number(named[3]), monthOf(named[2]!), Number(named[1]))
  const american = /^([a-z]{3,9})[-/.\s]+(\d{1,2}),?[-/.\s]*(\d{4}|\d{2})$/.exec(text)
  if (american) return dayOf(Number(american[3]), monthOf(american[1]!), Number(american[2]))
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (!numbers) return null
  const [first, second, year] = [Number(numbers[1]), Number(numbers[3]), Number(numbers[4])]
  return order === 'dmy' || numbers[2] === '.' ? dayOf(year, second, first) : dayOf(year, first, second)
}

const monthOf = (name: string) => months.indexOf(name.slice(0, 3)) + 1 || (germanMonths[name.slice(0, 3)] ?? 0)

/** Whether the days only rise or only fall. */
function isSorted(days: (string | null)[]): boolean {
  const read = days.filter((day) => day !== null)
  const rises = read.every((day, index) => index === 0 || read[index - 1]! <= day)
  return rises || read.every((day, index) => index === 0 || read[index - 1]! >= day)
}
