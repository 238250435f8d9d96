import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshTokens } from '../../../drizzle/schema.ts'
import { hashToken } from '../../../server/accounts/identify.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { createApp } from '../../../server/app.ts'
import { readEnv } from '../../../server/env.ts'
import { createListener, refuseMalformed } from '../../../server/http/listener.ts'
import { createLog } from '../../../server/log.ts'
import { openStore } from '../../../server/open-store.ts'
import type { Store } from '../../../server/store.ts'
import { openSockets } from '../../../server/stream/sockets.ts'
import { type TestStore, until } from '../../app.ts'
import { buildCoupon, buildItem, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { onWriter } from '../../database.ts'
import { codeOf, untilEarlyInStep } from '../accounts/letters.ts'

let folder: string
let store: Store
const lines: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kade-log-'))
  const env = readEnv({
    DATABASE_URL: `file:${folder}/store.db`,
    APP_SECRET: 'the SECRET of the store, which is long enough',
    SEED: 'none',
    CAPTCHA_PROVIDER: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'debug',
  })
  store = await openStore(env, createLog('debug', { write: (line) => void lines.push(line) }))
})
afterAll(async () => {
  await store.db.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a whole journey, its faults among it, is logged without a secret or a word that people wrote', async () => {
  const app = createApp(store)
  const tokens: string[] = []
  async function call(method: string, path: string, body?: unknown, token?: string) {
    const response = await app.request(`http://localhost/api${path}`, {
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
    const told = (await response.json()) as { token?: string; data: { _id: string }; user: { _id: string } }
    for (const one of [cookie, told.token]) if (one) tokens.push(one)
    return { status: response.status, ...told }
  }
  const person = (name: string) => ({
    firstName: name,
    lastName: 'Silva',
    email: `${name}@example.com`,
    password: `PASSWORD of ${name}`,
  })
  const sam = (await call('POST', '/auth/register', person('sam'))).token!
  const mira = await call('POST', '/auth/register', person('mira'))
  await onWriter(store.db, sql`update users set is_admin = 1 where id = ${mira.user._id}`)
  await call('POST', '/auth/login', { email: 'sam@example.com', password: 'WRONGPASSWORD' })
  const { token } = await call('POST', '/auth/login', { email: 'sam@example.com', password: 'PASSWORD of sam' })
  await call('POST', '/auth/change-password', { oldPassword: 'PASSWORD of sam', newPassword: 'NEWPASSWORD' }, token)
  const test = { store } as TestStore
  const [item, coupon] = [await buildItem(test), await buildCoupon(test)]
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
  // A query that fails carries what was to be written.
  await onWriter(store.db, sql`alter table support_messages rename to gone`)
  await onWriter(store.db, sql`alter table users rename column phone to gone`)
  expect((await call('POST', '/support-chat/message', { message: 'MESSAGETEXT' }, token)).status).toBe(500)
  expect((await call('POST', '/auth/register', { ...person('eve'), email: 'LOST@example.com' })).status).toBe(500)
  await onWriter(store.db, sql`alter table users rename column gone to phone`)

  const log = lines.join('')
  expect(log.match(/a request failed/g)).toHaveLength(2)
  expect(log).toMatch(/Failed query/)
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
  ]) {
    expect(log).not.toMatch(secret)
  }
  expect(log).not.toMatch(/@example/i)
})

