import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createConnection, type UnknownEvent } from '../../client/stream/socket.ts'
import { createSync } from '../../client/stream/sync.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { fill } from './fill.ts'
import { newFolder, startStore, wait } from './store.ts'

const rounds = 3

/** What is sent vanishes, and no end is told of it: the client's own code says so, and is right again once it can. */
export async function swallowPackets() {
  const folder = newFolder()
  const { customers } = await fill(folder, 1)
  const { token } = customers[0]!
  const store = await startStore({ folder })
  const network = await openNetwork(store.port)
  const watching = watch(network.url, token)
  await until(() => watching.status() === 'live')

  const [said, healed]: number[][] = [[], []]
  const faults: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    // Each time at another moment between two pings.
    await wait(round * 3000)
    network.swallow()
    const begun = performance.now()
    const darkMode = round % 2 === 1
    await store.call('POST', '/auth/dark-mode', { token, body: { darkMode } })
    await until(() => watching.status() === 'offline')
    said!.push(performance.now() - begun)
    if (watching.darkMode() === darkMode) faults.push('it was told through the hole')
    await wait(5000)
    network.heal()
    const open = performance.now()
    await until(() => watching.status() === 'live')
    healed!.push(performance.now() - open)
    if (watching.darkMode() !== darkMode) faults.push('what happened meanwhile is not known')
  }
  const { times, applied } = watching.seen
  watching.stop()
  network.close()
  await store.remove()
  const most = (values: number[]) => Math.max(...values) / 1000
  if (applied !== rounds) faults.push(`${applied} events applied of ${rounds}`)
  return {
    ok: faults.length === 0 && most(said!) <= 15 && most(healed!) <= 20,
    figures: `${rounds} times: said after ${most(said!).toFixed(1)} s at most, healed ${most(healed!).toFixed(1)} s after at most; ${applied} of ${rounds} events applied once each, fetched again ${times} times`,
    faults,
  }
}

/** The client's connection and its order of events, without the page. */
function watch(url: string, token: string) {
  const seen = { times: 0, applied: 0 }
  let status = 'connecting'
  let darkMode: boolean | undefined
  const state = {}
  const sync = createSync<object, StreamEvent | UnknownEvent>({
    update: (change) => change(state),
    apply(_, event) {
      seen.applied += 1
      if (event.type === 'user.changed') darkMode = event.data.user.darkMode
    },
    refetch: () => void (seen.times += 1),
    reconnect: () => connection.reconnect(),
  })
  const connection = createConnection({
    load: () => import('../../client/stream/wire.ts'),
    url,
    sync,
    token: () => token,
    refresh: async () => null,
    onStatus: (next) => void (status = next),
    onSignal: () => {},
    onEnd: () => {},
    refetch: () => void (seen.times += 1),
  })
  void connection.start()
  return { seen, status: () => status, darkMode: () => darkMode, stop: connection.stop }
}

/** A network before the store, in which everything can vanish; a connection that it swallowed once stays dead. */
async function openNetwork(port: number) {
  const open = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let swallows = false
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(from)
      if (swallows) dead.add(from)
      from.on('data', (data) => void (dead.has(from) || to.write(data)))
      from.on('error', () => {})
      from.on('close', () => void (open.delete(from), dead.has(from) || to.destroy()))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow() {
      swallows = true
      for (const socket of open) dead.add(socket)
    },
    heal: () => void (swallows = false),
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

async function until(holds: () => boolean) {
  const end = performance.now() + 60_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(`It did not come about in a minute: ${holds.toString()}`)
    await wait(10)
  }
}
