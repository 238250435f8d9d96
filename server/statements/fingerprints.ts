import { hash } from 'node:crypto'
import { foldText } from '../../shared/search-text.ts'
import type { ParsedLine } from './format.ts'

/**
 * What tells a transfer from all others, in whatever file it is: two that are equal in everything are the first and the
 * second of their day, so that both count, and a file that overlaps an earlier one adds only what is new. A bank's own
 * number alone doesn't tell them apart: some banks write 0 for all.
 */
export function fingerprintsOf(account: string, lines: readonly ParsedLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ day, amount, credit, currency, text, bankRef, problem }) => {
    const fields = [
      account,
      day,
      amount === null ? null : `${credit ? '' : '-'}${amount}`,
      currency,
      foldText(text),
      bankRef,
      problem,
    ]
    const key = JSON.stringify(fields)
    const n = (seen.get(key) ?? 0) + 1
    seen.set(key, n)
    return hash('sha256', JSON.stringify([key, n]))
  })
}

/** An account number without blanks and signs. */
export const foldAccount = (account: string) => account.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Whether a statement is of an account, which it may write with the bank's own number in front. */
export function isSameAccount(one: string, other: string): boolean {
  const [a, b] = [foldAccount(one), foldAccount(other)]
  if (a.length < 4 || b.length < 4) return false
  return a.endsWith(b) || b.endsWith(a)
}
