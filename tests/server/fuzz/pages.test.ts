import { connect } from 'node:net'
import * as fc from 'fast-check'
import { getTableName, is, Table } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import type { TestServer } from '../../app.ts'
import { buildItem } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'
import { randomSeed, rounds } from '../../thorough.ts'

let server: TestServer
let [port, item] = [0, '']
beforeAll(async () => {
  server = await startTestServerWithPages({ PUBLIC_URL: 'http://localhost:3000' })
  item = (await buildItem(server, { name: 'Cloud storage' })).id
  port = Number(new URL(await server.listen()).port)
})
afterAll(() => server.close())

type RawResponse = { status: number; head: string; body: string }

/** Sends a request byte for byte, as no HTTP client would. */
const sendRaw = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<RawResponse>((resolve, reject) => {
    const lines = Object.entries({ host: 'localhost:3000', connection: 'close', ...headers })
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      const text = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join(
        '\r\n',
      )
      socket.write(Buffer.from(text, 'latin1'))
    })
    socket.on('data', (data: Buffer) => chunks.push(data))
    socket.on('error', reject)
    socket.on('close', () => {
      const response = Buffer.concat(chunks).toString()
      const [head = '', ...rest] = response.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') })
    })
  })

const countRows = async () => {
  const tables = Object.values(schema).filter((table) => is(table, Table)) as (typeof schema.items)[]
  const counts: Record<string, number> = {}
  for (const table of tables) counts[getTableName(table)] = await server.app.db.$count(table)
  return counts
}

