import * as fc from 'fast-check'
import { Encoder, type Packet, PacketType } from 'socket.io-parser'
import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../../server/events/event-bus.ts'
import { toWireJson } from '../../../server/events/wire-format.ts'
import { parser, SerializedEvents } from '../../../server/realtime/serialized-events.ts'

const at = new Date('2026-11-22T10:00:00.123Z')
const encode = (encoder: Encoder, name: string, payload: unknown, extra: Partial<Packet> = {}) =>
  encoder.encode({ type: PacketType.EVENT, nsp: '/', data: [name, payload], ...extra })

/** What Socket.IO's own encoder makes of the same events. */
const encodeByDefault = (events: StoredEvent[], extra?: Partial<Packet>) => {
  const payload = events.map(({ stream, seq, type, data }) => ({
    stream: stream.startsWith('user:') ? 'user' : stream,
    seq,
    type,
    at: at.toISOString(),
    data: JSON.parse(data) as unknown,
  }))
  return encode(new Encoder(), 'events', payload, extra)
}

describe('the bytes of an events packet', () => {
  it('are those of the default encoder', () => {
    const streams = fc.constantFrom('user:abc', 'staff', 'catalogue')
    const data = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.stringify(value))
    const event = fc.record({ stream: streams, seq: fc.nat(), type: fc.constant('item.removed' as const), data })
    fc.assert(
      fc.property(fc.array(event), (list) => {
        const events = list.map((one) => ({ ...one, at }))
        const encoded = encode(new parser.Encoder(), 'events', new SerializedEvents(toWireJson(events)))
        expect(encoded).toEqual(encodeByDefault(events))
      }),
    )
  })

  it('are the same in another namespace and with an acknowledgement id', () => {
    const events: StoredEvent[] = [{ stream: 'staff', seq: 1, type: 'item.removed', at, data: '{"_id":"“x”"}' }]
    for (const extra of [{ nsp: '/other' }, { id: 7 }]) {
      const encoded = encode(new parser.Encoder(), 'events', new SerializedEvents(toWireJson(events)), extra)
      expect(encoded).toEqual(encodeByDefault(events, extra))
    }
  })
})

it('leaves other packets to the default encoder', () => {
  const signal = { orderId: 'x', name: null }
  expect(encode(new parser.Encoder(), 'viewing', signal)).toEqual(encode(new Encoder(), 'viewing', signal))
})
