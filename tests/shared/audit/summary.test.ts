import { expect, it } from 'vitest'
import { summarizeChanges } from '../../../shared/audit/summary.ts'

const summaryOf = (before: unknown, after: unknown, subjectName: string | null = null) => {
  const { shown, hidden } = summarizeChanges({ before, after, subjectName, names: { k1: 'Music' } })
  return { shown: shown.map(({ label, before: old, after: current }) => [label, old, current]), hidden }
}
const item = {
  name: 'Chalkfield',
  brand: 'Chalkfield',
  categoryId: 'k1',
  months: 12,
  price: 1200,
  oldPrice: null,
  description: '<p>Long</p>',
  logoLink: '/media/a.svg',
  bannerLink: '/media/b.svg',
}

it('shows of what was created or deleted what tells it from others, and counts the rest', () => {
  const fields = [
    ['category', 'Music'],
    ['duration', '1 Year'],
    ['price', '$12.00'],
  ]
  expect(summaryOf(null, item, 'Chalkfield')).toEqual({
    shown: fields.map(([label, value]) => [label, null, value]),
    hidden: 5,
  })
  expect(summaryOf(item, null, 'Chalkfield').shown).toEqual(fields.map(([label, value]) => [label, value, null]))
})

it('has all fields with their whole values, and says whether one that is shown is shortened', () => {
  const summarize = (description: string) =>
    summarizeChanges({ before: { description: 'Short' }, after: { description }, subjectName: null, names: {} })
  const long = 'x'.repeat(450)
  expect(summarize(long)).toMatchObject({ hidden: 0, isShortened: true, all: [{ before: 'Short', after: long }] })
  expect(summarize('x'.repeat(100))).toMatchObject({ hidden: 0, isShortened: false })
  // A long value that isn't shown is counted, not shortened.
  const whole = summarizeChanges({ before: null, after: { ...item, description: long }, subjectName: null, names: {} })
  expect(whole).toMatchObject({ hidden: 4, isShortened: false })
  expect(whole.all.find(({ field }) => field === 'description')?.after).toBe(long)
})

it('leaves out what is not set', () => {
  const coupon = { code: 'SAVE5', type: 'Fixed', amount: 500, itemId: null, firstOrderOnly: false, uses: 0 }
  expect(summaryOf(null, coupon, 'SAVE5')).toEqual({
    shown: [
      ['type', null, 'Fixed'],
      ['amount', null, '$5.00'],
    ],
    hidden: 3,
  })
})

it('shows of a copy only what it was copied from', () => {
  expect(summaryOf(null, { ...item, copiedFrom: 'Chalkfield' }, 'Chalkfield (copy)').shown).toEqual([
    ['copied from', null, 'Chalkfield'],
  ])
})

it('shows every change of a few fields, with long values shortened and without the paths of pictures', () => {
  const [before, after] = [
    { ...item, price: 1000 },
    { ...item, logoLink: '/media/c.svg', description: 'x'.repeat(150) },
  ]
  expect(summaryOf(before, after)).toEqual({
    shown: [
      ['price', '$10.00', '$12.00'],
      ['description', 'Long', `${'x'.repeat(100)}…`],
      ['logo', null, 'replaced'],
    ],
    hidden: 0,
  })
  const many = { a: '1', b: '2', c: '3', d: '4', e: '5' }
  expect(summaryOf({ a: '', b: '', c: '', d: '', e: '' }, many)).toMatchObject({ hidden: 1 })
  expect(summaryOf(null, null)).toEqual({ shown: [], hidden: 0 })
})
