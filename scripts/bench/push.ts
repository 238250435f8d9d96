import { io, type Socket } from 'socket.io-client'
import { addPeople } from './fill.ts'
import { newFolder, startStore } from './processes.ts'
import { heading, milliseconds, quantile, row } from './say.ts'

const sockets = 1000
const payments = 300

type Wire = { type: string; data: { change?: string; order?: { _id: string } } }

/** From the moment staff verify a payment to the customer's socket, while a thousand people are connected. */
export async function measurePush() {
  heading(`Verify to the customer's socket, ${sockets.toLocaleString('en-US')} sockets connected`)
  const folder = newFolder()
  await (await startStore({}, folder)).stopKeeping()
  const customers = addPeople(`${folder}/store.db`, sockets)
  const [mira] = addPeople(`${folder}/store.db`, 1, { staff: true })
  const store = await startStore({}, folder)
  const address = `http://localhost:${store.port}`
  const call = async (method: string, path: string, token: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const read = (await answer.json()) as { success: boolean; message: string; data: { _id: string } }
    if (!read.success) throw new Error(read.message)
    return read.data
  }

  const verifiedAt = new Map<string, number>()
  const heard = (events: Wire[]) => {
    for (const { type, data } of events) {
      if (type === 'order.changed' && data.change === 'verified') verifiedAt.set(data.order!._id, performance.now())
    }
  }
  const open = await Promise.all(customers.map(({ token }) => follow(address, token, heard)))
  const orders: string[] = []
  for (const { token } of customers.slice(0, payments)) {
    const { _id } = await call('POST', '/checkout', token, { paymentMethod: 'binance' })
    await call('PATCH', `/checkout/${_id}/mark-paid`, token, { paymentMethod: 'bank' })
    orders.push(_id)
  }
  const fromRequest: number[] = []
  for (const id of orders) {
    const asked = performance.now()
    await call('PATCH', `/admin/orders/${id}/verify`, mira!.token)
    while (!verifiedAt.has(id)) await new Promise(setImmediate)
    fromRequest.push(verifiedAt.get(id)! - asked)
  }
  // An upper bound: only the store knows the moment of its commit, which lies between the request and this.
  const sorted = fromRequest.toSorted((one, other) => one - other)
  row(
    'from the request of staff, commit included',
    `p50 ${milliseconds(quantile(sorted, 0.5))}, p99 ${milliseconds(quantile(sorted, 0.99))}`,
  )
  for (const socket of open) socket.disconnect()
  await store.stop()
}

const follow = (address: string, token: string, heard: (events: Wire[]) => void) =>
  new Promise<Socket>((joined, failed) => {
    const socket = io(address, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
    socket.on('events', heard)
    socket.once('welcome', () => joined(socket))
    socket.once('connect_error', failed)
  })
