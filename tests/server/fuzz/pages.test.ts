import { connect } from 'node:net'
import * as fc from 'fast-check'
import { getTableName, is, Table } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import type { TestStore } from '../../app.ts'
import { buildItem } from '../../build.ts'
import { openWholeStore } from '../../pages.ts'
import { seed, soak } from '../../soak.ts'

let store: TestStore
let [port, item] = [0, '']
beforeAll(async () => {
  store = await openWholeStore({ PUBLIC_URL: 'http://localhost:3000' })
  item = (await buildItem(store, { name: 'Cloud storage' })).id
  port = Number(new URL(await store.listen()).port)
})
afterAll(() => store.close())

type Said = { status: number; head: string; body: string }

/** Exactly these bytes, as no client would send them, and all that comes back. */
const say = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Said>((resolve, reject) => {
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
      const all = Buffer.concat(chunks).toString()
      const [head = '', ...rest] = all.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') })
    })
  })

const countAll = async () => {
  const tables = Object.values(schema).filter((one) => is(one, Table)) as (typeof schema.items)[]
  const counts: Record<string, number> = {}
  for (const table of tables) counts[getTableName(table)] = await store.store.db.$count(table)
  return counts
}

const hexed = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
/** Whoever asks for these wants them to run, to lead away, or to fail. */
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
const broken = [
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
const piece = fc.oneof(
  fc.constantFrom(...broken),
  fc.constantFrom(...payloads).map(encodeURIComponent),
  fc.constantFrom(...payloads).map(hexed),
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
const path = fc.tuple(roots, fc.array(piece, { maxLength: 4 })).map(([root, some]) => root + some.join('/'))
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
  piece,
  fc.constantFrom('-1', '1e309', 'NaN', '999999999999', '0.001', 'price-low', '[]', '1', 'x'.repeat(300)),
)
const query = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
      .map((some) => `?${some.map(([field, given]) => `${field}=${given}`).join('&')}`),
  },
  { weight: 1, arbitrary: piece.map((text) => `?${text}`) },
)
const prefs = fc.oneof(
  fc.constant(undefined),
  fc.oneof(piece, fc.constantFrom(...payloads.map(encodeURIComponent))).map((text) => `prefs=${text}`),
  fc
    .record({ theme: piece, currency: piece, initials: piece })
    .map((one) => `prefs=${encodeURIComponent(JSON.stringify(one)).slice(0, 2000)}`),
)

const policy =
  /content-security-policy: default-src 'none'; (script-src 'self'; style-src 'self'; style-src-attr 'none'|(base-uri 'none'; )?frame-ancestors 'none')/

function expectOwn({ status, head, body }: Said, asked: string) {
  expect([200, 301, 400, 404], asked).toContain(status)
  expect(head, asked).toMatch(/x-content-type-options: nosniff/i)
  expect(head, asked).not.toMatch(/set-cookie|canary/i)
  // The one address that moves leads to the store's own.
  if (/^location:/im.test(head)) expect(head, asked).toMatch(/^location: \/\r?$/im)
  if (!/\/assets\//.test(asked)) expect(head, asked).toMatch(policy)
  expect(body, asked).not.toMatch(/<script>canary|onerror=canary\(\)>|<\/script><script>|root:x:0|SQLite format/)
  expect(body, asked).not.toMatch(/node_modules|\bat [\w.]+ \(|Error:/)
  expect(body, asked).not.toContain('host-canary')
  if (status === 200 && /text\/html/.test(head)) expect(body, asked).toMatch(/<div id="root">/)
}

test(`whatever path, query and cookie (seed ${seed})`, async () => {
  const before = await countAll()
  const told = new Map<number, number>()
  const asked = fc.record({ path, query, cookie: prefs, foreign: fc.boolean() })
  for (const one of fc.sample(asked, { seed, numRuns: 400 * soak })) {
    const target = (one.path + one.query).replaceAll('ITEM', item).replaceAll(/[^\x21-\x7e]/g, '')
    const headers = {
      ...(one.cookie && { cookie: one.cookie }),
      // Nobody but the owner says where the store is.
      ...(one.foreign && { host: 'host-canary.example', 'x-forwarded-host': 'host-canary.example' }),
    }
    const said = await say(target, headers)
    told.set(said.status, (told.get(said.status) ?? 0) + 1)
    expectOwn(said, `${target} ${JSON.stringify(headers)} → ${said.status} ${said.body.slice(0, 200)}`)
  }
  console.info(`pages with seed ${seed}: ${JSON.stringify(Object.fromEntries(told))}`)
  expect(await countAll()).toEqual(before)
  expect(told.get(200)).toBeGreaterThan(20)
  expect(told.get(404)).toBeGreaterThan(20)
}, 600_000)

describe('what is asked on purpose', () => {
  test.each([
    ['another store’s address in place of a path', 'http://evil.example/', [200, 400, 404]],
    ['two strokes before it', '//evil.example/items', [404]],
    ['a stroke backwards', '/\\evil.example', [400, 404]],
    ['its own number behind a NUL', '/items/ITEM%00', [404]],
    ['its own number with more behind it', '/items/ITEM.json', [404]],
    ['no number', '/items/%20', [404]],
    ['a name that every object has', '/items/constructor', [404]],
    ['a path of 12,000 signs', `/items/${'a'.repeat(12_000)}`, [404]],
    ['a query of 12,000 signs', `/items?q=${'%20a'.repeat(3000)}`, [200]],
    ['1,000 filters', `/items?${'category=a&'.repeat(1000)}`, [200]],
    ['a folder above', '/assets/../../../../etc/passwd', [404]],
    ['a folder above, in disguise', '/assets/%2e%2e/%2e%2e/package.json', [404]],
    ['the file that says what was built', '/.vite/manifest.json', [404]],
    ['a file of the settings', '/.env', [404]],
    ['the database', '/data/store.db', [404]],
  ])('%s', async (_, target, statuses) => {
    const said = await say(target.replace('ITEM', item))
    expect(statuses).toContain(said.status)
    expectOwn(said, target.slice(0, 80))
  })

  test.each(['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'OPTIONS'])('%s of a page', async (method) => {
    const said = await say('/items', { cookie: 'secret=canary' }, method)
    expect(said.status).toBe(404)
    expect(said.body).not.toContain('canary')
  })

  test('an item’s page is its own, whatever stands behind its address', async () => {
    for (const more of ['', '?q=%ff', '?__proto__[x]=1', '?x=<script>canary()</script>', '?ref=A%00']) {
      const said = await say(`/items/${item}${more}`)
      expect(said.status).toBe(200)
      expect(said.body).toContain('Cloud storage')
      expectOwn(said, more)
    }
  })
})
