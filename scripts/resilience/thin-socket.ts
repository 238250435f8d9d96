import { connect, type Socket } from 'node:net'

export type RawSocket = { socket: Socket; joinedAt: number; welcome: { epoch: string }; isClosed(): boolean }

/**
 * Connects a minimal WebSocket that joins and answers pings, so that ten thousand fit in this process.
 * @param onMessage gets the text of each packet after `welcome`, unparsed
 */
export function connectRaw(port: number, auth: object | null, onMessage?: (text: string) => void): Promise<RawSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const fail = () => reject(new Error('The socket was closed before the welcome message.'))
    socket.setNoDelay().write(handshake)
    let buffer: Buffer = Buffer.alloc(0)
    let upgraded = false
    socket.on('data', (data) => {
      buffer = buffer.length === 0 ? data : Buffer.concat([buffer, data])
      if (!upgraded) {
        const end = buffer.indexOf('\r\n\r\n')
        if (end < 0) return
        upgraded = true
        buffer = buffer.subarray(end + 4)
      }
      for (let frame = readFrame(buffer); frame; frame = readFrame(buffer)) {
        buffer = buffer.subarray(frame.end)
        // Closed at once: the server would wait for a close frame in return.
        if (frame.closes) return void socket.destroy()
        read(frame.text)
      }
    })
    socket.on('error', fail)
    socket.on('close', fail)

    function read(text: string) {
      if (text === '2') socket.write(frameOf('3'))
      else if (text.startsWith('0')) socket.write(frameOf(`40${auth ? JSON.stringify(auth) : ''}`))
      else if (text.startsWith('44')) socket.destroy()
      else if (text.startsWith('42["welcome"')) {
        const [, welcome] = JSON.parse(text.slice(2)) as [string, { epoch: string }]
        resolve({ socket, joinedAt: performance.now(), welcome, isClosed: () => socket.destroyed })
      } else onMessage?.(text)
    }
  })
}

const handshake =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** The first complete frame; null while there is none. */
function readFrame(bytes: Buffer): { text: string; end: number; closes: boolean } | null {
  if (bytes.length < 2) return null
  const short = bytes[1]! & 0x7f
  const start = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < start) return null
  const length = short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  const end = start + length
  if (bytes.length < end) return null
  return { text: bytes.toString('utf8', start, end), end, closes: (bytes[0]! & 0x0f) === 8 }
}

/** A client's frame, masked with zeros. */
function frameOf(text: string): Buffer {
  const { length } = text
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text, 'latin1')])
}
