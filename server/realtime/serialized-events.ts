import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser'
import type { StoredEvent } from '../events/event-bus.ts'
import { toWireJson } from '../events/wire-format.ts'

/** The payload of an `events` packet. The database stores each event's data as JSON, which is sent as it is. */
export class SerializedEvents {
  readonly json: string
  constructor(events: StoredEvent[]) {
    this.json = toWireJson(events)
  }
  toJSON(): unknown {
    return JSON.parse(this.json)
  }
}

/**
 * Socket.IO's own encoder, except that it doesn't parse and stringify events again. The bytes are the same
 * (serialized-events.test.ts), so clients use the default parser.
 */
class EventEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const payload: unknown = Array.isArray(packet.data) ? packet.data[1] : undefined
    const isEvents = payload instanceof SerializedEvents && packet.nsp === '/' && packet.id === undefined
    return isEvents ? [`${PacketType.EVENT}["events",${payload.json}]`] : super.encode(packet)
  }
}

export const parser = { Encoder: EventEncoder, Decoder }
