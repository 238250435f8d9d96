import { describe, expect, it } from 'vitest'
import { decodeEvent } from '../../shared/stream.ts'

const place = { stream: 'catalogue' as const, seq: 3, at: Date.parse('2026-01-01T00:00:00.000Z') }

describe('decodeEvent', () => {
  it('decodes the data and keeps the place in the stream', () => {
    const event = decodeEvent({ ...place, type: 'item.removed', data: { _id: 'i1' } })
    expect(event).toEqual({ ...place, type: 'item.removed', data: { _id: 'i1' } })
  })

  it('returns null for an unknown event type', () => {
    expect(decodeEvent({ ...place, type: 'item.teleported', data: {} })).toBeNull()
  })

  it('throws when the data do not match the schema of the type', () => {
    expect(() => decodeEvent({ ...place, type: 'item.removed', data: {} })).toThrow()
  })
})
