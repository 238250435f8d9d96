import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import type * as z from 'zod/mini'
import { dialect } from '../drizzle/kit.ts'
import { createHttpApp } from '../server/app.ts'
import { type Env, readEnv } from '../server/env.ts'
import { createListener, rejectMalformedRequests } from '../server/http/listener.ts'
import { createLog } from '../server/log.ts'
import { assembleAppContext, createAppContext } from '../server/create-app-context.ts'
import type { AppContext } from '../server/app-context.ts'
import { openSocketServer } from '../server/realtime/socket-server.ts'
import type { User } from '../shared/accounts/schema.ts'
import type { CartLine } from '../shared/cart/schema.ts'
import type { Item } from '../shared/catalogue/schema.ts'
import type { Notification } from '../shared/notifications/schema.ts'
import type { StaffOrder } from '../shared/orders/staff-schema.ts'
import type { PointsEntry } from '../shared/points/schema.ts'
import { copyEmptySqlite, dropDatabaseOf, openDatabaseOf, openTestDatabase, usesPglite } from './database.ts'

/** JSON as sent over the wire: dollars, ISO times. */
export type Wire = {
  order: z.input<typeof StaffOrder>
  line: z.input<typeof CartLine>
  item: z.input<typeof Item>
  user: z.input<typeof User>
}
/** The response fields that tests read; `T` is the type of `data`. */
type ResponseBody<T> = {
  success: boolean
  message: string
  error: string
  requestId: string
  data: T
  token: string
  user: Wire['user']
  totalCount: number
  nextCursor: string | null
  notifications: z.input<typeof Notification>[]
  unread: number
  entries: z.input<typeof PointsEntry>[]
  totalPoints: number
}
export type ApiResponse<T = unknown> = { status: number; headers: Headers; body: ResponseBody<T> }
type RequestOptions = { token?: string | undefined; key?: string; cookie?: string; headers?: Record<string, string> }
type Fields = Record<string, unknown>
export type ReceivedEvent = { stream: string; seq: number; type: string; at: string; data: Fields }

/** The smallest environment in which the server starts in production mode. */
export const productionSettings = {
  STORE_MODE: 'live',
  PUBLIC_URL: 'https://kade.example',
  TRANSFER_ACCOUNTS: 'tests/transfer-accounts.json',
  CAPTCHA_PROVIDER: 'altcha',
  RATE_LIMITS: 'on',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'kade@kade.example',
}

/** Starts the whole app on a temporary SQLite file (or an in-memory Postgres) and calls it as a client would. */
export async function startTestServer(
  envOverrides: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), 'kade-')),
) {
  const env = readEnv({
    DATABASE_URL: envOverrides.DATABASE_URL ?? (await databaseUrlOf(folder)),
    APP_SECRET: 'a secret that only the tests use',
    SEED: 'none',
    CAPTCHA_PROVIDER: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...envOverrides,
  })
  const file = `${folder}/store.db`
  if (env.databaseUrl === `file:${file}` && !existsSync(file)) copyEmptySqlite(file)
  const app = await createTestContext(env)
  const router = createHttpApp(app)
  let http: Server | undefined

  /**
   * Sends a request to `/api`. An object body is sent as JSON, a string as it is. The emails of a change to an account
   * are sent when it returns.
   */
  async function call<T = Fields>(
    method: string,
    path: string,
    body?: unknown,
    { token, key, cookie, headers }: RequestOptions = {},
  ): Promise<ApiResponse<T>> {
    const response = await router.request(`http://localhost/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (method !== 'GET' && path.startsWith('/auth/')) await app.outbox.drain()
    return { status: response.status, headers: response.headers, body: (await response.json()) as ResponseBody<T> }
  }

  /** Listens on a free port, socket server included, and returns the base URL. */
  async function listen(): Promise<string> {
    if (!http) {
      const server = createServer(createListener(router, env))
      rejectMalformedRequests(server, env)
      openSocketServer(app, server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      http = server
    }
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  }

  const sockets: Socket[] = []
  /** Opens a socket and waits for its first message; records every message from then on. */
  async function connect(auth: Fields = {}, extraHeaders: Record<string, string> = {}) {
    const socket = io(await listen(), {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders,
    })
    sockets.push(socket)
    const received: { name: string; data: Fields }[] = []
    const record = (name: string, data: Fields) => void received.push({ name, data })
    socket.onAny(record)
    socket.on('connect_error', (error) => record('connect_error', { message: error.message }))
    socket.on('disconnect', () => record('disconnect', {}))
    await waitFor(() => received.length > 0)
    const payloads = (name: string) => received.filter((message) => message.name === name).map(({ data }) => data)
    const events = () => payloads('events').flatMap((batch) => batch as unknown as ReceivedEvent[])
    return {
      socket,
      received,
      events,
      /** The payloads of all messages with this name, oldest first. */
      payloads,
      /** Each event as its type and what changed: `order.changed paid`. */
      eventSummaries: () =>
        events().map(({ type, data }) => (typeof data.change === 'string' ? `${type} ${data.change}` : type)),
      emit: (name: string, ...data: unknown[]) =>
        socket.timeout(5000).emitWithAck(name, ...data) as Promise<{ success: boolean; message?: string }>,
    }
  }

  /** Stops the server but leaves its database, so that another one can open it. */
  async function stop() {
    for (const socket of sockets) socket.disconnect()
    await new Promise<void>((resolve) => (http ? (http.closeAllConnections(), http.close(() => resolve())) : resolve()))
    await app.outbox.close()
    await app.mail.close()
    await app.bus.close()
    app.rateLimits.close()
    await app.db.close()
  }

  return {
    app,
    router,
    env,
    folder,
    call,
    listen,
    connect,
    stop,
    /** Stops the server and deletes its files. */
    async close() {
      await stop()
      await dropDatabaseOf(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
export type TestConnection = Awaited<ReturnType<TestServer['connect']>>

const inMemoryPostgres = 'postgres://memory'

/** Apps that are started with the same folder share a database, except in memory. */
export async function databaseUrlOf(folder: string): Promise<string> {
  if (dialect === 'sqlite') return `file:${folder}/store.db`
  return usesPglite() ? inMemoryPostgres : openDatabaseOf(folder)
}

async function createTestContext(env: Env): Promise<AppContext> {
  const log = createLog(env.logLevel)
  if (env.databaseUrl === inMemoryPostgres) return assembleAppContext(await openTestDatabase(), env, log)
  return createAppContext(env, log)
}

/** Polls until the condition returns something truthy, and returns that. @throws after `timeoutMs` */
export async function waitFor<T>(condition: () => T | undefined | false | null, timeoutMs = 30_000): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const result = condition()
    if (result) return result
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms waiting for: ${condition.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
