import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, request as send } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveSettings, type TestStore } from '../../app.ts'
import { buildItem, buildPaidOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { built, openWholeStore } from '../../pages.ts'
import { draw, upload } from '../staff/catalogue.ts'

let store: TestStore
let [ada, mira] = [] as unknown as [Somebody, Somebody]
let at: string
let [item, picture] = ['', '']
beforeAll(async () => {
  store = await openWholeStore(liveSettings)
  ada = await buildUser(store)
  mira = await buildStaff(store)
  await buildPaidOrder(store, ada)
  const bytes = await draw(60, 40).png().toBuffer()
  picture = (await upload(store, bytes, { use: 'banner', token: mira.token })).body.data.link
  item = (await buildItem(store, { logoLink: picture, bannerLink: picture })).id
  at = await store.listen()
})
afterAll(() => store.close())

const hsts = 'max-age=63072000; includeSubDomains'
/** SAFETY.md's policies for every answer. */
const ofAll = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': hsts,
}
const ofPages = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self' wss://kade.example",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')
const ofCalls = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const ofPictures = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox"
const ofAssets = "frame-ancestors 'none'"
const [now, always] = ['no-store', 'public, max-age=31536000, immutable']
const [html, json, text] = ['text/html', 'application/json', 'text/plain']

type Kind = [what: string, request: string, status: number, type: string, policy: string | undefined, cache: string]
const kinds: Kind[] = [
  ['the home page', 'GET /', 200, html, ofPages, now],
  ['a list of items', 'GET /items?sortBy=price-low', 200, html, ofPages, now],
  ['an item’s page', 'GET /items/ITEM', 200, html, ofPages, now],
  ['a page behind the login', 'GET /orders', 200, html, ofPages, now],
  ['a page of staff', 'GET /admin/items', 200, html, ofPages, now],
  ['a page that is not there', 'GET /nothing/here', 404, html, ofPages, now],
  ['an item that is not there', 'GET /items/none', 404, html, ofPages, now],
  ['a page without its body', 'HEAD /items', 200, html, ofPages, now],
  ['a page in pieces', 'GET /%E0%A4%A', 404, html, ofPages, now],
  ['robots.txt, which there is none of', 'GET /robots.txt', 404, html, ofPages, now],
  ['favicon.ico, which there is none of', 'GET /favicon.ico', 404, html, ofPages, now],
  ['the template, which is no page', 'GET /index.html', 404, html, ofPages, now],
  ['what the build noted for itself', 'GET /.vite/manifest.json', 404, html, ofPages, now],
  ['the page of letters, which a live store has not', 'GET /dev/mail', 404, html, ofPages, now],
  ['a page that has moved', 'GET /home', 301, '', ofCalls, now],
  ['a page that somebody writes to', 'POST /items', 404, text, ofCalls, now],
  ['a script', 'GET /assets/main-a1b2c3d4.js', 200, 'text/javascript', ofAssets, always],
  ['a style', 'GET /assets/style-a1b2c3d4.css', 200, 'text/css', ofAssets, always],
  ['a script that is not there', 'GET /assets/none.js', 404, html, ofPages, now],
  ['what lies beneath the scripts', 'GET /assets/..%2f..%2fstore.db', 404, html, ofPages, now],
  ['the icon', 'GET /mark.svg', 200, 'image/svg+xml', ofCalls, now],
  ['a picture', 'GET PICTURE', 200, 'image/webp', ofPictures, always],
  ['a picture to share', 'GET PICTURE/share.png', 200, 'image/png', ofPictures, always],
  ['a picture that is not there', 'GET /media/none.webp', 404, text, ofCalls, now],
  ['an upload', 'POST /api/admin/pictures?use=logo', 200, json, ofCalls, now],
  ['an upload that is refused', 'POST /api/admin/pictures?use=none', 400, json, ofCalls, now],
  ['a call', 'GET /api/items', 200, json, ofCalls, now],
  ['a call that is kept for all', 'GET /api/items', 200, json, ofCalls, now],
  ['a call for somebody alone', 'GET /api/auth/me', 200, json, ofCalls, now],
  ['a call of staff', 'GET /api/admin/orders', 200, json, ofCalls, now],
  ['a file', 'GET /api/admin/orders/export', 200, 'text/csv', ofCalls, now],
  ['a refusal: 400', 'GET /api/items?nothing=1', 400, json, ofCalls, now],
  ['a refusal: 404', 'GET /api/nothing', 404, json, ofCalls, now],
  ['a refusal: 415', 'POST /api/cart', 415, json, ofCalls, now],
  ['the API’s description', 'GET /api/openapi.json', 200, json, ofCalls, now],
  ['the push channel, asked by a page', 'GET /socket.io/?EIO=4&transport=polling', 400, json, ofCalls, now],
  ['the push channel, asked for nothing', 'GET /socket.io/', 400, json, ofCalls, now],
]

/** As it is said: nothing in the path is mended on its way. */
const ask = (origin: string, request: string, body?: Uint8Array) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const [method, path] = request.replace('ITEM', item).replace('PICTURE', picture).split(' ')
    const { hostname, port } = new URL(origin)
    const headers = {
      authorization: `Bearer ${mira.token}`,
      ...(method === 'POST' && { 'content-type': 'image/png', 'content-length': body?.length ?? 1 }),
    }
    const asking = send({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    asking.on('error', reject)
    asking.end(method === 'POST' ? (body ?? '1') : undefined)
  })

