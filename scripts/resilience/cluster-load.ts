import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestCluster } from './cluster.ts'
import { startStreamClient, type StreamClient, type StreamEvent } from './stream-client.ts'
import { inParallel, percentile, wait } from './server-process.ts'

type Customer = { id: string; token: string }
/** What the server acknowledged. */
type Acknowledged = { messages: string[]; orders: string[]; refusals: Record<string, number> }

const socketsPerCustomer = 9
const staffSockets = 5
const staffEmail = 'staff@example.com'
const retryDelayMs = 200
const maxRetryMs = 40_000

export type ClusterLoad = Awaited<ReturnType<typeof openLoad>>

/** Sockets of customers and staff that watch a cluster, and a steady load of messages and orders on it. */
export async function openLoad(cluster: TestCluster, socketCount: number) {
  const customers: Customer[] = []
  await inParallel([...Array(Math.ceil(socketCount / socketsPerCustomer)).keys()], 4, async () => {
    customers.push(await cluster.register())
  })
  const staffToken = await cluster.logIn(staffEmail)
  const { text } = await cluster.call('GET', '/items')
  const items = (JSON.parse(text) as { data: { _id: string }[] }).data.map(({ _id }) => _id)
  /** By the text of a message, when its first request was sent. */
  const sentAt = new Map<string, number>()
  let latencies: number[] = []

  const onEvent = ({ type, data }: StreamEvent) => {
    if (type !== 'support.message') return
    const { message } = data.message as { message: string }
    const at = sentAt.get(message)
    if (at !== undefined) latencies.push(performance.now() - at)
  }
  const owners: (Customer | null)[] = Array.from({ length: socketCount }, (_, n) =>
    n < staffSockets ? null : customers[n % customers.length]!,
  )
  const clients: StreamClient[] = []
  for (const owner of owners) {
    clients.push(startStreamClient(cluster.port, owner?.token ?? staffToken, onEvent))
    if (clients.length % 20 === 0) await wait(50)
  }
  while (!clients.every((client) => client.isJoined())) await wait(20)

  /** Sends a request until it is acknowledged, always with the same key, as the store's client does. */
  async function send(path: string, token: string, body: object, acknowledged: Acknowledged) {
    const key = randomUUID()
    const end = performance.now() + maxRetryMs
    while (performance.now() < end) {
      const response = await cluster.call('POST', path, { token, key, body }).catch(() => null)
      if (response?.status === 200) return JSON.parse(response.text) as Record<string, unknown>
      // Another order of the same customer has taken the cart.
      if (response?.status === 422 || response?.status === 400) return null
      const reason = response?.status ?? 'no answer'
      acknowledged.refusals[reason] = (acknowledged.refusals[reason] ?? 0) + 1
      await wait(retryDelayMs)
    }
    return null
  }

  async function sendMessage(n: number, acknowledged: Acknowledged) {
    const text = `message ${randomUUID()}`
    sentAt.set(text, performance.now())
    const body = { message: text, clientId: randomUUID() }
    const sent = await send('/support-chat/message', customers[n % customers.length]!.token, body, acknowledged)
    if (sent) acknowledged.messages.push((sent.message as { _id: string })._id)
  }

  async function placeOrder(n: number, acknowledged: Acknowledged) {
    const { token } = customers[n % customers.length]!
    if (!(await send('/cart', token, { item: items[n % items.length], count: 1 }, acknowledged))) return
    const order = await send('/checkout', token, { paymentMethod: 'binance' }, acknowledged)
    if (order) acknowledged.orders.push((order.data as { _id: string })._id)
  }

  /** Runs the load while `fault` runs, and then until every socket has caught up. */
  async function run(fault: () => Promise<void>, { messagesPerSecond = 20, ordersPerSecond = 2 } = {}) {
    const acknowledged: Acknowledged = { messages: [], orders: [], refusals: {} }
    const before = clients.map(({ counts }) => ({ ...counts }))
    latencies = []
    const pending = new Set<Promise<void>>()
    const track = (work: Promise<void>) => void pending.add(work.finally(() => pending.delete(work)))
    let n = 0
    const messages = setInterval(() => track(sendMessage(++n, acknowledged)), 1000 / messagesPerSecond)
    const orders = setInterval(() => track(placeOrder(++n, acknowledged)), 1000 / ordersPerSecond)
    const startedAt = performance.now()
    await fault()
    clearInterval(messages)
    clearInterval(orders)
    await Promise.all(pending)
    const behind = await countBehind()
    const moved = clients.filter(({ counts }, i) => counts.connects > before[i]!.connects)
    const sum = (name: 'outOfOrder' | 'resyncs') =>
      clients.reduce((total, { counts }, i) => total + counts[name] - before[i]![name], 0)
    return {
      seconds: (performance.now() - startedAt) / 1000,
      messages: acknowledged.messages.length,
      orders: acknowledged.orders.length,
      refused: Object.values(acknowledged.refusals).reduce((sum, count) => sum + count, 0),
      /** By status. */
      refusals: acknowledged.refusals,
      deliveries: latencies.length,
      p50: percentile(latencies, 50),
      p99: percentile(latencies, 99),
      latest: percentile(latencies, 100),
      moved: moved.length,
      reconnectedP99: percentile(
        moved.map((client) => client.lastConnectedAt() - client.lastDisconnectedAt()),
        99,
      ),
      behind,
      outOfOrder: sum('outOfOrder'),
      resyncs: sum('resyncs'),
      missing: await countMissing(acknowledged),
    }
  }

  /** Waits up to ten seconds for every socket to reach the heads of its streams. @returns how many haven't */
  async function countBehind(): Promise<number> {
    const end = performance.now() + 10_000
    for (;;) {
      const heads = await readHeads()
      const behind = clients.filter((client, i) => {
        const owner = owners[i]
        const own = owner
          ? client.since.user === (heads.get(`user:${owner.id}`) ?? 0)
          : client.since.staff === heads.get('staff')
        return !client.isJoined() || !own
      })
      if (behind.length === 0 || performance.now() > end) return behind.length
      await wait(50)
    }
  }

  const readHeads = async () => {
    const rows = await query<{ name: string; seq: string }>('select name, seq from streams')
    return new Map(rows.map(({ name, seq }) => [name, Number(seq)]))
  }

  /** What was acknowledged but isn't in the database. */
  async function countMissing({ messages, orders }: Acknowledged): Promise<number> {
    const [stored] = await query<{ messages: string; orders: string }>(
      'select (select count(*) from support_messages where id = any($1)) as messages, (select count(*) from orders where id = any($2)) as orders',
      [messages, orders],
    )
    return messages.length + orders.length - Number(stored!.messages) - Number(stored!.orders)
  }

  async function query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: cluster.postgres.url })
    await client.connect()
    const { rows } = await client.query(text, values)
    await client.end()
    return rows as T[]
  }

  return {
    customers,
    clients,
    owners,
    staffToken,
    run,
    close() {
      for (const client of clients) client.stop()
    },
  }
}
