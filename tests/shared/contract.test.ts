import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Dollars, DollarsInQuery, get, Id, integerInQuery, post, SignedDollars, Time } from '../../shared/contract.ts'

const maxCents = 100_000_000_000
const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeDecode(schema, value).success

describe('a route', () => {
  it('is neither idempotent, cacheable nor a download by default', () => {
    const route = get('/things/:id', { access: 'public', summary: 'Return a thing', output: {} })
    expect(route).toMatchObject({ method: 'GET', path: '/things/:id', access: 'public' })
    expect(route).toMatchObject({ idempotent: false, cacheable: false, download: null })
  })

  it('keeps the options it is defined with', () => {
    const options = { idempotent: true, cacheable: true, download: 'text/csv' } as const
    const route = post('/things', { access: 'staff', summary: 'Create a thing', output: {}, ...options })
    expect(route).toMatchObject({ method: 'POST', access: 'staff', summary: 'Create a thing', ...options })
  })

  it('without input rejects unknown fields', () => {
    const { input } = post('/things', { access: 'staff', summary: 'Create a thing', output: {} })
    expect(accepts(input, {})).toBe(true)
    expect(accepts(input, { a: 1 })).toBe(false)
  })
})

describe('Dollars', () => {
  it('returns the same cents after encoding and decoding', () => {
    fc.assert(
      fc.property(fc.integer({ min: -maxCents, max: maxCents }), (cents) => {
        const wire = z.encode(SignedDollars, cents)
        expect(z.decode(SignedDollars, JSON.parse(JSON.stringify(wire)) as number)).toBe(cents)
        if (cents >= 0) expect(z.encode(Dollars, cents)).toBe(wire)
      }),
      { numRuns: 2000 },
    )
  })

  it('rejects more than 2 decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 9 }), (cents, mill) => {
        expect(accepts(Dollars, Number(`${(cents / 100).toFixed(2)}${mill}`))).toBe(false)
      }),
    )
  })

  it.each([0, 0.01, 12.99, 0.1 + 0.2, 1e9])('accepts %d', (value) => {
    expect(accepts(Dollars, value)).toBe(true)
  })

  it.each([12.345, -0.01, 1e9 + 1, 1e300, Infinity, NaN, '12.99', null, undefined, true, [], {}])(
    'rejects %s',
    (value) => {
      expect(accepts(Dollars, value)).toBe(false)
    },
  )
})

describe('DollarsInQuery', () => {
  it('returns the same cents after encoding and decoding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
        expect(z.decode(DollarsInQuery, z.encode(DollarsInQuery, cents))).toBe(cents)
      }),
    )
  })

  it.each(['', '-1', '1.234', '1e3', ' 1', '1 ', '0x10', '1,000', 'NaN', '99999999999', '１'])('rejects %j', (text) => {
    expect(accepts(DollarsInQuery, text)).toBe(false)
  })
})

describe('Time', () => {
  it('is ISO 8601 in UTC with milliseconds', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
        expect(z.encode(Time, date.getTime())).toBe(date.toISOString())
        expect(z.decode(Time, date.toISOString())).toBe(date.getTime())
      }),
    )
  })

  it.each(['yesterday', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00+05:30', 0])(
    'rejects %j',
    (value) => {
      expect(accepts(Time, value)).toBe(false)
    },
  )
})

describe('integerInQuery', () => {
  it.each(['1', '100', '007'])('accepts %j from 1 to 100', (text) => {
    expect(z.decode(integerInQuery(1, 100), text)).toBe(Number(text))
  })

  it.each(['0', '101', '1.5', '-1', '+1', '1e1', ' 1', '', '1'.repeat(13), 'ten'])('rejects %j', (text) => {
    expect(accepts(integerInQuery(1, 100), text)).toBe(false)
  })

  it('names the range in its error', () => {
    const { error } = z.safeDecode(integerInQuery(0, 1_000_000), '-1')
    expect(error?.issues[0]?.message).toBe('must be a whole number from 0 to 1,000,000')
  })
})

it('Id accepts text of 1 to 40 characters', () => {
  expect(accepts(Id, 'a')).toBe(true)
  expect(accepts(Id, 'a'.repeat(40))).toBe(true)
  for (const id of ['', 'a'.repeat(41), 7, null]) expect(accepts(Id, id)).toBe(false)
})
