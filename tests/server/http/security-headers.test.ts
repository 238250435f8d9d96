import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveSettings, openTestStore, type TestStore } from '../../app.ts'
import { onWriter } from '../../database.ts'
import { buildPaidOrder, buildStaff, buildUser } from '../../build.ts'

let demo: TestStore
let store: TestStore
beforeAll(async () => {
  demo = await openTestStore()
  store = await openTestStore(liveSettings)
})
afterAll(async () => {
  await demo.close()
  await store.close()
})

function expectSafe(headers: Headers) {
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'content-security-policy': expect.stringMatching(/default-src 'none'/),
  })
  expect(headers.get('server')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('access-control-allow-origin')).toBeNull()
}

describe('the headers that keep a browser safe are on', () => {
  test.each([
    ['GET', '/api/items', 200],
    ['GET', '/api/auth/me', 401],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/auth/login', 400],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/media/none.svg', 404],
    ['GET', '/media/%E0%A4%A', 404],
    ['GET', '/api/items/%E0%A4%A', 404],
    ['OPTIONS', '/api/items', 404],
    ['DELETE', '/nothing/at/all', 404],
  ])('%s %s', async (method, path, status) => {
    const answer = await fetch(`${await store.listen()}${path}`, {
      method,
      ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
    })
    expect(answer.status).toBe(status)
    expectSafe(answer.headers)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    if (!['/api/docs', '/media/none.svg'].includes(path)) expect(await answer.text()).not.toMatch(/node_modules|Error:/)
  })

  test('and a browser is not told to insist on TLS where there is none', async () => {
    const { headers } = await fetch(`${await demo.listen()}/api/items`)
    expectSafe(headers)
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

describe('what is no request is refused in a sentence, and costs nobody else anything', () => {
  const say = async (bytes: string): Promise<string> => {
    const { port } = new URL(await store.listen())
    return new Promise((resolve) => {
      let got = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (data) => (got += data.toString()))
      socket.on('error', () => resolve(got))
      socket.on('close', () => resolve(got))
    })
  }

  test.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00', 400],
    ['a header beyond all bounds', `GET /api/items HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /api/checkout HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 400],
    [
      'a length and chunks',
      'POST /api/checkout HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no host', 'GET /api/items HTTP/1.1\r\n\r\n', 400],
    ['a host that is none', 'GET /api/items HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400],
    ['a path that is none', 'GET * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['a path with a backslash', 'GET /items\\ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
  ])('%s', async (_, bytes, status) => {
    const got = await say(bytes)
    expect(got).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(got).not.toMatch(/Error:|node_modules|\bat \w+/)
    expect((await fetch(`${await store.listen()}/api/health`)).status).toBe(200)
  })

  test.each([
    ['no request', 'hello\r\n\r\n'],
    ['a path that is none', 'GET * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('and tells so in the form of every other refusal: %s', async (_, bytes) => {
    const got = await say(bytes)
    expect(got).toMatch(/x-content-type-options: nosniff/)
    expect(JSON.parse(got.split('\r\n\r\n')[1]!)).toMatchObject({ success: false, error: 'malformed' })
  })
})

test('a failure of the store says nothing of its inside', async () => {
  const broken = await openTestStore()
  const [ada, mira] = [await buildUser(broken), await buildStaff(broken)]
  const order = await buildPaidOrder(broken, ada)
  await onWriter(broken.store.db, sql`drop table notifications`)
  const { status, body } = await broken.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, {
    token: mira.token,
  })
  expect([status, body.error]).toEqual([500, 'failed'])
  expect(body.message).toBe('Something went wrong on our side. Nothing was changed.')
  expect(Object.keys(body).toSorted()).toEqual(['error', 'message', 'requestId', 'success'])
  const { body: after } = await broken.call<{ paymentStatus: string }>('GET', `/checkout/${order._id}`, undefined, {
    token: ada.token,
  })
  expect(after.data.paymentStatus).toBe('paid')
  await broken.close()
})

test('the session’s cookie is out of reach of scripts, other sites and plain http', async () => {
  const { headers } = await demo.call('POST', '/auth/register', {
    firstName: 'Sam',
    lastName: 'Silva',
    email: 'sam@example.com',
    password: 'a good one',
  })
  const [cookie, ...rest] = headers.getSetCookie()
  expect(rest).toEqual([])
  expect(cookie).toMatch(/^__Host-refresh=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/)
})
