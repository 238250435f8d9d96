import { connect, type Socket } from 'node:net'
import { fill } from './fill.ts'
import { inParallel, newFolder, percentile, startStore, wait } from './store.ts'

const idle = 10_000
const slow = 1000

/** Ten thousand sockets that are silent, and a thousand requests that never end: the others are still served. */
export async function holdIdle() {
  const folder = newFolder()
  await fill(folder, 1)
  const store = await startStore({ folder })
  const begun = performance.now()
  const sockets: Socket[] = []
  let joined = 0
  await inParallel(Array.from({ length: idle }), 200, async () => {
    sockets.push(await joinIdle(store.port, () => (joined += 1)))
  })
  const upAfter = performance.now() - begun
  const dripping = await Promise.all(Array.from({ length: slow }, () => beginRequest(store.port)))
  const drip = setInterval(() => dripping.forEach((socket) => socket.writable && socket.write('x')), 1000)

  const times: number[] = []
  let failed = 0
  const end = performance.now() + 15_000
  await inParallel(Array.from({ length: 4 }), 4, async () => {
    while (performance.now() < end) {
      const { status, ms } = await store.call('GET', '/items?limit=24')
      if (status === 200) times.push(ms)
      else failed += 1
      await wait(5)
    }
  })
  const memory = store.memory()
  const still = sockets.filter((socket) => !socket.destroyed).length
  clearInterval(drip)
  for (const socket of [...sockets, ...dripping]) socket.destroy()
  await store.remove()
  const p99 = percentile(times, 99)
  return {
    ok: joined === idle && still === idle && failed === 0 && p99 <= 100 && memory <= 400e6,
    figures: `${joined} sockets joined in ${(upAfter / 1000).toFixed(1)} s, ${still} still there with ${slow} requests dripping in; ${times.length} reads by others: p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed; ${Math.round(memory / 1e6)} MB`,
  }
}

/** A web socket that joins, answers pings, and is silent otherwise: the least that a client can be. */
function joinIdle(port: number, onJoin: () => void): Promise<Socket> {
  return new Promise((open, failed) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (text.includes('0{"sid"')) socket.write(frame('40'))
      if (text.includes('42["welcome"')) {
        onJoin()
        open(socket)
      }
      if (text.includes('\x81\x012')) socket.write(frame('3'))
    })
    socket.on('error', failed)
  })
}

/** A client's frame: short, and masked with nothing. */
const frame = (text: string) =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text, 'latin1')])

function beginRequest(port: number): Promise<Socket> {
  return new Promise((open) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /api/items HTTP/1.1\r\nhost: x\r\nx-slow: ')
      open(socket)
    })
    socket.on('error', () => {})
  })
}
