import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, endsAt } from '../../../shared/orders/ends-at.ts'
import type { Order, OrderEvent, OrderLine } from '../../../shared/orders/schema.ts'

const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const months = fc.integer({ min: 1, max: 600 })
const monthOf = (ms: number) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth()
const dayMs = 24 * 60 * 60_000

describe('addMonths', () => {
  it.each([
    ['2026-11-18T09:30:00.000Z', 12, '2027-11-18T09:30:00.000Z'],
    ['2026-01-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
    ['2028-01-31T00:00:00.000Z', 1, '2028-02-29T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z'],
    ['2026-08-31T12:00:00.000Z', 3, '2026-11-30T12:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', 1, '2027-01-31T12:00:00.000Z'],
  ])('from %s by %i is %s', (from, count, to) => {
    expect(new Date(addMonths(Date.parse(from), count)).toISOString()).toBe(to)
  })

  it('is in that month, at the same time of day, on the same day or the last one', () => {
    fc.assert(
      fc.property(time, months, (date, count) => {
        const [from, to] = [date.getTime(), addMonths(date.getTime(), count)]
        expect(monthOf(to) - monthOf(from)).toBe(count)
        expect((to - from) % dayMs).toBe(0)
        const [day, wanted] = [new Date(to).getUTCDate(), date.getUTCDate()]
        if (day !== wanted) expect([day < wanted, monthOf(to + dayMs)]).toEqual([true, monthOf(to) + 1])
      }),
    )
  })

  it('is later for what starts later or lasts longer', () => {
    fc.assert(
      fc.property(time, time, months, (one, other, count) => {
        const [first, last] = [one.getTime(), other.getTime()].toSorted((a, b) => a - b) as [number, number]
        const ends = addMonths(first, count)
        // The last days of a month may share their end, but not their time of day.
        expect(addMonths(last, count)).toBeGreaterThan(ends - dayMs)
        expect(addMonths(first, count + 1)).toBeGreaterThan(ends)
      }),
    )
  })
})

describe('endsAt', () => {
  const deliveredAt = Date.UTC(2026, 10, 18, 9, 30)
  const event = (what: OrderEvent['what'], at: number): OrderEvent => ({
    _id: what,
    what,
    who: 'staff',
    name: 'Mira',
    note: '',
    at,
  })
  const line = { duration: 12 } as OrderLine
  const order: Pick<Order, 'paymentStatus' | 'orderStatus' | 'history'> = {
    paymentStatus: 'verified',
    orderStatus: 'completed',
    history: [event('verified', deliveredAt - dayMs), event('completed', deliveredAt)],
  }

  it('counts the duration from delivery, however late that is corrected', () => {
    expect(endsAt(order, line)).toBe(Date.UTC(2027, 10, 18, 9, 30))
    const corrected = { ...order, history: [...order.history, event('redelivered', deliveredAt + 9 * dayMs)] }
    expect(endsAt(corrected, line)).toBe(Date.UTC(2027, 10, 18, 9, 30))
  })

  it('is null before the order is delivered, and once it is refunded', () => {
    expect(endsAt({ ...order, orderStatus: 'processing', history: [order.history[0]!] }, line)).toBeNull()
    expect(endsAt({ ...order, paymentStatus: 'refunded' }, line)).toBeNull()
  })
})
