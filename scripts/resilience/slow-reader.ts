import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createApp } from '../../server/app.ts'
import { readEnv } from '../../server/env.ts'
import { createListener } from '../../server/http/listener.ts'
import { createLog } from '../../server/log.ts'
import { openStore } from '../../server/open-store.ts'
import { openSockets } from '../../server/stream/sockets.ts'
import { newFolder, wait } from './store.ts'

const perSecond = 10_000

/** A process that joined is stopped, and reads no more, while ten thousand events a second are told to it. */
export async function stopReading() {
  const folder = newFolder()
  const env = readEnv({
    DATABASE_URL: `file:${folder}/store.db`,
    APP_SECRET: 'a secret for faults, and for nothing else',
    SEED: 'none',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
  const store = await openStore(env, createLog('silent'))
  const http = createServer(createListener(createApp(store), env))
  const io = openSockets(store, http)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const port = String((http.address() as AddressInfo).port)
  // A process of its own knows no TypeScript unless it is told.
  const reader = fork(fileURLToPath(new URL('./reader.ts', import.meta.url)), [port], { execArgv: ['--import', 'tsx'] })
  await once(reader, 'message')

  let seq = 0
  const data = JSON.stringify({ _id: 'x'.repeat(400) })
  const tellSome = () => {
    for (let i = 0; i < perSecond / 100; i += 1) {
      store.bus.tell('events', [{ stream: 'catalogue', seq: ++seq, type: 'item.removed', at: new Date(), data }])
    }
  }
  // As it is while the reader still reads.
  for (let i = 0; i < 100; i += 1) {
    tellSome()
    await wait(10)
  }
  const before = memory()
  reader.kill('SIGSTOP')
  const { conn } = [...io.sockets.sockets.values()][0]!
  let stuckAt = 0
  const cut = { at: 0 }
  conn.once('close', () => (cut.at = performance.now()))
  const line = (conn as unknown as { transport: { socket: { _socket: { writableLength: number } } } }).transport.socket
    ._socket
  const begun = performance.now()
  let most = 0
  while (cut.at === 0 && performance.now() - begun < 20_000) {
    // What the system between the two has no more room for waits in this process.
    if (line.writableLength === 0) stuckAt = 0
    else if (stuckAt === 0) stuckAt = performance.now()
    tellSome()
    most = Math.max(most, memory() - before)
    await wait(10)
  }
  const cutAfter = cut.at - stuckAt
  await wait(500)
  const left = memory() - before
  reader.kill('SIGKILL')
  await io.close()
  await store.db.close()
  rmSync(folder, { recursive: true, force: true })
  return {
    ok: cut.at > 0 && cutAfter < 1100 && most < 8e6 && left < 8e6,
    figures: `at ${perSecond} events a second: ${cut.at === 0 ? 'never cut' : `cut ${Math.round(cutAfter)} ms after its line was full (${Math.round(stuckAt - begun)} ms after it stopped)`}; it cost ${(most / 1e6).toFixed(1)} MB at most, ${(left / 1e6).toFixed(1)} MB half a second after`,
  }
}

setFlagsFromString('--expose_gc')
const collect = runInNewContext('gc') as () => void
/** What is held, and not merely not yet collected. */
function memory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
