import { orderNumber } from '../../shared/orders/rules.ts'
import { foldText } from '../../shared/search-text.ts'
import type { LineState, Why } from '../../shared/statements/staff-schema.ts'
import { compact, possibleReferences } from './find-references.ts'
import type { ParsedLine } from './format.ts'
import { money } from './judge-amount.ts'

export type Match = { state: LineState; orderId: string | null; candidates: string[]; splits: boolean; why: Why }

/** An earlier transfer, already applied, that the bank may take back. */
export type AppliedCredit = {
  orderId: string | null
  amount: bigint
  currency: string
  bankRef: string
  text: string
  payer: string
}

/** A debit is never matched; one that takes back a transfer that was applied needs somebody to look at it. */
export function matchDebit(line: ParsedLine, applied: readonly AppliedCredit[]): Match {
  const earlier = line.reversal ? applied.find((credit) => takesBack(line, credit)) : undefined
  if (!earlier)
    return none(
      'ignored',
      line.reversal ? 'The bank took this transfer back. It was never recorded.' : 'Outgoing money.',
    )
  const of = earlier.orderId === null ? '' : ` that paid order #${orderNumber(earlier.orderId)}`
  return none(
    'error',
    `The bank took back the ${money(line.amount!, line.currency)}${of}. Check the order before it is delivered.`,
    earlier.orderId,
  )
}

/** Credits of a statement that a later debit of it takes back. */
export function findReversed(lines: readonly ParsedLine[]): Set<number> {
  const reversed = new Set<number>()
  const debits = lines.flatMap((line, index) =>
    !line.credit && line.reversal && line.amount !== null ? [{ line, index }] : [],
  )
  for (const { line, index } of debits) {
    const found = lines.findIndex(
      (credit, place) =>
        place < index &&
        credit.credit &&
        !credit.reversal &&
        !reversed.has(place) &&
        takesBack(line, { ...credit, orderId: null, amount: credit.amount ?? -1n }),
    )
    if (found >= 0) reversed.add(found)
  }
  return reversed
}

/** The same amount, and the bank's reference, the order's reference or the words of the transfer. */
function takesBack(debit: ParsedLine, credit: AppliedCredit): boolean {
  if (debit.amount !== credit.amount || debit.currency !== credit.currency) return false
  if (debit.bankRef !== '' && debit.bankRef === credit.bankRef) return true
  const references = possibleReferences(compact(credit.text)).map(({ reference }) => reference)
  const { chars } = compact(`${debit.text} ${debit.payer}`)
  if (references.some((reference) => chars.includes(reference))) return true
  const ofCredit = compact(credit.bankRef).chars
  return (
    (ofCredit.length >= 6 && chars.includes(ofCredit)) ||
    (credit.text !== '' && foldText(debit.text) === foldText(credit.text))
  )
}

/** A line that pays one order, or none. */
export const none = (state: LineState, text: string, orderId: string | null = null, marks: string[] = []): Match => ({
  state,
  orderId,
  candidates: [],
  splits: false,
  why: { text, marks },
})
