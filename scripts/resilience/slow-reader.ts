import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createHttpApp } from '../../server/app.ts'
import { readEnv } from '../../server/env.ts'
import { createListener } from '../../server/http/listener.ts'
import { createLog } from '../../server/log.ts'
import { createAppContext } from '../../server/create-app-context.ts'
import { openSocketServer } from '../../server/realtime/socket-server.ts'
import { createTemporaryFolder, wait } from './server-process.ts'

const eventsPerSecond = 10_000

/** A client process is stopped while ten thousand events per second are sent to it: it is disconnected in time. */
export async function stopReading() {
  const folder = createTemporaryFolder()
  const env = readEnv({
    DATABASE_URL: `file:${folder}/store.db`,
    APP_SECRET: 'a secret only for the resilience tests',
    SEED: 'none',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
  const app = await createAppContext(env, createLog('silent'))
  const http = createServer(createListener(createHttpApp(app), env))
  const io = openSocketServer(app, http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const port = String((http.address() as AddressInfo).port)
  // A child process needs its own TypeScript loader.
  const reader = fork(fileURLToPath(new URL('./slow-reader-process.ts', import.meta.url)), [port], {
    execArgv: ['--import', 'tsx'],
  })
  await once(reader, 'message')

  let seq = 0
  const data = JSON.stringify({ _id: 'x'.repeat(400) })
  const publishBatch = () => {
    for (let i = 0; i < eventsPerSecond / 100; i += 1) {
      app.bus.publish('events', [{ stream: 'catalogue', seq: ++seq, type: 'item.removed', at: new Date(), data }])
    }
  }
  // The baseline, while the client still reads.
  for (let i = 0; i < 100; i += 1) {
    publishBatch()
    await wait(10)
  }
  const memoryBefore = readMemory()
  reader.kill('SIGSTOP')
  const { conn } = [...io.sockets.sockets.values()][0]!
  let blockedAt = 0
  const closed = { at: 0 }
  conn.once('close', () => (closed.at = performance.now()))
  const netSocket = (conn as unknown as { transport: { socket: { _socket: { writableLength: number } } } }).transport
    .socket._socket
  const stoppedAt = performance.now()
  let maxMemory = 0
  while (closed.at === 0 && performance.now() - stoppedAt < 20_000) {
    // Once the operating system's buffers are full, data waits in this process.
    if (netSocket.writableLength === 0) blockedAt = 0
    else if (blockedAt === 0) blockedAt = performance.now()
    publishBatch()
    maxMemory = Math.max(maxMemory, readMemory() - memoryBefore)
    await wait(10)
  }
  const closedAfterMs = closed.at - blockedAt
  await wait(500)
  const memoryAfter = readMemory() - memoryBefore
  reader.kill('SIGKILL')
  await io.close()
  await app.db.close()
  rmSync(folder, { recursive: true, force: true })
  return {
    ok: closed.at > 0 && closedAfterMs < 1100 && maxMemory < 8e6 && memoryAfter < 8e6,
    figures: `at ${eventsPerSecond} events per second: ${closed.at === 0 ? 'never disconnected' : `disconnected ${Math.round(closedAfterMs)} ms after its buffers were full (${Math.round(blockedAt - stoppedAt)} ms after it stopped)`}; up to ${(maxMemory / 1e6).toFixed(1)} MB, ${(memoryAfter / 1e6).toFixed(1)} MB half a second later`,
  }
}

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
/** Memory retained after garbage collection, in bytes. */
function readMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
