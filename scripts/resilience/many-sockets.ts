import { createDatabase, type User } from './fill.ts'
import { inspectableSettings, inspect } from './inspect.ts'
import {
  inParallel,
  createTemporaryFolder,
  percentile,
  startServer,
  type ServerProcess,
  wait,
} from './server-process.ts'
import { connectRaw, type RawSocket } from './thin-socket.ts'

const [socketCount, concurrency, unicasts, broadcasts] = [10_000, 500, 300, 8]

/** Ten thousand connected customers: events to one, events to all, and all reconnect after a kill. */
export async function connectMany() {
  const folder = createTemporaryFolder()
  const { customers, item } = await createDatabase(folder, socketCount)
  const server = await startServer({ folder, settings: inspectableSettings })
  /** When each last received something, and its cursor on the catalogue stream. */
  const received = { at: new Float64Array(socketCount), catalogue: new Int32Array(socketCount) }
  const startedAt = performance.now()
  const sockets = await connectAll(server, null)
  const connectedAfterMs = performance.now() - startedAt
  await inspect(server)

  const unicastTimes: number[] = []
  for (let i = 0; i < unicasts; i += 1) {
    const n = (i * 7919) % socketCount
    const sentAt = performance.now()
    await server.call('POST', '/auth/dark-mode', { token: customers[n]!.token, body: { darkMode: true } })
    while (received.at[n]! < sentAt) await new Promise(setImmediate)
    unicastTimes.push(received.at[n]! - sentAt)
  }
  const broadcastTimes: number[] = []
  for (let i = 1; i <= broadcasts; i += 1) {
    const sentAt = performance.now()
    await review(server, customers[i]!)
    while (!received.catalogue.every((seq) => seq >= i)) await wait(5)
    for (const at of received.at) broadcastTimes.push(at - sentAt)
  }
  const { p99: delayP99, max: maxDelay } = await inspect(server)
  const memory = server.memory()
  const closed = sockets.filter((one) => one.isClosed()).length

  for (const { socket } of sockets) socket.destroy()
  await review(server, customers[broadcasts + 1]!)
  await server.stop('SIGKILL')
  received.catalogue.fill(0)
  const next = await startServer({ folder, port: server.port, settings: inspectableSettings })
  const restartedAt = performance.now()
  const since = { epoch: sockets[0]!.welcome.epoch, since: { user: 0, catalogue: 0 } }
  const reconnected = await connectAll(next, since)
  const isCaughtUp = () => received.catalogue.every((seq) => seq === broadcasts + 1)
  while (!isCaughtUp() && performance.now() < restartedAt + 60_000) await wait(10)
  const caughtUpAfterMs = performance.now() - restartedAt
  for (const { socket } of reconnected) socket.destroy()
  await next.remove()

  const [unicastP99, broadcastP99] = [percentile(unicastTimes, 99), percentile(broadcastTimes, 99)]
  return {
    ok:
      connectedAfterMs <= 30_000 &&
      closed === 0 &&
      memory <= 400e6 &&
      unicastP99 <= 50 &&
      broadcastP99 <= 1000 &&
      caughtUpAfterMs <= 10_000,
    figures: `${sockets.length} connected in ${(connectedAfterMs / 1000).toFixed(1)} s, ${Math.round(memory / 1e6)} MB, ${closed} closed; to one, commit included: p50 ${percentile(unicastTimes, 50).toFixed(1)} ms, p99 ${unicastP99.toFixed(1)} ms; to all: p50 ${Math.round(percentile(broadcastTimes, 50))} ms, p99 ${Math.round(broadcastP99)} ms; event loop delay p99 ${delayP99.toFixed(1)} ms, max ${Math.round(maxDelay)} ms; after a kill, all had the ${broadcasts + 1} events replayed ${(caughtUpAfterMs / 1000).toFixed(1)} s after the restart`,
  }

  async function connectAll({ port }: ServerProcess, since: object | null): Promise<RawSocket[]> {
    const connected: RawSocket[] = []
    await inParallel([...customers.keys()], concurrency, async (n) => {
      const onMessage = (text: string) => {
        received.at[n] = performance.now()
        for (const [, seq] of text.matchAll(/"stream":"catalogue","seq":(\d+)/g)) received.catalogue[n] = Number(seq)
      }
      connected.push(await connectRaw(port, { token: customers[n]!.token, ...since }, onMessage))
    })
    return connected
  }

  async function review(on: ServerProcess, { token }: User) {
    const { status, text } = await on.call('POST', '/reviews', {
      token,
      body: { item, stars: 5, description: 'It works.' },
    })
    if (status !== 200) throw new Error(text)
  }
}
