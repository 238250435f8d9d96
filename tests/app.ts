import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import type * as z from 'zod/mini'
import { dialect } from '../drizzle/kit.ts'
import { createApp } from '../server/app.ts'
import { type Env, readEnv } from '../server/env.ts'
import { createListener, refuseMalformed } from '../server/http/listener.ts'
import { createLog } from '../server/log.ts'
import { createMailer } from '../server/mail/mailer.ts'
import { openStore } from '../server/open-store.ts'
import type { Store } from '../server/store.ts'
import { openSockets } from '../server/stream/sockets.ts'
import { createBus } from '../server/stream/bus.ts'
import { createPositions } from '../server/stream/positions.ts'
import type { User } from '../shared/accounts.ts'
import type { CartLine } from '../shared/cart.ts'
import type { Item } from '../shared/catalogue.ts'
import type { Notification } from '../shared/notifications.ts'
import type { StaffOrder } from '../shared/order-calls.ts'
import type { PointsEntry } from '../shared/points.ts'
import { openTestDatabase } from './database.ts'

/** Shapes as they go over the wire: dollars, ISO times. */
export type Wire = {
  order: z.input<typeof StaffOrder>
  line: z.input<typeof CartLine>
  item: z.input<typeof Item>
  user: z.input<typeof User>
}
/** What tests look into of an answer; `data` is what its call has there. */
type Body<T> = {
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
export type Answered<T = unknown> = { status: number; headers: Headers; body: Body<T> }
type Sent = { token?: string | undefined; key?: string; cookie?: string; headers?: Record<string, string> }
type Fields = Record<string, unknown>
export type Heard = { stream: string; seq: number; type: string; at: string; data: Fields }

/** What a store needs to be opened as one that real money goes through. */
export const liveSettings = {
  STORE_MODE: 'live',
  PUBLIC_URL: 'https://kade.example',
  TRANSFER_ACCOUNTS: 'server/config/demo-accounts.json',
  CAPTCHA_PROVIDER: 'altcha',
  RATE_LIMITS: 'on',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'kade@kade.example',
}

/** A whole store in a temporary file (or a Postgres in memory), called through its front door. */
export async function openTestStore(
  settings: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), 'kade-')),
) {
  const env = readEnv({
    DATABASE_URL: dialect === 'sqlite' ? `file:${folder}/store.db` : 'postgres://memory',
    APP_SECRET: 'a secret for tests, and for nothing else',
    SEED: 'none',
    CAPTCHA_PROVIDER: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...settings,
  })
  const store = await open(env)
  const app = createApp(store)
  let http: Server | undefined

  async function call<T = Fields>(method: string, path: string, body?: unknown, sent: Sent = {}): Promise<Answered<T>> {
    const { token, key, cookie, headers } = sent
    const response = await app.request(`http://localhost/api${path}`, {
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
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body<T> }
  }

  /** The store's own port, with its push channel. */
  async function listen(): Promise<string> {
    if (!http) {
      const server = createServer(createListener(app, env))
      refuseMalformed(server, env)
      openSockets(store, server)
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      http = server
    }
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  }

  const sockets: Socket[] = []
  /** A client of the push channel that was answered, and everything that it is told. */
  async function follow(auth: Fields = {}, extraHeaders: Record<string, string> = {}) {
    const socket = io(await listen(), {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders,
    })
    sockets.push(socket)
    const told: { name: string; data: Fields }[] = []
    socket.onAny((name: string, data: Fields) => void told.push({ name, data }))
    socket.on('connect_error', (error) => void told.push({ name: 'connect_error', data: { message: error.message } }))
    socket.on('disconnect', () => void told.push({ name: 'disconnect', data: {} }))
    await until(() => told.length > 0)
    const all = (name: string) => told.filter((one) => one.name === name).map((one) => one.data)
    const events = () => all('events').flatMap((some) => some as unknown as Heard[])
    return {
      socket,
      told,
      events,
      /** What was told by that name, oldest first. */
      all,
      /** The events in a word or two each: `order.changed paid`. */
      heard: () =>
        events().map(({ type, data }) => (typeof data.change === 'string' ? `${type} ${data.change}` : type)),
      ask: (name: string, ...data: unknown[]) =>
        socket.timeout(5000).emitWithAck(name, ...data) as Promise<{ success: boolean; message?: string }>,
    }
  }

  /** Ends this server; its database stays where it is, for another to open. */
  async function shut() {
    for (const socket of sockets) socket.disconnect()
    await new Promise<void>((closed) => (http ? (http.closeAllConnections(), http.close(() => closed())) : closed()))
    await store.db.close()
  }

  return {
    store,
    app,
    env,
    folder,
    call,
    listen,
    follow,
    shut,
    async close() {
      await shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>
export type Follower = Awaited<ReturnType<TestStore['follow']>>

async function open(env: Env): Promise<Store> {
  const log = createLog(env.logLevel)
  if (dialect === 'sqlite') return openStore(env, log)
  const [db, bus] = [await openTestDatabase(), createBus()]
  return { db, env, bus, log, positions: await createPositions(db, bus), mail: createMailer(env, log) }
}

/** Waits until something holds that arrives by itself. */
export async function until<T>(look: () => T | undefined | false | null, ms = 5000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const found = look()
    if (found) return found
    if (Date.now() > end) throw new Error(`It did not happen within ${ms} ms: ${look.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
