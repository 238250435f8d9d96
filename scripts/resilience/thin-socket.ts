import { connect, type Socket } from 'node:net'

export type Told = { name: string; data: unknown }
export type ThinSocket = { socket: Socket; joinedAt: number; welcome: { epoch: string }; lost(): boolean }

/**
 * A web socket that joins and answers pings, and is as little else as a client can be: ten thousand fit in a process
 * beside what is measured. `hear` is told of each message with its text, before it is read.
 */
export function joinThin(port: number, auth: object | null, hear?: (text: string) => void): Promise<ThinSocket> {
  return new Promise((joined, failed) => {
    const socket = connect(port, '127.0.0.1')
    const fail = () => failed(new Error('The socket was closed before it was welcomed.'))
    socket.setNoDelay().write(handshake)
    let left: Buffer = Buffer.alloc(0)
    let upgraded = false
    socket.on('data', (data) => {
      left = left.length === 0 ? data : Buffer.concat([left, data])
      if (!upgraded) {
        const end = left.indexOf('\r\n\r\n')
        if (end < 0) return
        upgraded = true
        left = left.subarray(end + 4)
      }
      for (let frame = readFrame(left); frame; frame = readFrame(left)) {
        left = left.subarray(frame.end)
        // Said to be closed, it is: the server would wait for an answer to that before it lets go.
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
        joined({ socket, joinedAt: performance.now(), welcome, lost: () => socket.destroyed })
      } else hear?.(text)
    }
  })
}

const handshake =
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** The first whole frame in what came; null while there is none. */
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

/** A client's frame, masked with nothing. */
function frameOf(text: string): Buffer {
  const { length } = text
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text, 'latin1')])
}
