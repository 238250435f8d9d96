import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productionSettings, startTestServer, type TestServer } from '../../app.ts'
import { onWriter } from '../../database.ts'
import { buildPaidOrder, buildStaff, buildUser } from '../../build.ts'

let demo: TestServer
let server: TestServer
beforeAll(async () => {
  demo = await startTestServer()
  server = await startTestServer(productionSettings)
})
afterAll(async () => {
  await demo.close()
  await server.close()
})

function expectSecurityHeaders(headers: Headers) {
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

describe('security headers', () => {
  it.each([
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
  ])('are set on %s %s', async (method, path, status) => {
    const response = await fetch(`${await server.listen()}${path}`, {
      method,
      ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
    })
    expect(response.status).toBe(status)
    expectSecurityHeaders(response.headers)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    const isDescription = ['/api/openapi.json', '/api/docs'].includes(path) && method === 'GET'
    expect(response.headers.get('cache-control')).toBe(isDescription ? 'public, no-cache' : 'no-store')
    if (!['/api/docs', '/media/none.svg'].includes(path))
      expect(await response.text()).not.toMatch(/node_modules|Error:/)
  })

  it('don’t include Strict-Transport-Security without TLS', async () => {
    const { headers } = await fetch(`${await demo.listen()}/api/items`)
    expectSecurityHeaders(headers)
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

describe('a malformed request', () => {
  const sendBytes = async (bytes: string): Promise<string> => {
    const { port } = new URL(await server.listen())
    return new Promise((resolve) => {
      let received = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (data) => (received += data.toString()))
      socket.on('error', () => resolve(received))
      socket.on('close', () => resolve(received))
    })
  }

  it.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00', 400],
    ['a header that is too large', `GET /api/items HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    [
      'two content lengths',
      'POST /api/checkout HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
      400,
    ],
    [
      'a content length and chunks',
      'POST /api/checkout HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no host', 'GET /api/items HTTP/1.1\r\n\r\n', 400],
    ['an invalid host', 'GET /api/items HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400],
    ['an invalid path', 'GET * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['a path with a backslash', 'GET /items\\ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
  ])('returns an error and does not affect other requests: %s', async (_, bytes, status) => {
    const received = await sendBytes(bytes)
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(received).not.toMatch(/Error:|node_modules|\bat \w+/)
    expect((await fetch(`${await server.listen()}/api/health`)).status).toBe(200)
  })

  it.each([
    ['garbage', 'hello\r\n\r\n'],
    ['an invalid path', 'GET * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('gets the usual error response: %s', async (_, bytes) => {
    const received = await sendBytes(bytes)
    expect(received).toMatch(/x-content-type-options: nosniff/)
    expect(JSON.parse(received.split('\r\n\r\n')[1]!)).toMatchObject({ success: false, error: 'malformed' })
  })
})

it('hides the cause of an unexpected error', async () => {
  const broken = await startTestServer()
  const [ada, mira] = [await buildUser(broken), await buildStaff(broken)]
  const order = await buildPaidOrder(broken, ada)
  await onWriter(broken.app.db, sql`alter table notifications rename to gone`)
  const { status, body } = await broken.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, {
    token: mira.token,
  })
  expect([status, body.error]).toEqual([500, 'failed'])
  expect(body.message).toBe('Something went wrong on our side. Nothing was changed.')
  expect(Object.keys(body).toSorted()).toEqual(['error', 'message', 'requestId', 'success'])
  const { body: unchanged } = await broken.call<{ paymentStatus: string }>('GET', `/checkout/${order._id}`, undefined, {
    token: ada.token,
  })
  expect(unchanged.data.paymentStatus).toBe('paid')
  await broken.close()
})

it('sets the refresh cookie HttpOnly, Secure and SameSite=Strict', async () => {
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
