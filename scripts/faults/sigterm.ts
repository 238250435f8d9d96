import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { io } from 'socket.io-client'
import { fill } from './fill.ts'
import { newFolder, startStore, wait } from './store.ts'

const clients = 32
const watchers = 50

/** SIGTERM under load: who is answered is answered, who watches is told, and comes back to the next process. */
export async function terminateUnderLoad() {
  const folder = newFolder()
  const { customers } = await fill(folder, watchers)
  const store = await startStore({ folder })
  const sockets = customers.map(({ token }) =>
    io(`http://127.0.0.1:${store.port}`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    }),
  )
  await Promise.all(sockets.map((socket) => new Promise((joined) => socket.once('welcome', joined))))
  const told = sockets.map((socket) => once(socket as never, 'disconnect').then(() => performance.now()))

  const sums = { answered: 0, failed: 0 }
  const failures: string[] = []
  const load = Array.from({ length: clients }, () => askUntilClosed(store.port, sums, failures))
  await wait(1500)
  const begun = performance.now()
  store.child.kill('SIGTERM')
  await Promise.all(load)
  const lastTold = Math.max(...(await Promise.all(told))) - begun
  await store.ended
  const stoppedAfter = performance.now() - begun

  const next = await startStore({ folder, port: store.port })
  const back = performance.now()
  await Promise.all(
    sockets.map((socket) => (socket.connect(), new Promise((joined) => socket.once('welcome', joined)))),
  )
  const backAfter = performance.now() - back
  for (const socket of sockets) socket.disconnect()
  await next.remove()
  return {
    ok: sums.failed === 0 && sums.answered > 100 && lastTold < 1000 && store.child.exitCode === 0,
    figures: `${clients} clients, ${sums.answered} requests answered, ${sums.failed} failed; ${watchers} sockets told after ${Math.round(lastTold)} ms, back ${Math.round(backAfter)} ms after the next process was up; stopped after ${Math.round(stoppedAfter)} ms; exit code ${store.child.exitCode}`,
    faults: failures,
  }
}

/** One client with one connection, which ends when the server says that it closes it. */
async function askUntilClosed(port: number, sums: { answered: number; failed: number }, failures: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const closes = await new Promise<boolean>((resolve) => {
      const asked = request({ agent, port, host: '127.0.0.1', path: '/api/items?limit=5' })
      asked.on('response', (response) => {
        response.resume()
        response.on('error', (error) => fail(`in the answer: ${error.message}`))
        response.on('end', () => {
          if (response.statusCode === 200) sums.answered += 1
          else fail(`status ${response.statusCode}`)
          resolve(response.headers.connection === 'close')
        })
      })
      asked.on('error', (error) => {
        fail(error.message)
        resolve(true)
      })
      asked.end()
    })
    if (closes) return
  }
  function fail(what: string) {
    sums.failed += 1
    failures.push(what)
  }
}
