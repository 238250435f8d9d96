import { describe, expect, it } from 'vitest'
import { type PlanFacts, plansOf } from '../../../shared/catalogue/plans.ts'

type Row = [name: string, months: number, price: number, accountType?: string]

/** Items of the brand Kite, which share two features and have one of their own, unless said otherwise. */
const build = (rows: Row[], common: string[] = ['Common', 'Also common']): PlanFacts[] =>
  rows.map(([name, months, price, accountType = 'Private account'], n) => ({
    id: `item${n}`,
    name: `Kite ${name}`,
    brand: 'Kite',
    months,
    price,
    accountType,
    features: [...common, `Own ${n}`],
  }))

/** The names of the first one's plans. */
const plansOfFirst = (items: PlanFacts[]) =>
  plansOf(items[0]!, items)
    .map(({ name }) => name.slice('Kite '.length))
    .toSorted()

describe('plansOf', () => {
  it.each<[string, Row[], string[]]>([
    [
      'a duration',
      [
        ['Voice', 1, 500],
        ['Voice Year', 12, 5000],
      ],
      ['Voice', 'Voice Year'],
    ],
    [
      'a number of people',
      [
        ['Personal', 12, 2000],
        ['Family', 12, 2000],
        ['Team of 10', 12, 2000],
      ],
      ['Family', 'Personal', 'Team of 10'],
    ],
    [
      'a size',
      [
        ['One Device', 12, 2000],
        ['Five Devices', 12, 3000],
      ],
      ['Five Devices', 'One Device'],
    ],
    [
      'what one adds',
      [
        ['Watch', 12, 2000],
        ['Watch & Mend', 12, 3000],
      ],
      ['Watch', 'Watch & Mend'],
    ],
  ])('puts names together that differ in %s only', (_, rows, expected) => {
    expect(plansOfFirst(build(rows, []))).toEqual(expected)
    expect(plansOfFirst(build(rows.toReversed(), []))).toEqual(expected)
  })

  it('does not put other products of the brand among them, nor the other way round', () => {
    const [lamp, year, shelf] = build([
      ['Lamp', 3, 1799],
      ['Lamp Year', 12, 5499],
      ['Children’s Shelf', 12, 2999],
    ]) as [PlanFacts, PlanFacts, PlanFacts]
    expect(plansOf(lamp, [shelf, year, lamp])).toEqual(expect.arrayContaining([lamp, year]))
    expect(plansOf(lamp, [shelf, year, lamp])).not.toContain(shelf)
    expect(plansOf(shelf, [lamp, shelf, year])).toEqual([shelf])
  })

  it.each<[string, string, boolean]>([
    ['KITE Family', 'Kite Year', true],
    ['Kite', 'kite Year', true],
    ['Kitesurf', 'Kite Surf', false],
    ['Kitesurf', 'Surf', false],
    ['Kite-Surf', 'Kite Year', false],
  ])('takes the brand off the name as a word, in upper or lower case: %s, %s', (name, other, arePlans) => {
    const names = [name, other]
    const items = build(
      [
        [name, 1, 500],
        [other, 12, 400],
      ],
      [],
    ).map((item, n) => ({ ...item, name: names[n]! }))
    expect(plansOf(items[0]!, items)).toHaveLength(arePlans ? 2 : 1)
  })

  it('takes a whole brand for plans, whatever their names, if longer ones cost more', () => {
    const ladder: Row[] = [
      ['Matinee', 1, 799],
      ['Evening', 6, 2999],
      ['Season Ticket', 12, 4999],
    ]
    expect(plansOfFirst(build(ladder))).toEqual(['Evening', 'Matinee', 'Season Ticket'])
    expect(plansOfFirst(build([...ladder, ['Classroom', 12, 3999, 'Invitation']]))).toHaveLength(4)
  })

  it.each<[string, Row, string[]?]>([
    ['one is longer and cheaper', ['Stories', 12, 1999]],
    ['one is as long', ['Stories', 3, 2999]],
    ['they share no features', ['Stories', 12, 5999], []],
  ])('does not when %s', (_, row, common) => {
    expect(plansOfFirst(build([['Programme', 3, 2499], row], common))).toEqual(['Programme'])
  })
})
