import { formatAmount, formatUnits } from '../../shared/payments/amounts.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { PaymentStatus } from '../../shared/orders/schema.ts'
import { foldText } from '../../shared/search-text.ts'
import type { LineState, Why } from '../../shared/statements/staff-schema.ts'
import {
  type Compact,
  compact,
  indexDeletions,
  misspelledReferences,
  partOf,
  possibleReferences,
} from './find-references.ts'
import type { ParsedLine } from './format.ts'

/** An order that a line may pay. */
export type MatchOrder = {
  id: string
  reference: string
  paymentStatus: PaymentStatus
  /** What it was asked for by the statement's method, less what has arrived, in hundredths. */
  due: bigint
  /** How much less is accepted, in hundredths. */
  tolerance: bigint
  currency: string
  /** Its customer asked how to pay this way; for others, what is due is only what such a transfer would have been. */
  isThisMethod: boolean
  firstName: string
  lastName: string
}

/** An earlier transfer, already applied, that the bank may take back. */
export type AppliedCredit = {
  orderId: string | null
  amount: bigint
  currency: string
  bankRef: string
  text: string
  payer: string
}

export type Match = { state: LineState; orderId: string | null; candidates: string[]; splits: boolean; why: Why }

/** How many orders a line is proposed for. */
const maxCandidates = 5
const isWaiting = ({ paymentStatus }: MatchOrder) => paymentStatus === 'paid' || paymentStatus === 'pending'

/**
 * Matches the lines of a statement with orders. Only an exact reference with the exact amount is `sure`; everything else
 * is a proposal that staff confirm. It looks at nothing but its arguments.
 * @param orders those that wait for money, and those whose reference stands in a line, whatever their state
 */
export function matchLines(
  lines: readonly ParsedLine[],
  orders: readonly MatchOrder[],
  applied: readonly AppliedCredit[] = [],
): Match[] {
  const byReference = new Map(orders.map((order) => [order.reference, order]))
  const waiting = orders.filter(isWaiting)
  const typos = indexDeletions(waiting.map(({ reference }) => reference))
  const byAmount = groupBy(waiting, ({ currency, due }) => `${currency} ${due}`)
  const nameOf = new Map(waiting.map((order) => [order.id, nameOfOrder(order)]))
  const reversed = findReversed(lines)
  /** Orders that an earlier line of this statement pays in full. */
  const paid = new Set<string>()

  return lines.map((line, index) => {
    if (line.ignored) return none('ignored', line.ignored)
    if (line.problem || line.amount === null || line.day === null) return none('error', line.problem)
    if (reversed.has(index)) return none('ignored', 'The bank took this transfer back, in the same statement.')
    if (!line.credit) return matchDebit(line, applied)
    if (line.reversal) return none('ignored', 'A charge that came back, not a customer’s payment.')
    if (line.amount === 0n) return none('ignored', 'Nothing came in.')
    const match = matchCredit(line, line.amount)
    if (match.state === 'sure') paid.add(match.orderId!)
    return match
  })

  function matchCredit(line: ParsedLine, amount: bigint): Match {
    const texts = [line.text, line.payer, line.bankRef].map(compact)
    const named = findNamed(texts)
    if (named.length === 1) return judgeNamed(line, amount, named[0]!)
    if (named.length > 1) return judgeSeveral(line, amount, named)
    return findMisspelled(line, amount, texts) ?? findByName(line, amount)
  }

  function findNamed(texts: Compact[]) {
    const found = new Map<string, { order: MatchOrder; mark: string }>()
    for (const text of texts) {
      for (const { reference, from } of possibleReferences(text)) {
        const order = byReference.get(reference)
        if (order && !found.has(order.id)) found.set(order.id, { order, mark: partOf(text, from, reference.length) })
      }
    }
    return [...found.values()]
  }

  function judgeNamed(line: ParsedLine, amount: bigint, { order, mark }: { order: MatchOrder; mark: string }): Match {
    const start = `Reference ${order.reference} in the text`
    const judged = judgeAmount(line, amount, order, paid.has(order.id))
    const isOtherMethod = judged.state === 'sure' && !order.isThisMethod
    const state = isOtherMethod ? 'likely' : judged.state
    const how = isOtherMethod ? ' Its customer chose another way to pay.' : ''
    return {
      state,
      orderId: order.id,
      candidates: [],
      splits: false,
      why: { text: `${start}; ${judged.text}.${how}`, marks: [mark] },
    }
  }

  function judgeSeveral(line: ParsedLine, amount: bigint, named: { order: MatchOrder; mark: string }[]): Match {
    const several = named.slice(0, maxCandidates)
    const marks = several.map(({ mark }) => mark)
    const candidates = several.map(({ order }) => order.id)
    const sum = named.reduce((total, { order }) => total + order.due, 0n)
    const isOpen = named.every(
      ({ order }) => isWaiting(order) && order.currency === line.currency && order.due > 0n && !paid.has(order.id),
    )
    const splits = named.length <= maxCandidates && isOpen && sum === amount
    const references = several.map(({ order }) => order.reference).join(' and ')
    const text = splits
      ? `References ${references} in the text; their amounts add up to ${money(amount, line.currency)}.`
      : `References ${references} in the text, but their amounts add up to ${money(sum, named[0]!.order.currency)}.`
    return { state: 'several', orderId: null, candidates, splits, why: { text, marks } }
  }

  function findMisspelled(line: ParsedLine, amount: bigint, texts: Compact[]): Match | null {
    const found = new Map<string, { order: MatchOrder; mark: string }>()
    if (!byAmount.has(`${line.currency} ${amount}`)) return null
    for (const text of texts) {
      for (const [reference, { from, count }] of misspelledReferences(text, typos)) {
        const order = byReference.get(reference)!
        if (order.due === amount && order.currency === line.currency)
          found.set(order.id, { order, mark: partOf(text, from, count) })
      }
    }
    const [first, ...others] = [...found.values()]
    if (!first) return null
    const { order, mark } = first
    if (others.length > 0)
      return proposeSeveral(
        [...found.values()].map((one) => one.order),
        'Almost the reference of several orders, each with this amount.',
      )
    if (paid.has(order.id))
      return none(
        'second',
        `Almost reference ${order.reference}, which another line of this statement pays.`,
        order.id,
        [mark],
      )
    const text = `“${mark}” is one character away from reference ${order.reference}; ${money(amount, line.currency)} as asked.`
    return none('likely', text, order.id, [mark])
  }

  function findByName(line: ParsedLine, amount: bigint): Match {
    const same = byAmount.get(`${line.currency} ${amount}`)?.filter(({ id }) => !paid.has(id)) ?? []
    const words = new Set(foldText(`${line.payer} ${line.text}`).split(/[^\p{L}]+/u))
    const named = same.filter(({ id }) => isNamed(nameOf.get(id)!, words))
    if (named.length > 1)
      return proposeSeveral(named, `${named.length} orders wait for ${money(amount, line.currency)} from this name.`)
    const [order] = named
    if (order) {
      const text = `${order.firstName} ${order.lastName} owes ${money(amount, line.currency)} for #${orderNumber(order.id)}. There is no reference.`
      return none('likely', text, order.id, marksOf(line, [order.firstName, order.lastName]))
    }
    const about =
      same.length === 0
        ? ''
        : ` ${same.length === 1 ? 'One order waits' : `${same.length} orders wait`} for this amount.`
    return none('unmatched', `No reference and no name that is known.${about}`)
  }
}

