import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refreshTokens } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/auth/tokens.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { createHttpApp } from '../../../server/app.ts'
import { readEnv } from '../../../server/env.ts'
import { createRateLimits } from '../../../server/http/rate-limits.ts'
import { createListener, rejectMalformedRequests } from '../../../server/http/listener.ts'
import { createLog } from '../../../server/log.ts'
import { createAppContext } from '../../../server/create-app-context.ts'
import type { AppContext } from '../../../server/app-context.ts'
import { openSocketServer } from '../../../server/realtime/socket-server.ts'
import { databaseUrlOf, type TestServer, waitFor } from '../../app.ts'
import { buildCoupon, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { dropDatabaseOf, onWriter } from '../../database.ts'
import { codeOf, untilEarlyInStep } from '../mail/emails.ts'
import { uploadStatement } from '../statements/upload.ts'

let folder: string
let app: AppContext
const lines: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kade-log-'))
  const env = readEnv({
    DATABASE_URL: await databaseUrlOf(folder),
    APP_SECRET: 'a SECRET that is long enough for this server',
    SEED: 'none',
    CAPTCHA_PROVIDER: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
  })
  app = await createAppContext(env, createLog('debug', { write: (line) => void lines.push(line) }))
})
afterAll(async () => {
  await app.bus.close()
  await app.db.close()
  await dropDatabaseOf(folder)
  rmSync(folder, { recursive: true, force: true })
})

