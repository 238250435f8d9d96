import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { readEnv } from '../../../server/env.ts'
import { createListener } from '../../../server/http/listener.ts'
import { createLog } from '../../../server/log.ts'
import { openStore } from '../../../server/open-store.ts'
import type { Store } from '../../../server/store.ts'
import { type TestStore, until } from '../../app.ts'
import { buildCoupon, buildItem } from '../../build.ts'
import { onWriter } from '../../database.ts'

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
  expect(log).not.toMatch(/lost@example/i)
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
