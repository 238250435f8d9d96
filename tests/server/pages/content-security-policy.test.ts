import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, request as send } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productionSettings, type TestServer } from '../../app.ts'
import { buildItem, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { builtFiles, startTestServerWithPages } from '../../pages.ts'
import { draw, upload } from '../catalogue/staff-catalogue.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
let [origin, inlineScriptSource] = ['', '']
let [itemId, pictureLink] = ['', '']
beforeAll(async () => {
  server = await startTestServerWithPages(productionSettings)
  ada = await buildUser(server)
  mira = await buildStaff(server)
  await buildPaidOrder(server, ada)
  const bytes = await draw(60, 40).png().toBuffer()
  pictureLink = (await upload(server, bytes, { use: 'banner', token: mira.token })).body.data.link
  itemId = (await buildItem(server, { logoLink: pictureLink, bannerLink: pictureLink })).id
  origin = await server.listen()
  inlineScriptSource = hashSource(inlineScript.exec((await sendRequest(origin, 'GET /faq')).text)![1]!)
})
afterAll(() => server.close())

const hsts = 'max-age=63072000; includeSubDomains'
/** The headers of every response; docs/security.md lists them. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': hsts,
}
const pageCsp = [
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
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** What a page that visitors read has of the built stylesheet, apart from each other: fonts, and everything else. */
const [fonts, styles] = builtFiles['assets/style-a1b2c3d4.css'].split(/(?=body)/) as [string, string]
/** Of a page that contains its styles and what loads its code. */
const readingCsp = pageCsp
  .replace("script-src 'self'", "script-src 'self' INLINE_SCRIPT")
  .replace("style-src 'self'", `style-src 'self' ${hashSource(styles)} ${hashSource(fonts)}`)
const inlineScript = /<script type="module">([^]*?)<\/script>/
const apiCsp = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
const pictureCsp = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox"
const assetCsp = "frame-ancestors 'none'"
const hour = 'public, max-age=3600'
const [noStore, revalidate, immutable] = ['no-store', 'private, no-cache', 'public, max-age=31536000, immutable']
const [html, json, text] = ['text/html', 'application/json', 'text/plain']

type Case = [name: string, request: string, status: number, type: string, csp: string | undefined, cache: string]
const cases: Case[] = [
  ['the home page', 'GET /', 200, html, readingCsp, revalidate],
  ['a list of items', 'GET /items?sortBy=price-low', 200, html, readingCsp, revalidate],
  ['an item’s page', 'GET /items/ITEM', 200, html, readingCsp, revalidate],
  ['a page behind the login', 'GET /orders', 200, html, pageCsp, noStore],
  ['a staff page', 'GET /admin/items', 200, html, pageCsp, noStore],
  ['an unknown page', 'GET /nothing/here', 404, html, pageCsp, noStore],
  ['an unknown item', 'GET /items/none', 404, html, readingCsp, noStore],
  ['a page without a body', 'HEAD /items', 200, html, readingCsp, revalidate],
  ['a malformed path', 'GET /%E0%A4%A', 404, html, pageCsp, noStore],
  ['robots.txt', 'GET /robots.txt', 200, text, apiCsp, hour],
  ['security.txt', 'GET /.well-known/security.txt', 200, text, apiCsp, hour],
  ['the web manifest', 'GET /manifest.webmanifest', 200, 'application/manifest', apiCsp, hour],
  ['a sitemap', 'GET /sitemap/pages.xml', 200, 'application/xml', apiCsp, hour],
  ['a missing file', 'GET /favicon.icon', 404, text, apiCsp, noStore],
  ['the page template', 'GET /index.html', 404, text, apiCsp, noStore],
  ['the build manifest', 'GET /.vite/manifest.json', 404, text, apiCsp, noStore],
  ['the development inbox, absent in production', 'GET /dev/mail', 404, html, pageCsp, noStore],
  ['a redirect', 'GET /home', 301, '', apiCsp, noStore],
  ['a POST to a page', 'POST /items', 404, text, apiCsp, noStore],
  ['a script', 'GET /assets/main-a1b2c3d4.js', 200, 'text/javascript', assetCsp, immutable],
  ['a style', 'GET /assets/style-a1b2c3d4.css', 200, 'text/css', assetCsp, immutable],
  ['an unknown script', 'GET /assets/none.js', 404, text, assetCsp, noStore],
  ['a file outside the assets', 'GET /assets/..%2f..%2fstore.db', 404, text, assetCsp, noStore],
  ['the icon', 'GET /mark.svg', 200, 'image/svg+xml', apiCsp, hour],
  ['a picture', 'GET PICTURE', 200, 'image/webp', pictureCsp, immutable],
  ['a share picture', 'GET PICTURE/share.png', 200, 'image/png', pictureCsp, immutable],
  ['an unknown picture', 'GET /media/none.webp', 404, text, apiCsp, noStore],
  ['an upload', 'POST /api/admin/pictures?use=logo', 200, json, apiCsp, noStore],
  ['a rejected upload', 'POST /api/admin/pictures?use=none', 400, json, apiCsp, noStore],
  ['an API response', 'GET /api/items', 200, json, apiCsp, noStore],
  ['a cached API response', 'GET /api/items', 200, json, apiCsp, noStore],
  ['a private API response', 'GET /api/auth/me', 200, json, apiCsp, noStore],
  ['a staff API response', 'GET /api/admin/orders', 200, json, apiCsp, noStore],
  ['a download', 'GET /api/admin/orders/export', 200, 'text/csv', apiCsp, noStore],
  ['an error: 400', 'GET /api/items?nothing=1', 400, json, apiCsp, noStore],
  ['an error: 404', 'GET /api/nothing', 404, json, apiCsp, noStore],
  ['an error: 415', 'POST /api/cart', 415, json, apiCsp, noStore],
  ['the OpenAPI document', 'GET /api/openapi.json', 200, json, apiCsp, 'public, no-cache'],
  ['a socket handshake over polling', 'GET /socket.io/?EIO=4&transport=polling', 400, json, apiCsp, noStore],
  ['an invalid socket handshake', 'GET /socket.io/', 400, json, apiCsp, noStore],
]

/** Sends a request without normalizing its path, as fetch would. */
const sendRequest = (serverOrigin: string, request: string, body?: Uint8Array) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const [method, path] = request.replace('ITEM', itemId).replace('PICTURE', pictureLink).split(' ')
    const { hostname, port } = new URL(serverOrigin)
    const headers = {
      authorization: `Bearer ${mira.token}`,
      ...(method === 'POST' && { 'content-type': 'image/png', 'content-length': body?.length ?? 1 }),
    }
    const outgoing = send({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(method === 'POST' ? (body ?? '1') : undefined)
  })

function expectHeaders(headers: IncomingHttpHeaders, expected: Record<string, string | undefined>) {
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, headers[name]]))).toEqual(expected)
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers[name]).toBeUndefined()
}

