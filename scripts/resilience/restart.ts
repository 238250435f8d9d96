import Database from 'better-sqlite3'
import { io, type Socket } from 'socket.io-client'
import { backoffMs } from '../../client/stream/backoff.ts'
import { createDatabase, type User } from './fill.ts'
import { inParallel, createTemporaryFolder, percentile, startServer, wait } from './server-process.ts'

const customerCount = 600

type Event = { stream: string; seq: number }

/** A client that reconnects with its cursor and checks that sequence numbers have no gap. */
function startClient(port: number, { token }: User) {
  const since: Record<string, number> = {}
  const counts = { outOfOrder: 0, resyncs: 0 }
  let lastReceivedAt = 0
  let epoch: string | undefined
  let attempts = 0
  let isStopped = false
  const socket: Socket = io(`http://127.0.0.1:${port}`, {
    auth: (send) => send({ token, ...(epoch && { epoch, since }) }),
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  })
  socket.on('welcome', (welcome: { epoch: string; streams: Record<string, { head: number; mode: string }> }) => {
    for (const [name, { head, mode }] of Object.entries(welcome.streams)) {
      if (mode === 'resync') counts.resyncs += 1
      if (mode !== 'replay') since[name] = head
    }
    epoch = welcome.epoch
    attempts = 0
    lastReceivedAt = performance.now()
  })
  socket.on('events', (events: Event[]) => {
    for (const { stream, seq } of events) {
      if (seq !== since[stream]! + 1) counts.outOfOrder += 1
      since[stream] = seq
    }
    lastReceivedAt = performance.now()
  })
  const reconnect = () => !isStopped && setTimeout(() => socket.connect(), backoffMs(attempts++))
  socket.on('disconnect', reconnect)
  socket.on('connect_error', reconnect)
  return {
    counts,
    since,
    lastReceivedAt: () => lastReceivedAt,
    isJoined: () => socket.connected && epoch !== undefined,
    stop() {
      isStopped = true
      socket.disconnect()
    },
  }
}

/** The app is killed and restarted while six hundred clients are connected and events are published. */
export async function restartWhileWatched() {
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, customerCount)
  const server = await startServer({ folder })
  const clients = customers.map((customer) => startClient(server.port, customer))
  while (!clients.every((one) => one.isJoined())) await wait(20)

  let isPublishing = true
  const publish = async () => {
    await inParallel(customers, 8, async ({ token }) => {
      if (isPublishing)
        await server.call('POST', '/auth/dark-mode', { token, body: { darkMode: true } }).catch(() => null)
    })
  }
  const publishing = publish()
  await wait(300)
  server.child.kill('SIGKILL')
  await server.stop()
  isPublishing = false
  await publishing
  // The second process sends the events that the first had committed but not sent.
  const next = await startServer({ folder, port: server.port })
  const restartedAt = performance.now()
  const upToDate = await countUpToDate()
  const delays = clients.map((one) => Math.max(0, one.lastReceivedAt() - restartedAt))
  // And live events continue.
  await inParallel(customers, 8, async ({ token }) => {
    await next.call('POST', '/auth/change-currency', { token, body: { currency: 'LKR' } })
  })
  const stillUpToDate = await countUpToDate()
  const sums = {
    outOfOrder: clients.reduce((sum, { counts }) => sum + counts.outOfOrder, 0),
    resyncs: clients.reduce((sum, { counts }) => sum + counts.resyncs, 0),
  }
  for (const one of clients) one.stop()
  await next.remove()
  return {
    ok:
      upToDate === customerCount &&
      stillUpToDate === customerCount &&
      sums.outOfOrder === 0 &&
      percentile(delays, 100) < 5000,
    figures: `${customerCount} customers: ${upToDate} up to date again, ${sums.outOfOrder} events missed or repeated, ${sums.resyncs} resyncs; up to date ${Math.round(percentile(delays, 50))} ms (p50), ${Math.round(percentile(delays, 99))} ms (p99), ${Math.round(percentile(delays, 100))} ms (last) after the restart; ${stillUpToDate} up to date after ${customerCount} more changes`,
  }

  /** Waits up to ten seconds for every client to reach its stream's head. @returns how many have */
  async function countUpToDate(): Promise<number> {
    const heads = readHeads(`${folder}/store.db`)
    const isUpToDate = ({ isJoined, since }: Client, i: number) =>
      isJoined() && since.user === (heads.get(`user:${customers[i]!.id}`) ?? 0)
    const end = performance.now() + 10_000
    while (!clients.every(isUpToDate) && performance.now() < end) await wait(10)
    return clients.filter(isUpToDate).length
  }
}

type Client = ReturnType<typeof startClient>

function readHeads(file: string): Map<string, number> {
  const db = new Database(file, { readonly: true })
  const rows = db.prepare('select name, seq from streams').all() as { name: string; seq: number }[]
  db.close()
  return new Map(rows.map(({ name, seq }) => [name, seq]))
}
