import { connect, type Socket } from 'node:net'

export type Loaded = { rate: number; p50: number; p99: number }
type Load = {
  port: number
  /** How many connections ask at the same time. */
  at: number
  /** The next request as bytes, or null when there are no more. */
  next(): Buffer | null
}

/** One request after another on each of many kept-alive connections. @throws when an answer is not a 200 */
export async function load({ port, at, next }: Load): Promise<Loaded> {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(Array.from({ length: at }, () => askAll(port, next, times)))
  const seconds = (performance.now() - start) / 1000
  times.sort((one, other) => one - other)
  const at2 = (share: number) => times[Math.floor(times.length * share)]!
  return { rate: times.length / seconds, p50: at2(0.5), p99: at2(0.99) }
}

/** Asks the same thing for a while. */
export async function loadFor(seconds: number, port: number, path: string, at = 32): Promise<Loaded> {
  const bytes = request('GET', path)
  const end = performance.now() + seconds * 1000
  return load({ port, at, next: () => (performance.now() < end ? bytes : null) })
}

export function request(method: string, path: string, headers: Record<string, string> = {}, body = ''): Buffer {
  const lines = Object.entries({
    host: 'localhost',
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}

function askAll(port: number, next: () => Buffer | null, times: number[]): Promise<void> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1')
    let asked = 0
    const ask = () => {
      const bytes = next()
      if (!bytes) {
        socket.destroy()
        return done()
      }
      asked = performance.now()
      socket.write(bytes)
    }
    readAnswers(socket, (status) => {
      if (status !== 200) return failed(new Error(`An answer had the status ${status}.`))
      times.push(performance.now() - asked)
      ask()
    })
    socket.on('error', failed)
    socket.on('connect', ask)
    socket.setNoDelay(true)
  })
}

/** Reads whole answers off a connection by their content-length. */
function readAnswers(socket: Socket, heard: (status: number) => void) {
  let missing = 0
  let status = 0
  let head = ''
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) {
      missing -= chunk.length
    } else {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      status = Number(head.slice(9, 12))
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      missing = length - (head.length - end - 4)
      head = ''
    }
    if (missing === 0) heard(status)
  })
}
