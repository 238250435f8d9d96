import { createServer } from 'node:http'
import { createApp } from './app.ts'
import { startClock } from './clock.ts'
import { BadDatabase } from './db/errors.ts'
import { BadSetting, readEnv } from './env.ts'
import { createListener, refuseMalformed } from './http/listener.ts'
import { createLog } from './log.ts'
import { openStore } from './open-store.ts'
import { builtFrontend, developedFrontend } from './pages/frontend.ts'
import { servePages } from './pages/serve-pages.ts'
import { stopServing } from './stop.ts'
import { openSockets } from './stream/sockets.ts'

try {
  await boot()
} catch (error) {
  const isSentence = error instanceof BadSetting || error instanceof BadDatabase
  console.error(isSentence ? error.message : error instanceof Error ? error.stack : error)
  process.exit(1)
}

async function boot() {
  const env = readEnv()
  // Built for speed and silence; while it is developed its pages allow more than a live store may.
  if (env.live && !import.meta.env?.PROD) throw new BadSetting('STORE_MODE is "live", which is for npm start alone.')
  // What it writes is for nobody else on this machine.
  process.umask(0o077)
  const log = createLog(env.logLevel)
  const fail = (error: unknown) => {
    log.fatal({ err: error }, 'the store failed')
    log.flush()
    process.exit(1)
  }
  process.on('uncaughtException', fail).on('unhandledRejection', fail)

  const store = await openStore(env, log)
  const http = createServer({ keepAliveTimeout: 65_000 })
  const frontend = import.meta.env?.PROD ? await builtFrontend() : await developedFrontend(http)
  const app = createApp(store).route('/', frontend.assets).route('/', servePages(store, frontend))
  const answer = createListener(app, env, log)
  refuseMalformed(http, env, log)
  http.on('request', (request, response) => {
    if (frontend.middleware) frontend.middleware(request, response, () => answer(request, response))
    else answer(request, response)
  })
  const io = openSockets(store, http)
  const stopClock = startClock(store)

  const stop = async () => {
    stopClock()
    io.disconnectSockets(true)
    await stopServing(http)
    await frontend.close()
    await store.mail.close()
    await store.db.close()
    log.flush(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop().catch(fail))

  await new Promise<void>((listening, failed) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? new BadSetting(`PORT is ${env.port}, but that port is taken.`) : error),
    )
    // Who finds the queue full tries again after 1, 3, 7 and 15 s: after a restart all come back in the same second.
    http.listen({ port: env.port, host: env.host, backlog: 4096 }, listening)
  })
  console.log(
    `The store is open.${env.live ? '' : ' Demo people and their password are in the README.'}\n${env.publicUrl}`,
  )
}
