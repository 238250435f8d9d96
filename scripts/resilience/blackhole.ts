import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { UnknownEvent } from '../../client/stream/connection-options.ts'
import { createConnection } from '../../client/stream/socket.ts'
import { createSync } from '../../client/stream/sync.ts'
import { io } from '../../client/stream/io.ts'
import * as messages from '../../client/stream/parse-messages.ts'
import { shopEvents } from '../../shared/shop-events.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { createDatabase } from './fill.ts'
import { createTemporaryFolder, startServer, wait } from './server-process.ts'

const rounds = 3

/** The network swallows every packet: the client's code notices, and recovers when the network does. */
export async function swallowPackets() {
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, 1)
  const { token } = customers[0]!
  const server = await startServer({ folder })
  const network = await openNetwork(server.port)
  const client = startClient(network.url, token)
  await waitUntil(() => client.status() === 'live')

  const [detectionTimes, recoveryTimes]: number[][] = [[], []]
  const problems: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    // At a different moment between two pings each time.
    await wait(round * 3000)
    network.swallow()
    const swallowedAt = performance.now()
    const darkMode = round % 2 === 1
    await server.call('POST', '/auth/dark-mode', { token, body: { darkMode } })
    await waitUntil(() => client.status() === 'offline')
    detectionTimes!.push(performance.now() - swallowedAt)
    if (client.darkMode() === darkMode) problems.push('an event got through')
    await wait(5000)
    network.heal()
    const healedAt = performance.now()
    await waitUntil(() => client.status() === 'live')
    recoveryTimes!.push(performance.now() - healedAt)
    if (client.darkMode() !== darkMode) problems.push('an event is missing after the recovery')
  }
  const { refetches, applied } = client.counts
  client.stop()
  network.close()
  await server.remove()
  const maxSeconds = (values: number[]) => Math.max(...values) / 1000
  if (applied !== rounds) problems.push(`${applied} events applied of ${rounds}`)
  return {
    ok: problems.length === 0 && maxSeconds(detectionTimes!) <= 15 && maxSeconds(recoveryTimes!) <= 20,
    figures: `${rounds} times: detected within ${maxSeconds(detectionTimes!).toFixed(1)} s, recovered within ${maxSeconds(recoveryTimes!).toFixed(1)} s; ${applied} of ${rounds} events applied once each, ${refetches} refetches`,
    problems,
  }
}

/** The client's connection and event ordering, without a page. */
function startClient(url: string, token: string) {
  const counts = { refetches: 0, applied: 0 }
  let status = 'connecting'
  let darkMode: boolean | undefined
  const state = {}
  const sync = createSync<object, StreamEvent | UnknownEvent>({
    update: (change) => change(state),
    apply(_, event) {
      counts.applied += 1
      if (event.type === 'user.changed') darkMode = event.data.user.darkMode
    },
    refetch: () => void (counts.refetches += 1),
    reconnect: () => connection.reconnect(),
  })
  const connection = createConnection({
    load: async () => ({ ...messages, io, readEvents: (data) => messages.readEvents(data, shopEvents) }),
    url,
    sync,
    token: () => token,
    refresh: async () => null,
    onStatus: (next) => void (status = next),
    onSignal: () => {},
    onEnd: () => {},
    refetch: () => void (counts.refetches += 1),
  })
  void connection.start()
  return { counts, status: () => status, darkMode: () => darkMode, stop: connection.stop }
}

/** A proxy in front of the app that can swallow everything; a connection it has swallowed stays swallowed. */
async function openNetwork(port: number) {
  const sockets = new Set<Socket>()
  const swallowed = new WeakSet<Socket>()
  let isSwallowing = false
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      if (isSwallowing) swallowed.add(from)
      from.on('data', (data) => void (swallowed.has(from) || to.write(data)))
      from.on('error', () => {})
      from.on('close', () => void (sockets.delete(from), swallowed.has(from) || to.destroy()))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow() {
      isSwallowing = true
      for (const socket of sockets) swallowed.add(socket)
    },
    heal: () => void (isSwallowing = false),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function waitUntil(condition: () => boolean) {
  const end = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Timed out after a minute waiting for: ${condition.toString()}`)
    await wait(10)
  }
}
