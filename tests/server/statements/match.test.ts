import { describe, expect, it } from 'vitest'
import { newPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { fingerprintsOf, isSameAccount } from '../../../server/statements/fingerprints.ts'
import type { ParsedLine } from '../../../server/statements/format.ts'
import type { MatchOrder } from '../../../server/statements/judge-amount.ts'
import { matchLines } from '../../../server/statements/match.ts'
import { randomSeed, rounds } from '../../thorough.ts'

let counter = 0
const buildOrder = (fields: Partial<MatchOrder> = {}): MatchOrder => ({
  id: `0000000000000000order${(counter += 1)}`,
  reference: newPaymentReference(),
  paymentStatus: 'paid',
  due: 743_200n,
  tolerance: 0n,
  currency: 'LKR',
  isThisMethod: true,
  firstName: 'Sunil',
  lastName: 'Perera',
  ...fields,
})
const line = (fields: Partial<ParsedLine> = {}): ParsedLine => ({
  day: '2026-11-21',
  amount: 743_200n,
  currency: 'LKR',
  credit: true,
  reversal: false,
  payer: '',
  text: '',
  bankRef: '',
  problem: '',
  ...fields,
})
const matchOne = (one: Partial<ParsedLine>, ...orders: MatchOrder[]) => matchLines([line(one)], orders)[0]!

describe('a line with the reference', () => {
  const order = buildOrder()
  const { reference: r } = order
  it.each([
    [r],
    [`ceft ${r.toLowerCase()} order`],
    [`${r.slice(0, 3)} ${r.slice(3)}`],
    [`REF${r}X`],
    [`/ROC/${r.slice(0, 5)}-${r.slice(5)}//`],
  ])('is sure with the exact amount: %s', (text) => {
    const match = matchOne({ text }, order, buildOrder())
    expect(match).toMatchObject({ state: 'sure', orderId: order.id })
    expect(match.why.text).toContain('Rs 7,432 as requested')
    expect(text).toContain(match.why.marks[0])
  })

  it.each([
    [{ amount: 743_199n }, 'short', 'Rs 0.01 is missing'],
    [{ amount: 743_300n }, 'over', 'Rs 1 more than requested'],
    [{ currency: 'INR' }, 'unmatched', 'was requested'],
  ] as const)('with %o is %s', (fields, state, why) => {
    const match = matchOne({ text: r, ...fields }, order)
    expect(match.state).toBe(state)
    expect(match.why.text).toContain(why)
  })

  it.each([
    ['cancelled', 'late'],
    ['failed', 'late'],
    ['verified', 'second'],
    ['refunded', 'second'],
  ] as const)('of an order that is %s is %s', (paymentStatus, state) =>
    expect(matchOne({ text: r }, { ...order, paymentStatus }).state).toBe(state),
  )

  it('with no more than the tolerance missing is only likely', () => {
    const tolerant = { ...order, tolerance: 200n }
    const within = matchOne({ text: r, amount: 743_000n }, tolerant)
    expect([within.state, within.why.text]).toEqual([
      'likely',
      expect.stringContaining('Rs 2 less is within the tolerance'),
    ])
    expect(matchOne({ text: r, amount: 742_999n }, tolerant).state).toBe('short')
    expect(matchOne({ text: r, amount: 743_201n }, tolerant).state).toBe('over')
    expect(matchOne({ text: 'no reference', amount: 743_000n }, tolerant).state).toBe('unmatched')
  })

  it('of an order that is paid in another way is only likely', () =>
    expect(matchOne({ text: r }, { ...order, isThisMethod: false }).state).toBe('likely'))

  it('twice in a day is a second payment', () =>
    expect(matchLines([line({ text: r }), line({ text: r })], [order]).map(({ state }) => state)).toEqual([
      'sure',
      'second',
    ]))
})

describe('a line without the exact reference', () => {
  const order = buildOrder({ reference: '7QK4MZT' })
  it.each(['7QK4MZ', '7QK4MAT', '7KQ4MZT', '7QK44MZT'])('with one typo is likely: %s', (text) => {
    const match = matchOne({ text: `order ${text}` }, { ...order, reference: '7QK4MZT' })
    expect(match).toMatchObject({ state: 'likely', orderId: order.id })
    expect(match.why.text).toContain('one character away')
  })
  it('with a typo and another amount is unmatched', () =>
    expect(matchOne({ text: '7QK4MAT', amount: 1n }, order).state).toBe('unmatched'))
  it('with amount and name is likely, with the name marked', () => {
    const match = matchOne({ payer: 'S PERERA' }, order)
    expect([match.state, match.why.marks]).toEqual(['likely', ['PERERA']])
    expect(matchOne({ payer: 'N PERERA' }, order).state).toBe('unmatched')
  })
  it('is several when two orders fit, and unmatched by the amount alone', () => {
    expect(matchOne({ payer: 'Sunil Perera' }, order, buildOrder())).toMatchObject({ state: 'several', splits: false })
    const other = buildOrder()
    const { why, orderId, candidates } = matchOne({ payer: 'Somebody' }, order, other)
    expect(why.text).toContain('2 orders wait for this amount')
    expect([orderId, candidates]).toEqual([null, [order.id, other.id]])
  })
})

it('splits a transfer over orders whose amounts add up to it, and otherwise proposes several', () => {
  const [a, b] = [buildOrder(), buildOrder({ due: 100_000n })]
  const text = `${a.reference} ${b.reference}`
  expect(matchOne({ text, amount: 843_200n }, a, b)).toMatchObject({
    state: 'several',
    splits: true,
    candidates: [a.id, b.id],
  })
  expect(matchOne({ text, amount: 843_100n }, a, b)).toMatchObject({ state: 'several', splits: false })
})

it('never matches debits, charges that come back, errors or nothing', () => {
  const order = buildOrder()
  const text = order.reference
  const states = (fields: Partial<ParsedLine>) => matchOne({ text, ...fields }, order).state
  expect(states({ credit: false })).toBe('ignored')
  expect(states({ reversal: true })).toBe('ignored')
  expect(states({ amount: 0n })).toBe('ignored')
  expect(states({ amount: null, problem: 'It can’t be read.' })).toBe('error')
})

describe('a transfer that the bank takes back', () => {
  const order = buildOrder()
  const back = line({ text: `RETURN ${order.reference}`, credit: false, reversal: true })
  it('is never applied when it is in the same statement', () =>
    expect(matchLines([line({ text: order.reference }), back], [order]).map(({ state }) => state)).toEqual([
      'ignored',
      'ignored',
    ]))
  it('raises an alarm when it was applied before', () => {
    const applied = [
      { orderId: order.id, amount: 743_200n, currency: 'LKR', bankRef: '', text: order.reference, payer: '' },
    ]
    const [match] = matchLines([back], [order], applied)
    expect(match).toMatchObject({ state: 'error', orderId: order.id })
    expect(match!.why.text).toContain('The bank took back the Rs 7,432')
  })
})

it('is never wrong where it is sure, among strangers, typos and texts that banks have cut', () => {
  let seed = randomSeed
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const chars = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ '
  const noise = (length: number) => Array.from({ length }, () => chars[random(chars.length)]).join('')
  const prices = [99_000n, 150_000n, 305_000n, 743_200n]
  const names = ['Perera', 'Silva', 'Fernando', 'Müller']
  const orders = Array.from({ length: 200 }, () => buildOrder({ due: prices[random(4)]!, lastName: names[random(4)]! }))
  const mangle = (reference: string) =>
    [
      reference,
      reference.toLowerCase(),
      `${reference.slice(0, 3)} ${reference.slice(3)}`,
      `X${reference}9`,
      reference.split('').join('.'),
    ][random(5)]!
  const typo = (reference: string) => {
    const place = random(7)
    return reference.slice(0, place) + chars[random(35)]! + reference.slice(place + 1)
  }
  const lines: ParsedLine[] = []
  /** The order that each line really pays. */
  const truth: (string | null)[] = []
  for (let n = rounds(3000, 20_000); n > 0; n -= 1) {
    const order = orders[random(orders.length)]!
    const kind = random(4)
    const isPaying = kind < 2
    const text = kind === 0 ? mangle(order.reference) : kind === 1 ? typo(order.reference) : noise(30)
    const amount = isPaying ? order.due : prices[random(4)]!
    lines.push(line({ text: `${noise(8)} ${text} ${noise(5)}`, amount, payer: `S ${names[random(4)]!}` }))
    truth.push(isPaying ? order.id : null)
  }
  const matches = matchLines(lines, orders)
  const sure = matches.flatMap(({ state, orderId }, index) =>
    state === 'sure' ? [{ orderId, paid: truth[index] }] : [],
  )
  expect(sure.filter(({ orderId, paid }) => orderId !== paid)).toEqual([])
  expect(sure.length, 'each order once').toBeGreaterThan(Math.min(150, lines.length / 40))
  expect(new Set(sure.map(({ orderId }) => orderId)).size).toBe(sure.length)
})

describe('fingerprints', () => {
  it('tell equal transfers of a day apart, and are the same in an overlapping file', () => {
    const [a, b] = [line({ text: 'salary', bankRef: '0' }), line({ text: 'other', bankRef: '0' })]
    const first = fingerprintsOf('1', [a, a, b])
    expect(new Set(first).size).toBe(3)
    expect(fingerprintsOf('1', [b, a, a, a]).filter((one) => !first.includes(one))).toHaveLength(1)
    expect(fingerprintsOf('2', [a])).not.toEqual(fingerprintsOf('1', [a]))
  })
  it('are of the same account however it is written', () => {
    expect(isSameAccount('003010012345', '3010 0123 45')).toBe(true)
    expect(isSameAccount('0000 0000 0000', '000000000000')).toBe(true)
    expect(isSameAccount('123456789', '987654321')).toBe(false)
    expect(isSameAccount('', '')).toBe(false)
  })
})
