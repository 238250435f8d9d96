import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser'

/** The payload of an `events` packet, written by `toWireJson`: the data that the database stores are sent as they are. */
export class SerializedEvents {
  readonly json: string
  constructor(json: string) {
    this.json = json
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