function expectPolicies(headers: IncomingHttpHeaders, policies: Record<string, string | undefined>) {
  expect(Object.fromEntries(Object.keys(policies).map((name) => [name, headers[name]]))).toEqual(policies)
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers[name]).toBeUndefined()
}

test.each(kinds)('%s (%s)', async (_, request, status, type, policy, cache) => {
  const body = request.includes('use=logo') ? await draw(9, 9).png().toBuffer() : undefined
  const answer = await ask(at, request, body)
  expect(answer.status, answer.text.slice(0, 300)).toBe(status)
  expect(answer.headers['content-type'] ?? '').toMatch(type)
  expectPolicies(answer.headers, { ...ofAll, 'content-security-policy': policy, 'cache-control': cache })
})

test('the page that describes the API allows its own style and nothing else', async () => {
  const { headers, text: page } = await ask(at, 'GET /api/docs')
  const style = /<style>([^]*?)<\/style>/.exec(page)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`
  expectPolicies(headers, { ...ofAll, 'content-security-policy': policy, 'cache-control': now })
  expect(page).not.toMatch(/<script|style=|\son\w+=/)
})

test('a reader that joins the push channel is answered with them, too', async () => {
  const { socket } = await store.follow({ token: ada.token })
  const heard = await new Promise<IncomingHttpHeaders>((resolve) => {
    const { hostname, port } = new URL(at)
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16, 7).toString('base64'),
    }
    const asking = send({ hostname, port, path: '/socket.io/?EIO=4&transport=websocket', headers })
    asking.on('upgrade', (response, joined) => {
      joined.destroy()
      resolve(response.headers)
    })
    asking.end()
  })
  expectPolicies(heard, { ...ofAll, 'content-security-policy': ofCalls, 'cache-control': now })
  expect(socket.connected).toBe(true)
})

test('what is asked too often is refused with them, and with when to come back', async () => {
  const other = await openWholeStore(liveSettings)
  const origin = await other.listen()
  let answer = await ask(origin, 'GET /api/items/none')
  for (let n = 0; n < 400 && answer.status !== 429; n += 1) {
    const response = await fetch(`${origin}/api/items/none`)
    answer = { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }
  expect(answer.status).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expectPolicies(answer.headers, { ...ofAll, 'content-security-policy': ofCalls, 'cache-control': now })
  await other.close()
})

describe('a demo store', () => {
  let demo: TestStore
  beforeAll(async () => {
    demo = await openWholeStore()
  })
  afterAll(() => demo.close())

  test.each(['/', '/none', '/assets/main-a1b2c3d4.js', '/mark.svg', '/api/items', '/api/none', '/socket.io/'])(
    'does not have browsers insist on TLS: %s',
    async (path) => {
      const { headers } = await ask(await demo.listen(), `GET ${path}`)
      expectPolicies(headers, { ...ofAll, 'strict-transport-security': undefined })
    },
  )

  test('shows its letters to its own machine, with no way out of the page', async () => {
    const { status, headers, text: page } = await ask(await demo.listen(), 'GET /dev/mail')
    const hash = createHash('sha256')
      .update(/<style>([^]*?)<\/style>/.exec(page)![1]!)
      .digest('base64')
    expect(status).toBe(200)
    expectPolicies(headers, {
      ...ofAll,
      'strict-transport-security': undefined,
      'referrer-policy': 'no-referrer',
      'cache-control': now,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
  })

  test('a page that fails is answered with them, and says nothing of why', async () => {
    const { db } = demo.store
    const broken = new Error('select * from secrets')
    demo.store.db = new Proxy(db, {
      get: (target, name) => {
        if (name === 'select') throw broken
        return Reflect.get(target, name) as unknown
      },
    })
    const { status, headers, text: page } = await ask(await demo.listen(), 'GET /items')
    demo.store.db = db
    expect(status).toBe(500)
    expect(page).toContain('Something went wrong on our side')
    expect(page).not.toMatch(/secrets|node_modules|Error:/)
    expectPolicies(headers, {
      ...ofAll,
      'strict-transport-security': undefined,
      'content-security-policy': ofPages.replace('wss://kade.example', 'ws://localhost:3000'),
      'cache-control': now,
    })
  })
})

test('with Google’s captcha its hosts may run and be framed, and nothing else is let in', async () => {
  const keys = { CAPTCHA_PROVIDER: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' }
  const other = await openWholeStore(keys)
  const { headers } = await ask(await other.listen(), 'GET /')
  const google = 'https://www.google.com https://www.gstatic.com'
  expect(headers['content-security-policy']).toBe(
    ofPages
      .replace('wss://kade.example', 'ws://localhost:3000')
      .replace("script-src 'self'", `script-src 'self' ${google}`)
      .replace("manifest-src 'self'", `manifest-src 'self'; frame-src ${google}`),
  )
  await other.close()
})

test('what was built and what is served are the same', async () => {
  expect((await ask(at, 'GET /assets/main-a1b2c3d4.js')).text).toBe(built['assets/main-a1b2c3d4.js'])
})
