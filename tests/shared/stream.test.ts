import { describe, expect, it } from 'vitest'
import { shopEvents } from '../../shared/shop-events.ts'
import { eventData } from '../../shared/staff-events.ts'
import { decodeEvent } from '../../shared/stream.ts'

const place = { stream: 'catalogue' as const, seq: 3, at: Date.parse('2026-01-01T00:00:00.000Z') }

describe('decodeEvent', () => {
  it('decodes the data and keeps the place in the stream', () => {
    const event = decodeEvent({ ...place, type: 'item.removed', data: { _id: 'i1' } }, shopEvents)
    expect(event).toEqual({ ...place, type: 'item.removed', data: { _id: 'i1' } })
  })

  it('returns null for a type without a schema: an unknown one, or one of staff without theirs', () => {
    expect(decodeEvent({ ...place, type: 'item.teleported', data: {} }, eventData)).toBeNull()
    const removed = { ...place, type: 'coupon.removed', data: { _id: 'c1' } }
    expect(decodeEvent(removed, shopEvents)).toBeNull()
    expect(decodeEvent(removed, eventData)).toMatchObject({ type: 'coupon.removed' })
  })

  it('throws when the data do not match the schema of the type', () => {
    expect(() => decodeEvent({ ...place, type: 'item.removed', data: {} }, shopEvents)).toThrow()
  })
})
