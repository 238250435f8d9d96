import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { createHttpApp } from '../../../server/app.ts'
import { createLog } from '../../../server/log.ts'
import { openSocketServer } from '../../../server/realtime/socket-server.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser } from '../../build.ts'
import { onWriter } from '../../database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'on' })
})
afterAll(() => server.close())

type LogLine = Record<string, unknown>

/** The server's app with a log that the test reads, over HTTP and sockets. */
async function startLogged() {
  const lines: LogLine[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as LogLine) })
  const app = { ...server.app, log }
  const http = createServer()
  openSocketServer(app, http)
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const { port } = http.address() as AddressInfo
  const router = createHttpApp(app)
  return {
    lines,
    post: (path: string, token: string, body?: unknown) =>
      router.request(`http://localhost/api${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async connect(token: string): Promise<Socket> {
      const socket = io(`http://127.0.0.1:${port}`, { auth: { token }, transports: ['websocket'], forceNew: true })
      await new Promise((resolve) => socket.once('welcome', resolve))
      return socket
    },
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}

it('counts messages over REST and the socket against one limit', async () => {
  const ada = await buildUser(server)
  const socket = await server.connect({ token: ada.token })
  const overSocket = (n: number) => socket.emit('support:send', { clientId: `c${n}`, message: 'Hello' })
  const overRest = () => server.call('POST', '/support-chat/message', { message: 'Hello' }, { token: ada.token })
  for (let n = 0; n < 3; n += 1) expect(await overSocket(n)).toMatchObject({ success: true })
  expect([(await overRest()).status, (await overRest()).status]).toEqual([200, 200])
  const rejected = await overRest()
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await overSocket(3)).toMatchObject({ success: false, error: 'too_many' })
})

it('does not limit staff over either', async () => {
  const [ada, mira] = [await buildUser(server), await buildStaff(server)]
  const socket = await server.connect({ token: mira.token })
  for (let n = 0; n < 8; n += 1) {
    const message = { message: `${n}`, userId: ada.id }
    expect(await socket.emit('support:send', { ...message, clientId: `s${n}` })).toMatchObject({ success: true })
    const { status } = await server.call('POST', '/support-chat/message', message, { token: mira.token })
    expect(status).toBe(200)
  }
})

it('logs a message and its reading over the socket like a request, without its text', async () => {
  const [ada, mira] = [await buildUser(server), await buildStaff(server)]
  const logged = await startLogged()
  const socket = await logged.connect(ada.token)
  const { lines } = logged
  const answer = (await socket.emitWithAck('support:send', { clientId: 'c1', message: 'MESSAGETEXT' })) as {
    message: { _id: string }
  }
  await logged.post('/support-chat/message', ada.token, { message: 'MESSAGETEXT' })
  await waitFor(() => lines.length >= 2)
  const common = { level: 30, status: 200, userId: ada.id, ms: expect.any(Number), requestId: expect.any(String) }
  expect(lines).toMatchObject([
    { ...common, method: 'SOCKET', path: 'support:send', ip: '127.0.0.1' },
    { ...common, method: 'POST', path: '/api/support-chat/message' },
  ])
  expect(Object.keys(lines[0]!)).toEqual(Object.keys(lines[1]!))
  expect(lines[0]!.requestId).not.toBe(lines[1]!.requestId)

  const staff = await logged.connect(mira.token)
  await staff.emitWithAck('support:read', { upTo: answer.message._id })
  await socket.emitWithAck('support:send', { clientId: 'c2', message: 'MESSAGETEXT', userId: mira.id })
  await socket.emitWithAck('typing', { on: true })
  await waitFor(() => lines.length >= 4)
  expect(lines.slice(2)).toMatchObject([
    { ...common, path: 'support:read', userId: mira.id },
    { ...common, level: 40, event: 'request.refused', path: 'support:send', status: 403, error: 'not_yours' },
  ])
  expect(JSON.stringify(lines)).not.toContain('MESSAGETEXT')
  for (const one of [socket, staff]) one.disconnect()
  logged.close()
})

it('logs an unexpected failure once more with its cause, and answers with the code of REST', async () => {
  const ada = await buildUser(server)
  const logged = await startLogged()
  const socket = await logged.connect(ada.token)
  await onWriter(server.app.db, sql`alter table support_messages rename to gone`)
  const answer: unknown = await socket.emitWithAck('support:send', { clientId: 'c9', message: 'MESSAGETEXT' })
  await onWriter(server.app.db, sql`alter table gone rename to support_messages`)
  expect(answer).toEqual({
    success: false,
    message: 'Something went wrong on our side. Nothing was changed.',
    error: 'failed',
  })
  await waitFor(() => logged.lines.length >= 2)
  expect(logged.lines).toMatchObject([
    { level: 50, msg: 'socket message failed unexpectedly' },
    { path: 'support:send', status: 500, error: 'failed' },
  ])
  expect(JSON.stringify(logged.lines)).not.toContain('MESSAGETEXT')
  socket.disconnect()
  logged.close()
})
