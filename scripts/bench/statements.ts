import { loadavg } from 'node:os'
import { io, type Socket } from 'socket.io-client'
import { processCpuMs } from './cpu-time.ts'
import { addUsers } from './fill.ts'
import { createTemporaryFolder, startServer } from './processes.ts'
import { heading, milliseconds, quantile, row } from './report.ts'

const lineCount = 20_000
const orderCount = 200

type Order = { _id: string; reference: string; request: { amount: string } }
type Line = { _id: string; order: { _id: string } | null; text: string }
type Event = { type: string; at: string; data: { change?: string; order?: { _id: string } } }

/**
 * A statement of 20,000 lines, of which 200 pay an order exactly: how long it takes to read, match and store, what others
 * notice of it, how many of its sure lines are wrong, and how soon customers see what was applied.
 */
export async function measureStatements() {
  heading(`A statement of ${lineCount.toLocaleString('en-US')} lines (load ${loadavg()[0]!.toFixed(1)})`)
  const folder = createTemporaryFolder()
  await (await startServer({}, folder)).stopAndKeepFiles()
  const customers = addUsers(`${folder}/store.db`, orderCount)
  const [mira] = addUsers(`${folder}/store.db`, 1, { staff: true })
  const server = await startServer({}, folder)
  const address = `http://localhost:${server.port}`

  const seenMs = new Map<string, number>()
  const onEvents = (events: Event[]) => {
    for (const { type, at, data } of events) {
      if (type === 'order.changed' && data.change === 'verified') {
        seenMs.set(data.order!._id, Date.now() - Date.parse(at))
      }
    }
  }
  const sockets = await Promise.all(customers.map(({ token }) => connect(address, token, onEvents)))
  const orders: Order[] = []
  for (const { token } of customers) {
    const { _id } = await call<Order>(address, 'POST', '/checkout', token, { paymentMethod: 'bank' })
    orders.push(await call(address, 'PATCH', `/checkout/${_id}/mark-paid`, token, { paymentMethod: 'bank' }))
  }

  const { text, paidBy } = writeStatement(orders)
  const form = new FormData()
  form.set('file', new File([text], 'statement.csv'))
  const others = measureOthers(address)
  const uploaded = startTimer(server.pid)
  const file = await call<{ _id: string }>(address, 'POST', '/admin/statements', mira!.token, form)
  row('read, matched and stored', uploaded())
  const otherTimes = await others.stop()
  row(
    'others meanwhile',
    `p50 ${milliseconds(quantile(otherTimes, 0.5))}, p99 ${milliseconds(quantile(otherTimes, 0.99))}`,
  )

  const path = `/admin/statements/${file._id}`
  const sure = await readSure(address, path, mira!.token)
  const wrong = sure.filter(({ order, ...line }) => paidBy.get(line.text) !== order?._id)
  row('sure, of them wrong', `${sure.length}, ${wrong.length}`)

  const applied = startTimer(server.pid)
  await call(address, 'POST', `${path}/apply`, mira!.token, { lines: sure.map(({ _id }) => _id) })
  row(`${sure.length} applied`, applied())
  while (seenMs.size < sure.length) await new Promise(setImmediate)
  // An upper bound of the time from the commit: an event carries the time at which its transaction began.
  const seen = [...seenMs.values()].toSorted((one, other) => one - other)
  row('seen by its customer', `p50 ${milliseconds(quantile(seen, 0.5))}, p99 ${milliseconds(quantile(seen, 0.99))}`)
  for (const socket of sockets) socket.disconnect()
  await server.stop()
}

/** The time that has passed, and the processor time of the server, which says more on a busy machine. */
function startTimer(pid: number): () => string {
  const [startedAt, cpuMs] = [performance.now(), processCpuMs(pid)]
  return () => `${milliseconds(performance.now() - startedAt)}, processor ${milliseconds(processCpuMs(pid) - cpuMs)}`
}

/** One line that pays each order, among strangers, typos and other amounts, as banks mangle them. */
function writeStatement(orders: Order[]): { text: string; paidBy: Map<string, string> } {
  const paidBy = new Map<string, string>()
  const rows = Array.from({ length: lineCount }, (_, index) => {
    const order = orders[index % orders.length]!
    const { reference, request } = order
    const isPayment = index < orders.length
    const words = isPayment ? mangle(reference, index) : strange[index % strange.length]!(reference)
    const text = `CEFT ${noise(6)} ${words} ${noise(6)}`.replace(/\s+/g, ' ').trim()
    if (isPayment) paidBy.set(text, order._id)
    const isOtherAmount = !isPayment && index % strange.length === 0
    return `2026-11-21,${text},${isOtherAmount ? Number(request.amount) + 1 : request.amount}`
  })
  // The payments stand all over the statement.
  const shuffled = rows.map((line) => ({ line, at: Math.random() })).toSorted((one, other) => one.at - other.at)
  return { text: ['Date,Description,Amount', ...shuffled.map(({ line }) => line)].join('\n'), paidBy }
}

const mangle = (reference: string, index: number) =>
  [
    reference,
    reference.toLowerCase(),
    `REF${reference}`,
    `${reference.slice(0, 3)} ${reference.slice(3)}`,
    [...reference].join('.'),
  ][index % 5]!
/** The first stands with another amount, the others with the right one. */
const strange = [
  (reference: string) => reference,
  (reference: string) => withTypo(reference, 3),
  (reference: string) => withTypo(reference, 6),
  () => noise(30),
  () => 'SALARY',
]
const withTypo = (reference: string, at: number) =>
  `${reference.slice(0, at)}${reference[at] === '0' ? '1' : '0'}${reference.slice(at + 1)}`
const chars = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ '
const noise = (length: number) =>
  Array.from({ length }, () => chars[Math.floor(Math.random() * chars.length)]!).join('')

/** The item list, requested one after the other until it is stopped. */
function measureOthers(address: string) {
  const times: number[] = []
  const state = { isStopped: false }
  const run = (async () => {
    while (!state.isStopped) {
      const sentAt = performance.now()
      await (await fetch(`${address}/api/items`)).arrayBuffer()
      times.push(performance.now() - sentAt)
    }
  })()
  return {
    async stop() {
      state.isStopped = true
      await run
      return times.toSorted((one, other) => one - other)
    },
  }
}

async function readSure(address: string, path: string, token: string): Promise<Line[]> {
  const lines: Line[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor && `&cursor=${cursor}`
    const page: { data: Line[]; nextCursor: string | null } = await send(
      address,
      'GET',
      `${path}/lines?state=sure&limit=100${query}`,
      token,
    )
    lines.push(...page.data)
    cursor = page.nextCursor
  }
  return lines
}

const call = async <T>(address: string, method: string, path: string, token: string, body?: object): Promise<T> =>
  (await send<{ data: T }>(address, method, path, token, body)).data

async function send<T>(address: string, method: string, path: string, token: string, body?: object): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  })
  const result = (await response.json()) as T & { success: boolean; message: string }
  if (!result.success) throw new Error(result.message)
  return result
}

const connect = (address: string, token: string, onEvents: (events: Event[]) => void) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = io(address, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
    socket.on('events', onEvents)
    socket.once('welcome', () => resolve(socket))
    socket.once('connect_error', reject)
  })
