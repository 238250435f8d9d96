import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Count } from '../../shared/cart.ts'
import { Dollars, DollarsInQuery, Id, SignedDollars, Time, wholeInQuery } from '../../shared/contract.ts'

const most = 100_000_000_000
const takes = (schema: z.ZodMiniType, value: unknown) => z.safeDecode(schema, value).success

describe('dollars', () => {
  test('cross the wire and come back as the same cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (cents) => {
        const wire = z.encode(SignedDollars, cents)
        expect(z.decode(SignedDollars, JSON.parse(JSON.stringify(wire)) as number)).toBe(cents)
        if (cents >= 0) expect(z.encode(Dollars, cents)).toBe(wire)
      }),
      { numRuns: 2000 },
    )
  })

  test('have at most 2 decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 9 }), (cents, mill) => {
        expect(takes(Dollars, Number(`${(cents / 100).toFixed(2)}${mill}`))).toBe(false)
      }),
    )
  })

  test.each([0, 0.01, 12.99, 0.1 + 0.2, 1e9])('take %d', (value) => {
    expect(takes(Dollars, value)).toBe(true)
  })

  test.each([12.345, -0.01, 1e9 + 1, 1e300, Infinity, NaN, '12.99', null, undefined, true, [], {}])(
    'refuse %s',
    (value) => {
      expect(takes(Dollars, value)).toBe(false)
    },
  )
})

describe('dollars in a query', () => {
  test('are the same cents again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: most }), (cents) => {
        expect(z.decode(DollarsInQuery, z.encode(DollarsInQuery, cents))).toBe(cents)
      }),
    )
  })

  test.each(['', '-1', '1.234', '1e3', ' 1', '1 ', '0x10', '1,000', 'NaN', '99999999999', '１'])(
    'refuse %j',
    (text) => {
      expect(takes(DollarsInQuery, text)).toBe(false)
    },
  )
})

test('times are ISO 8601 in UTC, to the millisecond', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
      expect(z.encode(Time, date.getTime())).toBe(date.toISOString())
      expect(z.decode(Time, date.toISOString())).toBe(date.getTime())
    }),
  )
  for (const text of ['yesterday', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00+05:30', 0]) {
    expect(takes(Time, text)).toBe(false)
  }
})

test.each(['0', '101', '1.5', '-1', '+1', '1e1', ' 1', '', '1'.repeat(13), 'ten'])('a limit refuses %j', (text) => {
  expect(takes(wholeInQuery(1, 100), text)).toBe(false)
})

test.each([0, -1, 10_000, 1.5, '1', NaN, Infinity, null])('a count refuses %j', (count) => {
  expect(takes(Count, count)).toBe(false)
})

test('a count takes 1 to 9999', () => {
  expect([1, 9999].every((count) => takes(Count, count))).toBe(true)
})

test('an id is a text of 1 to 40 characters', () => {
  expect(takes(Id, 'a'.repeat(40))).toBe(true)
  for (const id of ['', 'a'.repeat(41), 7, null]) expect(takes(Id, id)).toBe(false)
})
