import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { io, type Socket } from 'socket.io-client'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { createLog } from '../server/log.ts'
import { openStore } from '../server/open-store.ts'
import { openSockets } from '../server/stream/sockets.ts'

type Body = Record<string, unknown>
/** An answer of the API, whatever is in it. */
export type Answered = { status: number; headers: Headers; body: Record<string, any> }
type Sent = { token?: string | undefined; key?: string; headers?: Record<string, string> }

/** A whole store in a temporary file, called through its front door. */
export async function openTestStore(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kade-'))
  const env = readEnv({
    DATABASE_URL: `file:${folder}/store.db`,
    SEED: 'none',
    CAPTCHA_PROVIDER: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...settings,
  })
  const store = await openStore(env, createLog(env.logLevel))
  const app = createApp(store)
  let http: Server | undefined

  async function call(method: string, path: string, body?: Body | string, { token, key, headers }: Sent = {}): Promise<Answered> {
    const response = await app.request(`http://localhost/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answered['body'] }
  }

  /** The store's own port, with its push channel. */
  async function listen(): Promise<string> {
    if (!http) {
      const server = createServer(getRequestListener(app.fetch))
      openSockets(store, server)
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      http = server
    }
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  }

  const sockets: Socket[] = []
  /** A client of the push channel, and everything that it was told. */
  async function follow(auth: Body) {
    const socket = io(await listen(), { auth, transports: ['websocket'], reconnection: false, forceNew: true })
    sockets.push(socket)
    const told: { name: string; data: any }[] = []
    socket.onAny((name: string, data: unknown) => void told.push({ name, data }))
    socket.on('connect_error', (error) => void told.push({ name: 'connect_error', data: error.message }))
    const events = () => told.filter((one) => one.name === 'events').flatMap((one) => one.data as Body[])
    return { socket, told, events }
  }

  return {
    store,
    app,
    env,
    call,
    listen,
    follow,
    async close() {
      for (const socket of sockets) socket.disconnect()
      await new Promise<void>((closed) => (http ? (http.closeAllConnections(), http.close(() => closed())) : closed()))
      await store.db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type TestStore = Awaited<ReturnType<typeof openTestStore>>

/** Waits until something holds that arrives by itself. */
export async function until<T>(look: () => T | undefined | false | null, ms = 5000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const found = look()
    if (found) return found
    if (Date.now() > end) throw new Error(`It did not happen within ${ms} ms: ${look}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