/** What an amount means for an order that a line names, or that staff chose. */
export function judgeAmount(
  line: Pick<ParsedLine, 'currency'>,
  amount: bigint,
  order: MatchOrder,
  isPaid: boolean,
): { state: LineState; text: string } {
  const [arrived, asked] = [money(amount, line.currency), money(order.due, order.currency)]
  if (order.paymentStatus === 'cancelled' || order.paymentStatus === 'failed') {
    const end = order.paymentStatus === 'failed' ? 'rejected' : 'closed'
    return { state: 'late', text: `${arrived}, but order #${orderNumber(order.id)} was ${end} before` }
  }
  if (order.paymentStatus !== 'paid' && order.paymentStatus !== 'pending') {
    return {
      state: 'second',
      text: `${arrived}, but order #${orderNumber(order.id)} is ${order.paymentStatus} already`,
    }
  }
  if (isPaid)
    return {
      state: 'second',
      text: `${arrived}, but another line of this statement pays order #${orderNumber(order.id)}`,
    }
  if (order.currency !== line.currency) return { state: 'unmatched', text: `${arrived}, but ${asked} was asked for` }
  if (amount === order.due) return { state: 'sure', text: `${arrived} as asked` }
  if (amount > order.due)
    return { state: 'over', text: `${arrived}, ${money(amount - order.due, order.currency)} more than asked` }
  const missing = order.due - amount
  return missing <= order.tolerance
    ? {
        state: 'likely',
        text: `${arrived} of ${asked}, ${money(missing, order.currency)} less is within the tolerance`,
      }
    : { state: 'short', text: `${arrived} of ${asked}, ${money(missing, order.currency)} is missing` }
}

/** A debit is never matched; one that takes back a transfer that was applied needs somebody to look at it. */
function matchDebit(line: ParsedLine, applied: readonly AppliedCredit[]): Match {
  const earlier = line.reversal ? applied.find((credit) => takesBack(line, credit)) : undefined
  if (!earlier)
    return none(
      'ignored',
      line.reversal ? 'A transfer that the bank took back. It was never applied.' : 'Money that went out.',
    )
  const of = earlier.orderId === null ? '' : ` that paid order #${orderNumber(earlier.orderId)}`
  return none(
    'error',
    `The bank took back the ${money(line.amount!, line.currency)}${of}. Check the order before it is delivered.`,
    earlier.orderId,
  )
}

/** Credits of a statement that a later debit of it takes back. */
function findReversed(lines: readonly ParsedLine[]): Set<number> {
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

const none = (state: LineState, text: string, orderId: string | null = null, marks: string[] = []): Match => ({
  state,
  orderId,
  candidates: [],
  splits: false,
  why: { text, marks },
})

const proposeSeveral = (orders: MatchOrder[], text: string): Match => ({
  state: 'several',
  orderId: null,
  candidates: orders.slice(0, maxCandidates).map(({ id }) => id),
  splits: false,
  why: { text, marks: [] },
})

export const money = (amount: bigint, currency: string) =>
  formatAmount(formatUnits(amount, 2), currency).replaceAll('\u00a0', ' ')

/** Both names, of which banks often shorten the first to its initial. */
function isNamed({ first, last }: Name, words: Set<string>): boolean {
  if (last.length === 0 || !last.every((word) => words.has(word))) return false
  return first.length === 0 || first.some((word) => words.has(word) || words.has(word[0]!))
}

type Name = { first: string[]; last: string[] }
const nameOfOrder = ({ firstName, lastName }: MatchOrder): Name => ({
  first: nameWords(firstName),
  last: nameWords(lastName),
})
const nameWords = (name: string) =>
  foldText(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)

/** The names as the line writes them. */
function marksOf({ payer, text }: ParsedLine, wanted: string[]): string[] {
  const folded = new Set(wanted.flatMap(nameWords))
  return [...new Set(`${payer} ${text}`.split(/[^\p{L}]+/u).filter((word) => folded.has(foldText(word))))]
}

function groupBy<T>(rows: T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