it.each(cases)('%s (%s) has its headers', async (_, request, status, type, csp, cache) => {
  const body = request.includes('use=logo') ? await draw(9, 9).png().toBuffer() : undefined
  const response = await sendRequest(origin, request, body)
  expect(response.status, response.text.slice(0, 300)).toBe(status)
  expect(response.headers['content-type'] ?? '').toMatch(type)
  const policy = csp?.replace('INLINE_SCRIPT', inlineScriptSource)
  expectHeaders(response.headers, { ...commonHeaders, 'content-security-policy': policy, 'cache-control': cache })
})

it('a page that a visitor reads contains its styles and what loads its code, allowed by their hashes alone', async () => {
  const { headers, text: page } = await sendRequest(origin, 'GET /faq')
  // Fonts are fetched after the first paint, or where there are no scripts.
  const fontStyles = `<style id="fonts" media="print">${fonts}</style><noscript><style>${fonts}</style></noscript>`
  expect(page).toContain(`<style>${styles}</style>${fontStyles}`)
  expect(headers['content-security-policy']).toContain(`style-src 'self' ${hashSource(styles)} ${hashSource(fonts)};`)
  const script = inlineScript.exec(page)![1]!
  expect(script).toContain("import('/main.tsx')")
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashSource(script)};`)
  expect(page).not.toContain('src="/main.tsx"')
  expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  const link = /<link rel="stylesheet"[^>]*>/
  expect(link.exec(page)![0]).toBe('<link rel="stylesheet" href="/assets/style-a1b2c3d4.css" disabled>')
  const { text: otherPage } = await sendRequest(origin, 'GET /auth')
  expect(otherPage).not.toContain('<style>')
  expect(otherPage).not.toMatch(inlineScript)
  expect(otherPage).toContain('src="/main.tsx"')
  expect(link.exec(otherPage)![0]).not.toContain('disabled')
})

it('the API reference allows only its own style', async () => {
  const { headers, text: page } = await sendRequest(origin, 'GET /api/docs')
  const style = /<style>([^]*?)<\/style>/.exec(page)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`
  expectHeaders(headers, { ...commonHeaders, 'content-security-policy': policy, 'cache-control': 'public, no-cache' })
  expect(page).not.toMatch(/<script|style=|\son\w+=/)
})

