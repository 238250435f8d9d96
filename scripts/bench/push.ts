import { io, type Socket } from 'socket.io-client'
import { addUsers } from './fill.ts'
import { createTemporaryFolder, startServer } from './processes.ts'
import { heading, milliseconds, quantile, row } from './report.ts'

const sockets = 1000
const payments = 300

type Wire = { type: string; data: { change?: string; order?: { _id: string } } }

/** From the staff request that verifies a payment to the customer's socket, with a thousand sockets connected. */
export async function measurePush() {
  heading(`Verify to the customer's socket, ${sockets.toLocaleString('en-US')} sockets connected`)
  const folder = createTemporaryFolder()
  await (await startServer({}, folder)).stopAndKeepFiles()
  const customers = addUsers(`${folder}/store.db`, sockets)
  const [mira] = addUsers(`${folder}/store.db`, 1, { staff: true })
  const server = await startServer({}, folder)
  const address = `http://localhost:${server.port}`
  const call = async (method: string, path: string, token: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const result = (await response.json()) as { success: boolean; message: string; data: { _id: string } }
    if (!result.success) throw new Error(result.message)
    return result.data
  }

  const verifiedAt = new Map<string, number>()
  const onEvents = (events: Wire[]) => {
    for (const { type, data } of events) {
      if (type === 'order.changed' && data.change === 'verified') verifiedAt.set(data.order!._id, performance.now())
    }
  }
  const connected = await Promise.all(customers.map(({ token }) => connect(address, token, onEvents)))
  const orders: string[] = []
  for (const { token } of customers.slice(0, payments)) {
    const { _id } = await call('POST', '/checkout', token, { paymentMethod: 'binance' })
    await call('PATCH', `/checkout/${_id}/mark-paid`, token, { paymentMethod: 'bank' })
    orders.push(_id)
  }
  const times: number[] = []
  for (const id of orders) {
    const sentAt = performance.now()
    await call('PATCH', `/admin/orders/${id}/verify`, mira!.token)
    while (!verifiedAt.has(id)) await new Promise(setImmediate)
    times.push(verifiedAt.get(id)! - sentAt)
  }
  // An upper bound of the time from the commit, which only the server knows.
  const sorted = times.toSorted((one, other) => one - other)
  row(
    'from the staff request, commit included',
    `p50 ${milliseconds(quantile(sorted, 0.5))}, p99 ${milliseconds(quantile(sorted, 0.99))}`,
  )
  for (const socket of connected) socket.disconnect()
  await server.stop()
}

const connect = (address: string, token: string, onEvents: (events: Wire[]) => void) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = io(address, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
    socket.on('events', onEvents)
    socket.once('welcome', () => resolve(socket))
    socket.once('connect_error', reject)
  })
