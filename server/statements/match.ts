import { orderNumber } from '../../shared/orders/rules.ts'
import { foldText } from '../../shared/search-text.ts'
import {
  type Compact,
  compact,
  indexDeletions,
  misspelledReferences,
  partOf,
  possibleReferences,
} from './find-references.ts'
import type { ParsedLine } from './format.ts'
import { groupBy } from './group-by.ts'
import { judgeAmount, type MatchOrder, money } from './judge-amount.ts'
import { type AppliedCredit, findReversed, type Match, matchDebit, none } from './match-debits.ts'
import { isNamed, marksOf, nameOfOrder } from './match-names.ts'

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
    if (line.reversal) return none('ignored', 'A returned charge, not a customer’s payment.')
    if (line.amount === 0n) return none('ignored', 'The amount is zero.')
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
    const start = `Payment code ${order.reference} in the text`
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
      ? `Payment codes ${references} in the text; their amounts add up to ${money(amount, line.currency)}.`
      : `Payment codes ${references} in the text, but their amounts add up to ${money(sum, named[0]!.order.currency)}.`
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
        'Close to the payment codes of several orders with this amount.',
      )
    if (paid.has(order.id))
      return none(
        'second',
        `Close to payment code ${order.reference}, which another line of this statement pays.`,
        order.id,
        [mark],
      )
    const text = `“${mark}” is one character away from payment code ${order.reference}; ${money(amount, line.currency)} as requested.`
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
      const text = `${order.firstName} ${order.lastName} owes ${money(amount, line.currency)} for #${orderNumber(order.id)}. There is no payment code.`
      return none('likely', text, order.id, marksOf(line, [order.firstName, order.lastName]))
    }
    const about =
      same.length === 0
        ? ''
        : ` ${same.length === 1 ? 'One order waits' : `${same.length} orders wait`} for this amount.`
    return { ...none('unmatched', `No known payment code or name.${about}`), candidates: idsOf(same) }
  }
}

const idsOf = (orders: MatchOrder[]) => orders.slice(0, maxCandidates).map(({ id }) => id)

const proposeSeveral = (orders: MatchOrder[], text: string): Match => ({
  state: 'several',
  orderId: null,
  candidates: idsOf(orders),
  splits: false,
  why: { text, marks: [] },
})