it('a socket upgrade has the same headers', async () => {
  const { socket } = await server.connect({ token: ada.token })
  const headers = await new Promise<IncomingHttpHeaders>((resolve) => {
    const { hostname, port } = new URL(origin)
    const upgradeHeaders = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16, 7).toString('base64'),
    }
    const outgoing = send({ hostname, port, path: '/socket.io/?EIO=4&transport=websocket', headers: upgradeHeaders })
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.headers)
    })
    outgoing.end()
  })
  expectHeaders(headers, { ...commonHeaders, 'content-security-policy': apiCsp, 'cache-control': noStore })
  expect(socket.connected).toBe(true)
})

it('a rate-limited response has them and Retry-After', async () => {
  const limited = await startTestServerWithPages(productionSettings)
  // In the future, so that no token is refilled before the request.
  const now = Date.now() + 60_000
  for (let n = 0; n < 300; n += 1) void limited.app.rateLimits.consume('read', { address: '127.0.0.1' }, now)
  const response = await sendRequest(await limited.listen(), 'GET /api/items/none')
  expect(response.status).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expectHeaders(response.headers, { ...commonHeaders, 'content-security-policy': apiCsp, 'cache-control': noStore })
  await limited.close()
})

describe('in demo mode', () => {
  let demo: TestServer
  beforeAll(async () => {
    demo = await startTestServerWithPages()
  })
  afterAll(() => demo.close())

  it.each(['/', '/none', '/assets/main-a1b2c3d4.js', '/mark.svg', '/api/items', '/api/none', '/socket.io/'])(
    '%s has no Strict-Transport-Security',
    async (path) => {
      const { headers } = await sendRequest(await demo.listen(), `GET ${path}`)
      expectHeaders(headers, { ...commonHeaders, 'strict-transport-security': undefined })
    },
  )

  it('the development inbox is isolated', async () => {
    const {
      status,
      headers,
      text: page,
    } = await sendRequest(await demo.listen(), `GET /dev/mail?token=${demo.env.devInboxToken}`)
    const hash = createHash('sha256')
      .update(/<style>([^]*?)<\/style>/.exec(page)![1]!)
      .digest('base64')
    expect(status).toBe(200)
    expectHeaders(headers, {
      ...commonHeaders,
      'strict-transport-security': undefined,
      'referrer-policy': 'no-referrer',
      'cache-control': noStore,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
  })

  it('a failed page has them and hides the cause', async () => {
    const { db } = demo.app
    const broken = new Error('select * from secrets')
    demo.app.db = new Proxy(db, {
      get: (target, name) => {
        if (name === 'select') throw broken
        return Reflect.get(target, name) as unknown
      },
    })
    const { status, headers, text: page } = await sendRequest(await demo.listen(), 'GET /items')
    demo.app.db = db
    expect(status).toBe(500)
    expect(page).toContain('Something went wrong on our side')
    expect(page).not.toMatch(/secrets|node_modules|Error:/)
    expectHeaders(headers, {
      ...commonHeaders,
      'strict-transport-security': undefined,
      'content-security-policy': pageCsp.replace('wss://kade.example', 'ws://localhost:3000'),
      'cache-control': noStore,
    })
  })
})

it('reCAPTCHA adds only Google’s hosts to the policy', async () => {
  const keys = { CAPTCHA_PROVIDER: 'recaptcha', RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' }
  const withRecaptcha = await startTestServerWithPages(keys)
  const { headers } = await sendRequest(await withRecaptcha.listen(), 'GET /')
  const google = 'https://www.google.com https://www.gstatic.com'
  expect(headers['content-security-policy']).toBe(
    readingCsp
      .replace('wss://kade.example', 'ws://localhost:3000')
      .replace('INLINE_SCRIPT', `${inlineScriptSource} ${google}`)
      .replace("manifest-src 'self'", `manifest-src 'self'; frame-src ${google}`),
  )
  await withRecaptcha.close()
})

it('serves built files unchanged', async () => {
  expect((await sendRequest(origin, 'GET /assets/main-a1b2c3d4.js')).text).toBe(builtFiles['assets/main-a1b2c3d4.js'])
})