test.each([
  ['with its length', 'content-length: 1000\r\n\r\n{'],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\n5\r\n{"ema\r\n'],
])('a request that is broken off, %s, is no fault of the store', async (_, rest) => {
  const http = createServer(createListener(createApp(store), store.env)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  lines.length = 0
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`)
  await once(http, 'request')
  socket.destroy()
  await until(() => lines.length > 0)
  http.close()
  const told = lines.map((line) => JSON.parse(line) as { level: number; status: number })
  expect(told).toMatchObject([{ level: 30, status: 400 }])
})

describe('what concerns safety is told, with who and where, and in one line', () => {
  let http: Server
  let url: string
  let ada: Somebody
  let mira: Somebody
  const password = 'PASSWORD of hers'
  const secrets: string[] = []
  const everything: string[] = []

  beforeAll(async () => {
    http = createServer(createListener(createApp(store), store.env, store.log))
    refuseMalformed(http, store.env, store.log)
    openSockets(store, http)
    await once(http.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
    const passwordHash = await hashPassword(password)
    const test = { store } as TestStore
    ada = await buildUser(test, { passwordHash })
    mira = await buildStaff(test, { passwordHash })
    secrets.push(password, ada.token, mira.token)
  })
  beforeEach(() => void lines.splice(0))
  afterAll(async () => {
    http.closeAllConnections()
    await new Promise((closed) => http.close(closed))
    const log = everything.join('')
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
    const told = (await response.json().catch(() => ({}))) as { token?: string; requestId?: string; data: Told }
    for (const one of [cookie, told.token]) if (one) secrets.push(one)
    return { ...told, cookie, status: response.status }
  }
  type Told = { secret: string; recoveryCodes: string[] }
  const as = ({ token }: Pick<Somebody, 'token'>) => ({ authorization: `Bearer ${token}` })
  const signIn = (fields: object) => call('POST', '/api/auth/login', { email: ada.email, password, ...fields })

  /** The lines since the last time, once there is one. */
  async function told() {
    await until(() => lines.some((line) => !line.includes('"letter"')))
    // A store that has nobody to send its letters logs them; a live one is not opened so.
    const some = lines.splice(0).filter((line) => !line.includes('"letter"'))
    everything.push(...some)
    return some.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  const info = { level: 30, ip: '127.0.0.1' }
  const warning = { level: 40, ip: '127.0.0.1', msg: expect.any(String) }

  test('a request, by whom and from where', async () => {
    await call('GET', '/api/auth/me', undefined, as(ada))
    expect(await told()).toMatchObject([{ ...info, userId: ada.id, requestId: expect.any(String), status: 200 }])
    await call('GET', '/api/items')
    const [line] = await told()
    expect(line).toMatchObject({ ...info, status: 200 })
    for (const field of ['userId', 'error', 'event', 'msg']) expect(line).not.toHaveProperty(field)
  })

  test.each(['/media/none.webp', '/api/openapi.json'])('and one that is no call: %s', async (path) => {
    await call('GET', path)
    expect(await told()).toMatchObject([{ ...info, path }])
  })

  test('what was refused, by its code', async () => {
    const { requestId } = await call('GET', '/api/checkout/none', undefined, as(ada))
    expect(await told()).toMatchObject([{ ...info, requestId, userId: ada.id, error: expect.any(String) }])
    await call('POST', '/api/admin/pictures?use=none', undefined, as(mira))
    expect(await told()).toMatchObject([{ ...info, userId: mira.id, status: 400, error: 'invalid' }])
  })

  test('who may not, or came from elsewhere', async () => {
    await call('GET', '/api/admin/orders', undefined, as(ada))
    const refused = { ...warning, event: 'request.refused', userId: ada.id, status: 403 }
    expect(await told()).toMatchObject([{ ...refused, error: 'staff_only' }])
    await call('POST', '/api/cart', {}, { ...as(ada), origin: 'https://evil.example' })
    expect(await told()).toMatchObject([{ ...refused, error: 'foreign_origin' }])
  })

  test('who came too often', async () => {
    const app = createApp({ ...store, env: { ...store.env, limits: true } })
    for (let n = 0; n < 6; n += 1) {
      await app.request('http://localhost/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password }),
      })
    }
    const refused = { level: 40, event: 'request.refused', ip: 'local', status: 429, error: 'too_many' }
    expect((await told()).at(-1)).toMatchObject(refused)
  })

  test('signing in, and whose account it was that a password did not open', async () => {
    await signIn({})
    expect(await told()).toMatchObject([{ ...info, event: 'sign_in.succeeded', userId: ada.id, status: 200 }])
    const failed = { ...warning, event: 'sign_in.failed', status: 401, error: 'wrong_credentials' }
    await signIn({ password: 'A WRONGPASSWORD' })
    expect(await told()).toMatchObject([{ ...failed, userId: ada.id }])
    await signIn({ email: 'nobody@example.com' })
    const [line, ...more] = await told()
    expect(line).toMatchObject(failed)
    expect(line).not.toHaveProperty('userId')
    expect(more).toEqual([])
  })

  test('a present password that was wrong', async () => {
    await call('POST', '/api/auth/change-password', { oldPassword: 'A WRONGPASSWORD', newPassword: password }, as(ada))
    expect(await told()).toMatchObject([
      { ...warning, event: 'password.wrong', userId: ada.id, status: 422, error: 'wrong_password' },
    ])
  })

  test('a second factor: on, a wrong code, off', async () => {
    await untilEarlyInStep()
    const by = as(mira)
    const { secret } = (await call('POST', '/api/auth/second-factor', undefined, by)).data
    await told()
    const confirm = (code: string) => call('POST', '/api/auth/second-factor/confirm', { password, code }, by)
    const wrong = { ...warning, event: 'second_factor.wrong_code', userId: mira.id, error: 'wrong_code' }
    await confirm(codeOf(secret, 5))
    expect(await told()).toMatchObject([{ ...wrong, status: 422 }])
    const { recoveryCodes } = (await confirm(codeOf(secret, -1))).data
    expect(await told()).toMatchObject([{ ...info, event: 'second_factor.on', userId: mira.id }])
    await signIn({ email: mira.email, code: codeOf(secret, 5) })
    expect(await told()).toMatchObject([{ ...wrong, status: 401 }])
    await call('POST', '/api/auth/second-factor/remove', { password, code: recoveryCodes[0] }, by)
    expect(await told()).toMatchObject([{ ...info, event: 'second_factor.off', userId: mira.id }])
    secrets.push(secret, ...recoveryCodes, codeOf(secret, -1))
  })

  test('a refresh token that was used again', async () => {
    const refresh = (cookie: string) =>
      call('POST', '/api/auth/refresh', undefined, { cookie: `__Host-refresh=${cookie}` })
    const first = (await signIn({})).cookie
    const second = (await refresh(first)).cookie
    await refresh(second)
    await store.db
      .update(refreshTokens)
      .set({ usedAt: new Date(Date.now() - 11_000) })
      .where(eq(refreshTokens.hash, hashToken(second)))
    await told()
    await refresh(first)
    expect(await told()).toMatchObject([
      { ...warning, event: 'refresh.reused', userId: ada.id, status: 401, error: 'session_over' },
    ])
    await refresh('NOTOKEN')
    const [line] = await told()
    expect(line).toMatchObject({ ...info, error: 'session_over' })
    expect(line).not.toHaveProperty('event')
  })

  test.each([
    ['is no HTTP', 'PASSWORD\r\n\r\n'],
    ['names no host', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n'],
  ])('what %s', async (_, written) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(written)
    expect(await told()).toMatchObject([{ ...warning, event: 'request.malformed', status: 400 }])
    socket.destroy()
  })

  test('a socket that was refused, once a connection', async () => {
    const refusedWith = async (auth: object, extraHeaders = {}) => {
      const socket = io(url, { auth, extraHeaders, transports: ['websocket'], reconnection: false, forceNew: true })
      await new Promise((refused) => socket.once('connect_error', refused))
      const some = await told()
      // The same connection asks again.
      if (socket.io.engine?.readyState === 'open') {
        socket.connect()
        await new Promise((refused) => socket.once('connect_error', refused))
        expect(lines).toEqual([])
      }
      socket.disconnect()
      return some
    }
    const refused = { ...warning, event: 'socket.refused' }
    const withId = { ...refused, socketId: expect.any(String) }
    expect(await refusedWith({ token: 'NOTOKEN' })).toMatchObject([{ ...withId, error: 'unauthorized' }])
    expect(await refusedWith({ token: 7 })).toMatchObject([{ ...withId, error: 'invalid' }])
    expect(await refusedWith({ token: ada.token }, { origin: 'https://evil.example' })).toMatchObject([
      { ...refused, error: 'foreign_origin' },
    ])
  })

  test('a socket too many of one address', async () => {
    const strict = createServer()
    openSockets({ ...store, env: { ...store.env, limits: true } }, strict)
    await once(strict.listen(0, '127.0.0.1'), 'listening')
    const follow = () => {
      const { port } = strict.address() as AddressInfo
      const one = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false, forceNew: true })
      return new Promise((answered) => one.once('connect', () => answered(true)).once('connect_error', answered))
    }
    await Promise.all(Array.from({ length: 50 }, follow))
    expect(lines).toEqual([])
    await follow()
    expect(await told()).toMatchObject([{ ...warning, event: 'socket.refused', error: 'too_many' }])
    strict.closeAllConnections()
    strict.close()
  })

  test('a message that is none, until the socket is ended for it', async () => {
    const socket = io(url, {
      auth: { token: ada.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    const cut = new Promise((ended) => socket.once('disconnect', ended))
    await new Promise((connected) => socket.once('connect', () => connected(null)))
    const { id } = socket
    for (let n = 0; n < 9; n += 1) socket.emit('nonsense', 'MESSAGETEXT')
    await cut
    const line = { ...warning, event: 'socket.message_refused', socketId: id, userId: ada.id, error: 'invalid' }
    expect(await told()).toMatchObject([line, line, line])
    expect(everything.join('')).not.toMatch(/MESSAGETEXT|nonsense/)
  })

  test('and nothing but faults where the log is for faults alone', async () => {
    const few: string[] = []
    const quiet = createApp({ ...store, log: createLog('error', { write: (line) => void few.push(line) }) })
    const by = { headers: as(ada) }
    expect((await quiet.request('http://localhost/api/auth/me', by)).status).toBe(200)
    expect((await quiet.request('http://localhost/api/admin/orders', by)).status).toBe(403)
    expect(few).toEqual([])
  })
})
