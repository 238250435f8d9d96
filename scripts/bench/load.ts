import { connect, type Socket } from 'node:net'
import { quantile } from './report.ts'

/** Requests per second, and response times in milliseconds. */
export type LoadResult = { rate: number; p50: number; p99: number }
type Load = {
  port: number
  /** Concurrent connections. */
  connections: number
  /** The bytes of the next request, or null when there are no more. */
  next(): Buffer | null
}

/** Sends requests over kept-alive connections, one after the other on each. @throws on a response other than 200 */
export async function load({ port, connections, next }: Load): Promise<LoadResult> {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, () => sendAll(port, next, times)))
  const seconds = (performance.now() - start) / 1000
  times.sort((one, other) => one - other)
  return { rate: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Repeats one GET for `seconds`. */
export async function loadFor(
  seconds: number,
  port: number,
  path: string,
  { connections = 32, headers = {} }: { connections?: number; headers?: Record<string, string> } = {},
): Promise<LoadResult> {
  const bytes = request('GET', path, headers)
  const end = performance.now() + seconds * 1000
  return load({ port, connections, next: () => (performance.now() < end ? bytes : null) })
}

/** The bytes of an HTTP request. */
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

function sendAll(port: number, next: () => Buffer | null, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let sentAt = 0
    const send = () => {
      const bytes = next()
      if (!bytes) {
        socket.destroy()
        return resolve()
      }
      sentAt = performance.now()
      socket.write(bytes)
    }
    readResponses(socket, (status) => {
      if (status !== 200) return reject(new Error(`Unexpected response status ${status}`))
      times.push(performance.now() - sentAt)
      send()
    })
    socket.on('error', reject)
    socket.on('connect', send)
    socket.setNoDelay(true)
  })
}

/** Reads complete responses from a connection, by their content-length. */
function readResponses(socket: Socket, onResponse: (status: number) => void) {
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
    if (missing === 0) onResponse(status)
  })
}
