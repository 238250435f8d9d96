import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createHttpApp } from './app.ts'
import type { AppContext } from './app-context.ts'
import { createAppContext } from './create-app-context.ts'
import { findUnsafeConditions } from './config/weak-settings.ts'
import { DatabaseStartupError } from './db/errors.ts'
import { ConfigError, type Env, readEnv } from './env.ts'
import { prepareShutdown } from './http/graceful-shutdown.ts'
import { createListener, rejectMalformedRequests } from './http/listener.ts'
import { markNotReady } from './http/readiness.ts'
import { startScheduler } from './jobs/scheduler.ts'
import { createLog } from './log.ts'
import { devInboxUrl } from './pages/dev-inbox.ts'
import { openBuiltFrontend, openViteFrontend } from './pages/frontend.ts'
import { servePages } from './pages/serve-pages.ts'
import { disconnectInBatches } from './realtime/disconnect-in-batches.ts'
import { openSocketServer } from './realtime/socket-server.ts'
import type { AppServer } from './realtime/typed-socket.ts'

try {
  await start()
} catch (error) {
  const isForOperator = error instanceof ConfigError || error instanceof DatabaseStartupError
  console.error(isForOperator ? error.message : error instanceof Error ? error.stack : error)
  process.exit(1)
}

async function start() {
  const env = readEnv()
  const isBuilt = import.meta.env?.PROD
  // The development server's pages allow more than production may.
  if (env.isProduction && !isBuilt) throw new ConfigError('STORE_MODE=live works only with npm start.')
  // Other users of this machine can't read the files we create.
  process.umask(0o077)
  const log = createLog(env.logLevel)
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'server crashed')
    log.flush()
    process.exit(1)
  }
  process.on('uncaughtException', crash).on('unhandledRejection', crash)

  if (env.isProduction) {
    for (const condition of findUnsafeConditions({ uid: process.getuid?.(), envFile: '.env' })) log.warn(condition)
  }
  const app = await createAppContext(env, log)
  const http = createServer({ keepAliveTimeout: 65_000 })
  const shutDown = prepareShutdown(http)
  const frontend = isBuilt ? await openBuiltFrontend() : await openViteFrontend(http)
  const router = createHttpApp(app).route('/', frontend.assets).route('/', servePages(app, frontend))
  const listener = createListener(router, env, log)
  rejectMalformedRequests(http, env, log)
  http.on('request', (request, response) => {
    if (frontend.middleware) frontend.middleware(request, response, () => listener(request, response))
    else listener(request, response)
  })
  const io = openSocketServer(app, http)
  const stopScheduler = startScheduler(app)
  const metrics = env.metrics && (await openMetrics(app, io, env.metrics))

  const stop = async () => {
    markNotReady()
    await delay(env.drainSeconds * 1000)
    const schedulerStopped = stopScheduler()
    const closed = shutDown()
    await Promise.all([closed, disconnectInBatches(io, closed), schedulerStopped])
    metrics?.close()
    await frontend.close()
    await app.outbox.close()
    await app.mail.close()
    await app.system.close()
    await app.bus.close()
    app.rateLimits.close()
    await app.db.close()
    log.flush(() => process.exit(0))
  }
  let stopping: Promise<void> | undefined
  // Ctrl+C in a terminal reaches the processes of a cluster beside the SIGTERM of their parent.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void (stopping ??= stop().catch(crash)))

  await new Promise<void>((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new ConfigError(`PORT ${env.port} is already in use.`) : error),
    )
    // After a restart every client reconnects at once; a full accept queue would make them retry after 1, 3, 7 and 15 s.
    http.listen({ port: env.port, host: env.host, backlog: 4096 }, resolve)
  })
  const hint = env.isProduction ? '' : ' The demo accounts and their password are in the README.'
  const inboxUrl = devInboxUrl(env)
  const inboxHint = inboxUrl === null ? '' : `\nIts emails are shown on this machine at ${inboxUrl}`
  console.log(`Kade is running.${hint}${inboxHint}\n${env.publicUrl}`)
}

async function openMetrics(app: AppContext, io: AppServer, address: NonNullable<Env['metrics']>) {
  // Loaded only where metrics are wanted.
  const { serveMetrics } = await import('./metrics/serve-metrics.ts')
  try {
    return await serveMetrics(app, io, address)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new ConfigError(`METRICS_PORT ${address.port} on ${address.host} can’t be opened (${reason}).`)
  }
}