const percentEncoded = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
/** Attempts to run scripts, redirect, traverse paths or cause errors. */
const payloads = [
  '<script>canary()</script>',
  '"><img src=x onerror=canary()>',
  "';canary();//",
  '</script><script>canary()',
  '{{canary()}}',
  "' or 1=1 --",
  '../../../../etc/passwd',
  '..\\..\\store.db',
  '__proto__',
  'constructor',
  '$&$`$1',
  '<!--data-->',
  '\u2028\u2029\ufeff',
  '💥',
]
const malformed = [
  '%',
  '%0',
  '%zz',
  '%ff',
  '%fe%ff',
  '%c0%ae',
  '%E0%A4%A',
  '%00',
  'a%00b',
  '%0d%0aset-cookie:x=1',
  '%2e%2e%2f',
  '%25%30%30',
  '%u0041',
]
const fragment = fc.oneof(
  fc.constantFrom(...malformed),
  fc.constantFrom(...payloads).map(encodeURIComponent),
  fc.constantFrom(...payloads).map(percentEncoded),
  fc.constantFrom(
    '',
    '.',
    '..',
    ';',
    '*',
    '~',
    '@evil.example',
    'http:',
    'evil.example',
    ':80',
    '_',
    '-',
    '[',
    ']',
    '|',
    '{',
    '"',
    '<',
    '>',
    '\\',
    '^',
    '`',
  ),
  fc.string({ maxLength: 12, unit: 'grapheme-ascii' }).map((text) => text.replaceAll(/[\s#?]/g, '')),
)
const roots = fc.constantFrom(
  '/',
  '//',
  '/items',
  '/items/',
  `/items/ITEM`,
  '/items/ITEM/',
  '/orders/',
  '/orders/details/',
  '/admin/',
  '/assets/',
  '/media/',
  '/home',
  '/auth/reset',
  '/.well-known/',
  '/dev/',
  '/socket.io',
  '/%2fapi/',
  '///',
  '/\\',
)
const path = fc
  .tuple(roots, fc.array(fragment, { maxLength: 4 }))
  .map(([root, fragments]) => root + fragments.join('/'))
const name = fc.constantFrom(
  'category',
  'minPrice',
  'maxPrice',
  'sortBy',
  'q',
  'limit',
  'cursor',
  'constructor',
  '__proto__',
  'utm_source',
  '',
)
const value = fc.oneof(
  fragment,
  fc.constantFrom('-1', '1e309', 'NaN', '999999999999', '0.001', 'price-low', '[]', '1', 'x'.repeat(300)),
)
const query = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
      .map((fields) => `?${fields.map(([field, text]) => `${field}=${text}`).join('&')}`),
  },
  { weight: 1, arbitrary: fragment.map((text) => `?${text}`) },
)
const prefs = fc.oneof(
  fc.constant(undefined),
  fc.oneof(fragment, fc.constantFrom(...payloads.map(encodeURIComponent))).map((text) => `prefs=${text}`),
  fc
    .record({ theme: fragment, currency: fragment, initials: fragment })
    .map((cookie) => `prefs=${encodeURIComponent(JSON.stringify(cookie)).slice(0, 2000)}`),
)

const policy =
  /content-security-policy: default-src 'none'; (script-src 'self'( 'sha256-[\w+/=]{44}')?; style-src 'self'( 'sha256-[\w+/=]{44}'){0,2}; style-src-attr 'none'|(base-uri 'none'; )?frame-ancestors 'none')/

function expectSafe({ status, head, body }: RawResponse, request: string) {
  expect([200, 301, 302, 400, 404], request).toContain(status)
  expect(head, request).toMatch(/x-content-type-options: nosniff/i)
  // The only redirects lead to the home page, to the first page of staff, and to a public page’s one address with its query.
  const redirect = /^location: \/([a-z][a-z0-9/-]*(\?[^\s<>"]*)?)?\r?\n/m
  const otherHeaders = head.replace(redirect, '')
  expect(otherHeaders, request).not.toMatch(/^location:/im)
  expect(otherHeaders, request).not.toMatch(/set-cookie|canary/i)
  if (!/\/assets\//.test(request)) expect(head, request).toMatch(policy)
  // As text, in attributes and in the page's data (as \u003c), the payload has no `<` of its own.
  expect(body, request).not.toMatch(/<script>canary|<img[^>]*onerror=canary|<\/script><script>|root:x:0|SQLite format/)
  expect(body, request).not.toMatch(/node_modules|\bat [\w.]+ \(|Error:/)
  expect(body, request).not.toContain('host-canary')
  if (status === 200 && /text\/html/.test(head)) expect(body, request).toMatch(/<div id="root">/)
}

it(`serves no attack for random paths, queries and cookies (seed ${randomSeed})`, async () => {
  const before = await countRows()
  const countByStatus = new Map<number, number>()
  const requests = fc.record({ path, query, cookie: prefs, foreign: fc.boolean() })
  for (const request of fc.sample(requests, { seed: randomSeed, numRuns: rounds(120, 400) })) {
    const target = (request.path + request.query).replaceAll('ITEM', item).replaceAll(/[^\x21-\x7e]/g, '')
    const headers = {
      ...(request.cookie && { cookie: request.cookie }),
      // The Host header must not change any URL.
      ...(request.foreign && { host: 'host-canary.example', 'x-forwarded-host': 'host-canary.example' }),
    }
    const response = await sendRaw(target, headers)
    countByStatus.set(response.status, (countByStatus.get(response.status) ?? 0) + 1)
    expectSafe(response, `${target} ${JSON.stringify(headers)} → ${response.status} ${response.body.slice(0, 200)}`)
  }
  console.info(`pages with seed ${randomSeed}: ${JSON.stringify(Object.fromEntries(countByStatus))}`)
  expect(await countRows()).toEqual(before)
  // Both kinds are among them, whatever the seed.
  expect(countByStatus.get(200)).toBeGreaterThan(0)
  expect(countByStatus.get(404)).toBeGreaterThan(0)
}, 600_000)

describe('a request for', () => {
  it.each([
    ['another site’s URL instead of a path', 'http://evil.example/', [200, 400, 404]],
    ['a protocol-relative URL', '//evil.example/items', [404]],
    ['a backslash', '/\\evil.example', [400, 404]],
    ['an item id with a NUL', '/items/ITEM%00', [404]],
    ['an item id with a suffix', '/items/ITEM.json', [404]],
    ['a blank item id', '/items/%20', [404]],
    ['a property of every object', '/items/constructor', [404]],
    ['a path of 12,000 characters', `/items/${'a'.repeat(12_000)}`, [404]],
    ['a query of 12,000 characters', `/items?q=${'%20a'.repeat(3000)}`, [200]],
    ['1,000 filters', `/items?${'category=a&'.repeat(1000)}`, [200]],
    ['a parent folder', '/assets/../../../../etc/passwd', [404]],
    ['an encoded parent folder', '/assets/%2e%2e/%2e%2e/package.json', [404]],
    ['the build manifest', '/.vite/manifest.json', [404]],
    ['the environment file', '/.env', [404]],
    ['the database', '/data/store.db', [404]],
  ])('%s is safe', async (_, target, statuses) => {
    const response = await sendRaw(target.replace('ITEM', item))
    expect(statuses).toContain(response.status)
    expectSafe(response, target.slice(0, 80))
  })

  it.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'OPTIONS'])(
    'returns 404 for %s on a page',
    async (method) => {
      const response = await sendRaw('/items', { cookie: 'secret=canary' }, method)
      expect(response.status).toBe(404)
      expect(response.body).not.toContain('canary')
    },
  )

  it('two slashes isn’t one for the home page', async () => {
    expect((await sendRaw('/')).status).toBe(200)
    expect((await sendRaw('//')).status).toBe(404)
  })

  it('an item with any query serves the item’s page', async () => {
    for (const query of ['', '?q=%ff', '?__proto__[x]=1', '?x=<script>canary()</script>', '?ref=A%00']) {
      const response = await sendRaw(`/items/${item}${query}`)
      expect(response.status).toBe(200)
      expect(response.body).toContain('Cloud storage')
      expectSafe(response, query)
    }
  })
})