it('logs no secrets and no user content, even when a query fails', async () => {
  const router = createHttpApp(app)
  const tokens: string[] = []
  async function call(method: string, path: string, body?: unknown, token?: string) {
    const response = await router.request(`http://localhost/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && {
          authorization: `Bearer ${token}`,
          'idempotency-key': `SECRETKEY${tokens.length}`,
        }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const cookie = response.headers.get('set-cookie')?.split(/[=;]/)[1]
    const json = (await response.json()) as { token?: string; data: { _id: string }; user: { _id: string } }
    for (const secret of [cookie, json.token]) if (secret) tokens.push(secret)
    return { status: response.status, ...json }
  }
  const person = (name: string) => ({
    firstName: name,
    lastName: 'Silva',
    email: `${name}@example.com`,
    password: `PASSWORD of ${name}`,
  })
  const sam = (await call('POST', '/auth/register', person('sam'))).token!
  const mira = await call('POST', '/auth/register', person('mira'))
  await onWriter(app.db, sql`update users set is_admin = true where id = ${mira.user._id}`)
  await call('POST', '/auth/login', { email: 'sam@example.com', password: 'WRONGPASSWORD' })
  const { token } = await call('POST', '/auth/login', { email: 'sam@example.com', password: 'PASSWORD of sam' })
  await call('POST', '/auth/change-password', { oldPassword: 'PASSWORD of sam', newPassword: 'NEWPASSWORD' }, token)
  const server = { app } as TestServer
  const [item, coupon] = [await buildItem(server), await buildCoupon(server)]
  await call('POST', '/cart', { item: item.id, count: 1 }, token)
  const { data: order } = await call('POST', '/checkout', { paymentMethod: 'bank' }, token)
  await call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon.id }, token)
  await call('PATCH', `/checkout/${order._id}/mark-paid`, { reference: 'REFERENCE 1' }, token)
  const staff = mira.token!
  await call('PATCH', `/admin/orders/${order._id}/verify`, undefined, staff)
  await call('PATCH', `/admin/orders/${order._id}/complete`, { delivery: 'DELIVERYNOTE' }, staff)
  await call('POST', `/checkout/${order._id}/delivery`, undefined, token)
  await call('POST', '/support-chat/message', { message: 'MESSAGETEXT' }, token)
  await call('POST', '/reviews', { item: item.id, stars: 5, description: 'REVIEWTEXT' }, token)
  await call('GET', '/items?q=SEARCHED', undefined, token)
  await call('GET', '/auth/me', undefined, sam)
  const statement = (...rows: string[]) => ['Date,Description,Name,Amount', ...rows].join('\n')
  const uploaded = await uploadStatement(
    { router },
    { token: staff },
    statement('2026-11-21,STATEMENTTEXT,PAYERNAME,10.00', '2026-11-22,STATEMENTTEXT,PAYERNAME,ten'),
  )
  expect(uploaded.body.data).toMatchObject({ added: 2 })
  const applied = await call(
    'GET',
    `/admin/statements/${uploaded.body.data._id}/lines?state=unmatched`,
    undefined,
    staff,
  )
  const path = `/admin/statements/${uploaded.body.data._id}/apply`
  const unmatched = (applied.data as unknown as { _id: string }[]).map(({ _id }) => _id)
  expect((await call('POST', path, { lines: unmatched }, staff)).status).toBe(200)
  const money = { source: 'manual', currency: 'LKR', amount: '7', payer: 'PAYERNAME', text: 'STATEMENTTEXT' }
  await call('POST', '/admin/payments', money, staff)
  expect((await uploadStatement({ router }, { token: staff }, 'STATEMENTTEXT that nobody can read')).status).toBe(422)
  const inbox = await router.request(
    `http://localhost/dev/mail?token=${app.env.devInboxToken}`,
    { headers: { host: 'localhost' } },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  expect(inbox.status).toBe(200)
  tokens.push(app.env.devInboxToken!)
  // The error of a failed query contains its parameters.
  await onWriter(app.db, sql`alter table support_messages rename to gone`)
  await onWriter(app.db, sql`alter table users rename column phone to gone`)
  expect((await call('POST', '/support-chat/message', { message: 'MESSAGETEXT' }, token)).status).toBe(500)
  expect((await call('POST', '/auth/register', { ...person('eve'), email: 'LOST@example.com' })).status).toBe(500)
  await onWriter(app.db, sql`alter table users rename column gone to phone`)
  await onWriter(app.db, sql`alter table statement_lines rename column payer to gone`)
  const more = statement('2026-11-23,STATEMENTTEXT again,PAYERNAME,10.00')
  expect((await uploadStatement({ router }, { token: staff }, more)).status).toBe(500)
  await onWriter(app.db, sql`alter table statement_lines rename column gone to payer`)

  const log = lines.join('')
  expect(log.match(/request failed unexpectedly/g)).toHaveLength(3)
  expect(log).toMatch(/Failed query/)
  expect(log).toMatch(/"path":"\/dev\/mail","status":200/)
  expect(log.match(/"status":200/g)!.length).toBeGreaterThan(10)
  expect(tokens.length).toBeGreaterThan(4)
  for (const secret of [
    ...tokens,
    /PASSWORD/,
    /DELIVERYNOTE/,
    /MESSAGETEXT/,
    /REVIEWTEXT/,
    /SECRET/,
    /argon2/,
    /SEARCHED/,
    /STATEMENTTEXT/,
    /PAYERNAME/,
  ]) {
    expect(log).not.toMatch(secret)
  }
  expect(log).not.toMatch(/@example/i)
})

it.each([
  ['with a content length', 'content-length: 1000\r\n\r\n{'],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\n5\r\n{"ema\r\n'],
])('logs an interrupted request %s as a client error', async (_, rest) => {
  const http = createServer(createListener(createHttpApp(app), app.env)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  lines.length = 0
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`)
  await once(http, 'request')
  socket.destroy()
  await waitFor(() => lines.length > 0)
  http.close()
  const entries = lines.map((line) => JSON.parse(line) as { level: number; status: number })
  expect(entries).toMatchObject([{ level: 30, status: 400 }])
})

describe('logs one line with user and address', () => {
  let http: Server
  let url: string
  let ada: TestUser
  let mira: TestUser
  const password = 'PASSWORD of theirs'
  const secrets: string[] = []
  const allLines: string[] = []

  beforeAll(async () => {
    http = createServer(createListener(createHttpApp(app), app.env, app.log))
    rejectMalformedRequests(http, app.env, app.log)
    openSocketServer(app, http)
    await once(http.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    const passwordHash = await hashPassword(password)
    const server = { app } as TestServer
    ada = await buildUser(server, { passwordHash })
    mira = await buildStaff(server, { passwordHash })
    secrets.push(password, ada.token, mira.token)
  })
  beforeEach(() => void lines.splice(0))
  afterAll(async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    const log = allLines.join('')
    for (const secret of secrets) expect(log).not.toContain(secret)
    expect(log).not.toMatch(/@example|PASSWORD|argon2/)
  })

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const cookie = /__Host-refresh=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
    const json = (await response.json().catch(() => ({}))) as { token?: string; requestId?: string; data: Data }
    for (const token of [cookie, json.token]) if (token) secrets.push(token)
    return { ...json, cookie, status: response.status }
  }
  type Data = { secret: string; recoveryCodes: string[] }
  const bearer = ({ token }: Pick<TestUser, 'token'>) => ({ authorization: `Bearer ${token}` })
  const signIn = (fields: object) => call('POST', '/api/auth/login', { email: ada.email, password, ...fields })

  /** Waits for a line and returns all lines since the last call. */
  async function newLines() {
    // Without SMTP, emails are logged as well; that can't happen in production.
    const isRequestLine = (line: string) => !line.includes('"email":{')
    await waitFor(() => lines.some(isRequestLine))
    const requestLines = lines.splice(0).filter(isRequestLine)
    allLines.push(...requestLines)
    return requestLines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  const info = { level: 30, ip: '127.0.0.1' }
  const warning = { level: 40, ip: '127.0.0.1', msg: expect.any(String) }

  it('for a request', async () => {
    await call('GET', '/api/auth/me', undefined, bearer(ada))
    expect(await newLines()).toMatchObject([{ ...info, userId: ada.id, requestId: expect.any(String), status: 200 }])
    await call('GET', '/api/items')
    const [line] = await newLines()
    expect(line).toMatchObject({ ...info, status: 200 })
    for (const field of ['userId', 'error', 'event', 'msg']) expect(line).not.toHaveProperty(field)
  })

  it.each(['/media/none.webp', '/api/openapi.json'])('for a request outside the API: %s', async (path) => {
    await call('GET', path)
    expect(await newLines()).toMatchObject([{ ...info, path }])
  })

  it('for an error, with its code', async () => {
    const { requestId } = await call('GET', '/api/checkout/none', undefined, bearer(ada))
    expect(await newLines()).toMatchObject([{ ...info, requestId, userId: ada.id, error: expect.any(String) }])
    await call('POST', '/api/admin/pictures?use=none', undefined, bearer(mira))
    expect(await newLines()).toMatchObject([{ ...info, userId: mira.id, status: 400, error: 'invalid' }])
  })

  it('for a forbidden request and for a foreign origin', async () => {
    await call('GET', '/api/admin/orders', undefined, bearer(ada))
    const forbidden = { ...warning, event: 'request.refused', userId: ada.id, status: 403 }
    expect(await newLines()).toMatchObject([{ ...forbidden, error: 'staff_only' }])
    await call('POST', '/api/cart', {}, { ...bearer(ada), origin: 'https://evil.example' })
    expect(await newLines()).toMatchObject([{ ...forbidden, error: 'foreign_origin' }])
  })

  it('for a rate-limited request', async () => {
    const router = createHttpApp({ ...app, rateLimits: createRateLimits(true) })
    for (let n = 0; n < 6; n += 1) {
      await router.request('http://localhost/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password }),
      })
    }
    const limited = { level: 40, event: 'request.refused', ip: '127.0.0.1', status: 429, error: 'too_many' }
    expect((await newLines()).at(-1)).toMatchObject(limited)
  })

  it('for a login, and for a failed one with the user of the account', async () => {
    await signIn({})
    expect(await newLines()).toMatchObject([{ ...info, event: 'sign_in.succeeded', userId: ada.id, status: 200 }])
    const failed = { ...warning, event: 'sign_in.failed', status: 401, error: 'wrong_credentials' }
    await signIn({ password: 'A WRONGPASSWORD' })
    expect(await newLines()).toMatchObject([{ ...failed, userId: ada.id }])
    await signIn({ email: 'nobody@example.com' })
    const [line, ...others] = await newLines()
    expect(line).toMatchObject(failed)
    expect(line).not.toHaveProperty('userId')
    expect(others).toEqual([])
  })

  it('for a wrong current password', async () => {
    await call(
      'POST',
      '/api/auth/change-password',
      { oldPassword: 'A WRONGPASSWORD', newPassword: password },
      bearer(ada),
    )
    expect(await newLines()).toMatchObject([
      { ...warning, event: 'password.wrong', userId: ada.id, status: 422, error: 'wrong_password' },
    ])
  })

  it('for a second factor that is turned on and off, and for a wrong code', async () => {
    await untilEarlyInStep()
    const headers = bearer(mira)
    const { secret } = (await call('POST', '/api/auth/second-factor', undefined, headers)).data
    await newLines()
    const confirm = (code: string) => call('POST', '/api/auth/second-factor/confirm', { password, code }, headers)
    const wrong = { ...warning, event: 'second_factor.wrong_code', userId: mira.id, error: 'wrong_code' }
    await confirm(codeOf(secret, 5))
    expect(await newLines()).toMatchObject([{ ...wrong, status: 422 }])
    const { recoveryCodes } = (await confirm(codeOf(secret, -1))).data
    expect(await newLines()).toMatchObject([{ ...info, event: 'second_factor.on', userId: mira.id }])
    await signIn({ email: mira.email, code: codeOf(secret, 5) })
    expect(await newLines()).toMatchObject([{ ...wrong, status: 401 }])
    await call('POST', '/api/auth/second-factor/remove', { password, code: recoveryCodes[0] }, headers)
    expect(await newLines()).toMatchObject([{ ...info, event: 'second_factor.off', userId: mira.id }])
    secrets.push(secret, ...recoveryCodes, codeOf(secret, -1))
  })

  it('for a reused refresh token', async () => {
    const refresh = (cookie: string) =>
      call('POST', '/api/auth/refresh', undefined, { cookie: `__Host-refresh=${cookie}` })
    const first = (await signIn({})).cookie
    const second = (await refresh(first)).cookie
    await refresh(second)
    await app.db
      .update(refreshTokens)
      .set({ usedAt: new Date(Date.now() - 11_000) })
      .where(eq(refreshTokens.hash, hashToken(second)))
    await newLines()
    await refresh(first)
    expect(await newLines()).toMatchObject([
      { ...warning, event: 'refresh.reused', userId: ada.id, status: 401, error: 'session_over' },
    ])
    await refresh('NOTOKEN')
    const [line] = await newLines()
    expect(line).toMatchObject({ ...info, error: 'session_over' })
    expect(line).not.toHaveProperty('event')
  })

  it.each([
    ['without HTTP', 'PASSWORD\r\n\r\n'],
    ['with an invalid host', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
  ])('for a request %s', async (_, bytes) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(bytes)
    expect(await newLines()).toMatchObject([{ ...warning, event: 'request.malformed', status: 400 }])
    socket.destroy()
  })

  it('for a rejected socket, once per connection', async () => {
    const connectWith = async (auth: object, extraHeaders = {}) => {
      const socket = io(url, { auth, extraHeaders, transports: ['websocket'], reconnection: false, forceNew: true })
      await new Promise((resolve) => socket.once('connect_error', resolve))
      const requestLines = await newLines()
      // Joining again over the same connection is not logged again.
      if (socket.io.engine?.readyState === 'open') {
        socket.connect()
        await new Promise((resolve) => socket.once('connect_error', resolve))
        expect(lines).toEqual([])
      }
      socket.disconnect()
      return requestLines
    }
    const rejected = { ...warning, event: 'socket.refused' }
    const withId = { ...rejected, socketId: expect.any(String) }
    expect(await connectWith({ token: 'NOTOKEN' })).toMatchObject([{ ...withId, error: 'unauthorized' }])
    expect(await connectWith({ token: 7 })).toMatchObject([{ ...withId, error: 'invalid' }])
    expect(await connectWith({ token: ada.token }, { origin: 'https://evil.example' })).toMatchObject([
      { ...rejected, error: 'foreign_origin' },
    ])
  })

  it('for one socket too many from an address', async () => {
    const strict = createServer()
    openSocketServer({ ...app, env: { ...app.env, rateLimitsEnabled: true } }, strict)
    await once(strict.listen(0, '127.0.0.1'), 'listening')
    const connectSocket = () => {
      const { port } = strict.address() as AddressInfo
      const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false, forceNew: true })
      return new Promise((resolve) => socket.once('connect', () => resolve(true)).once('connect_error', resolve))
    }
    await Promise.all(Array.from({ length: 50 }, connectSocket))
    expect(lines).toEqual([])
    await connectSocket()
    expect(await newLines()).toMatchObject([{ ...warning, event: 'socket.refused', error: 'too_many' }])
    strict.closeAllConnections()
    strict.close()
  })

  it('for each unknown socket message, until the socket is disconnected', async () => {
    const socket = io(url, {
      auth: { token: ada.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    const disconnected = new Promise((resolve) => socket.once('disconnect', resolve))
    await new Promise((resolve) => socket.once('connect', () => resolve(null)))
    const { id } = socket
    for (let n = 0; n < 9; n += 1) socket.emit('nonsense', 'MESSAGETEXT')
    await disconnected
    const line = { ...warning, event: 'socket.message_refused', socketId: id, userId: ada.id, error: 'invalid' }
    expect(await newLines()).toMatchObject([line, line, line])
    expect(allLines.join('')).not.toMatch(/MESSAGETEXT|nonsense/)
  })

  it('but no client errors at log level error', async () => {
    const errorLines: string[] = []
    const quiet = createHttpApp({ ...app, log: createLog('error', { write: (line) => void errorLines.push(line) }) })
    const options = { headers: bearer(ada) }
    expect((await quiet.request('http://localhost/api/auth/me', options)).status).toBe(200)
    expect((await quiet.request('http://localhost/api/admin/orders', options)).status).toBe(403)
    expect(errorLines).toEqual([])
  })
})
