import type { StatementFormat } from '../../shared/statements/staff-schema.ts'

/** A transfer as its statement has it. */
export type ParsedLine = {
  /** As 2026-11-21; null if it can't be read. */
  day: string | null
  /** Hundredths, without a sign; null if it can't be read. */
  amount: bigint | null
  currency: string
  credit: boolean
  /** A booking that takes an earlier one back: of a debit, money that had come in is gone again. */
  reversal: boolean
  payer: string
  text: string
  bankRef: string
  /** Why it can't be read; empty if it can. */
  problem: string
  /** Why it is no payment, although money moved. */
  ignored?: string
}

export type ParsedStatement = {
  format: StatementFormat
  /** As the file names it; empty if it names none. */
  account: string
  lines: ParsedLine[]
}

/** How orders are paid whose transfers are in statements of a format; it is also where the ledger has them from. */
export const methodOf = (format: StatementFormat) => (format === 'binance' ? 'binance' : 'bank')
export type StatementMethod = ReturnType<typeof methodOf>

/** The file can't be read. The message is a sentence for staff. */
export class StatementError extends Error {
  readonly code: string
  readonly extra: Record<string, unknown>
  constructor(message: string, code = 'unreadable_statement', extra: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }
}

const maxText = 1000

/** Text of a statement on one line, without control characters, and bounded. */
export const cleanText = (text: string, max = maxText) =>
  text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)

export const cleanName = (text: string) => cleanText(text, 200)
export const cleanReference = (text: string) => cleanText(text, 64)

/** An ISO currency code; the store's own for anything else. */
export const currencyCode = (text: string, fallback = 'LKR') => {
  const code = text.trim().toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : fallback
}

/** A day of the calendar as 2026-11-21; null for one that doesn't exist, such as 31 February. */
export function dayOf(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year
  const date = new Date(Date.UTC(full, month - 1, day))
  if (full < 1990 || full > 2100) return null
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  return date.toISOString().slice(0, 10)
}
