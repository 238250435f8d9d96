import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPosition, parsePosition, streamNames } from '../../shared/position.ts'
import { decodeEvent } from '../../shared/stream.ts'

const head = fc.nat(1_000_000_000)
const heads = fc.record({ user: head, staff: head, catalogue: head }, { requiredKeys: [] })
const epoch = fc.stringMatching(/^[0-9a-z]{1,30}$/)

test('as the header of an answer', () => {
  expect(formatPosition({ epoch: 'e1', heads: { catalogue: 9, user: 57 } })).toBe('e1;user=57;catalogue=9')
  expect(formatPosition({ epoch: 'e1', heads: {} })).toBe('e1')
})

test('any position comes back whole', () => {
  fc.assert(
    fc.property(epoch, heads, (life, at) => {
      expect(parsePosition(formatPosition({ epoch: life, heads: at }))).toEqual({ epoch: life, heads: at })
    }),
  )
})

test.each([
  '',
  ';user=1',
  'e;user',
  'e;user=',
  'e;user=-1',
  'e;user=1.5',
  'e;user=x',
  'e;other=1',
  'e;__proto__=1',
  'e;',
  null,
  undefined,
])('%j is no position', (text) => {
  expect(parsePosition(text)).toBeNull()
})

test('any text is a position or none, and never an error', () => {
  const texts = fc.array(fc.constantFrom('e', ';', '=', '1', '-', ...streamNames)).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const read = parsePosition(text)
      if (read) expect(Object.values(read.heads).every((seq) => seq >= 0)).toBe(true)
    }),
  )
})

const place = { stream: 'catalogue' as const, seq: 3, at: Date.parse('2026-01-01T00:00:00.000Z') }

test('an event comes back with its place and its data decoded', () => {
  const event = decodeEvent({ ...place, type: 'item.removed', data: { _id: 'i1' } })
  expect(event).toEqual({ ...place, type: 'item.removed', data: { _id: 'i1' } })
})

test('an event of a type from the future is none, and one that is not in its form is an error', () => {
  expect(decodeEvent({ ...place, type: 'item.teleported', data: {} })).toBeNull()
  expect(() => decodeEvent({ ...place, type: 'item.removed', data: {} })).toThrow()
})
