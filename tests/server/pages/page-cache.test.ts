import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { buildCategory, buildItem, buildUser, changeItem, type TestUser } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
let ada: TestUser
let [item, itemInOtherCategory, category] = ['', '', '']
beforeAll(async () => {
  server = await startTestServerWithPages()
  ada = await buildUser(server)
  category = (await buildCategory(server)).id
  item = (await buildItem(server, { name: 'Cloud storage', categoryId: category })).id
  itemInOtherCategory = (await buildItem(server, { name: 'Chess lessons' })).id
})
afterAll(() => server.close())
beforeEach(() => void server.rendered.splice(0))

const open = async (path: string, headers: Record<string, string> = {}) =>
  server.router.request(`http://localhost${path}`, { headers })
const prefs = (fields: object) => ({
  cookie: `prefs=${encodeURIComponent(JSON.stringify({ theme: 'system', currency: 'USD', initials: '', ...fields }))}`,
})
const review = (id: string) =>
  server.call('POST', '/reviews', { item: id, stars: 4, description: 'As promised.' }, { token: ada.token })

it('renders a public page once for all visitors, and again for another theme or currency', async () => {
  const pages = await Promise.all(Array.from({ length: 5 }, () => open('/faq')))
  const texts = await Promise.all(pages.map((page) => page.text()))
  expect(new Set(texts).size).toBe(1)
  await open('/faq', prefs({}))
  expect(server.rendered).toEqual(['/faq'])
  const inRupees = await open('/faq', prefs({ currency: 'LKR', theme: 'dark' }))
  expect(await inRupees.text()).toContain('data-theme="dark"')
  expect(server.rendered).toEqual(['/faq', '/faq'])
})

it('ignores unknown parameters, and renders known ones in one order', async () => {
  await open('/items?utm_source=mail')
  await open('/items?maxPrice=50&sortBy=name&x=1')
  await open('/items?sortBy=name&maxPrice=50')
  expect(server.rendered).toEqual(['/items', '/items?maxPrice=50&sortBy=name'])
})

it('neither reads nor fills the cache for a request with a session, and shares no initials', async () => {
  const withSession = { cookie: '__Host-refresh=abc' }
  const withInitials = prefs({ initials: 'QZ' })
  expect((await open(`/items/${item}`, withSession)).headers.get('cache-control')).toBe('no-store')
  expect(await (await open(`/items/${item}`, withInitials)).text()).toContain('QZ')
  const visitorPage = await open(`/items/${item}`)
  expect(visitorPage.headers.get('cache-control')).toBe('private, no-cache')
  expect(await visitorPage.text()).not.toContain('QZ')
  await open(`/items/${item}`, withSession)
  expect(server.rendered).toHaveLength(4)
})

it('does not cache searches, other pages, or pages that were not found', async () => {
  for (const path of ['/items?q=cloud', '/auth', '/items/none', '/nowhere']) {
    await open(path)
    await open(path)
  }
  expect(server.rendered).toHaveLength(8)
})

it('shows a changed item at once, on its page and in lists, but keeps pages without a catalogue', async () => {
  const paths = ['/', '/items', `/items/${item}`, '/faq']
  for (const path of paths) await open(path)
  server.rendered.length = 0
  await changeItem(server, item, { name: 'Cold storage' })
  for (const path of paths) {
    const html = await (await open(path)).text()
    if (path !== '/faq') expect(html).toContain('Cold storage')
    expect(html).not.toContain('Cloud storage')
  }
  expect(server.rendered).toEqual(['/', '/items', `/items/${item}`])
})

it('renders what shows a reviewed item, or is sorted by rating, and nothing else', async () => {
  const paths = ['/', `/items?category=${category}`, `/items/${item}`, `/items/${itemInOtherCategory}`]
  for (const path of paths) await open(path)
  server.rendered.length = 0
  expect((await review(itemInOtherCategory)).status).toBe(200)
  for (const path of paths) await open(path)
  expect(server.rendered).toEqual(['/', `/items/${itemInOtherCategory}`])
})

it('shows the new name of someone who has reviewed an item, and keeps other pages', async () => {
  const paths = [`/items/${itemInOtherCategory}`, `/items/${item}`, '/items']
  const { email, phone } = ada
  const rename = { firstName: 'Augusta', lastName: 'King', email, phone }
  await review(itemInOtherCategory)
  for (const path of paths) await open(path)
  server.rendered.length = 0
  expect((await server.call('POST', '/auth/update', rename, { token: ada.token })).status).toBe(200)
  for (const path of paths) await open(path)
  expect(server.rendered).toEqual([`/items/${itemInOtherCategory}`])
})

it('answers 304 for a page that the visitor has, and not once it has changed', async () => {
  const etag = (await open('/items')).headers.get('etag')!
  const again = await open('/items', { 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  expect(again.headers.get('cache-control')).toBe('private, no-cache')
  expect((await open('/items', { 'if-none-match': `W/"another", ${etag}` })).status).toBe(304)
  await changeItem(server, item, { price: 1234 })
  expect((await open('/items', { 'if-none-match': etag })).status).toBe(200)
})

it('compresses with gzip or brotli, or not at all, as the client accepts', async () => {
  const plain = await (await open('/faq')).text()
  expect(await openCompressed('/faq', 'br')).toMatchObject({ encoding: 'br', html: plain })
  expect(await openCompressed('/faq', 'gzip, br;q=0')).toMatchObject({ encoding: 'gzip', html: plain })
  expect(await openCompressed('/faq', 'gzip;q=0, deflate')).toMatchObject({ encoding: null, html: plain })
  expect(await openCompressed('/faq', '')).toMatchObject({ encoding: null, html: plain })
})

it('compresses a page with brotli once it is asked for again, under the same ETag', async () => {
  const accepted = 'gzip, deflate, br'
  await changeItem(server, item, { price: 2345 })
  const first = await openCompressed('/items', accepted)
  expect(first.encoding).toBe('gzip')
  await expect.poll(async () => (await openCompressed('/items', accepted)).encoding).toBe('br')
  const later = await openCompressed('/items', accepted)
  expect(later.bytes).toBeLessThan(first.bytes)
  expect([later.html, later.etag]).toEqual([first.html, first.etag])
  expect((await open('/items', { 'if-none-match': first.etag! })).status).toBe(304)
})

async function openCompressed(path: string, accepted: string) {
  const response = await open(path, { 'accept-encoding': accepted })
  const body = Buffer.from(await response.arrayBuffer())
  const encoding = response.headers.get('content-encoding')
  const html = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  return { encoding, bytes: body.length, html: html.toString(), etag: response.headers.get('etag') }
}

// Postgres answers some turns later.
it.runIf(dialect === 'sqlite')(
  'renders at once when no other page waits, and leaves turns to others between two',
  async () => {
    const pass = () => new Promise(setImmediate)
    // Those after the last page of another test.
    for (let turn = 0; turn < 20; turn += 1) await pass()
    const pages = ['/auth', '/cart', '/orders'].map((path) => open(path))
    const turnsUntil = async (count: number) => {
      let turns = 0
      for (; server.rendered.length < count; turns += 1) await pass()
      return turns
    }
    expect(await turnsUntil(1)).toBeLessThanOrEqual(1)
    expect(await turnsUntil(2)).toBeGreaterThan(5)
    expect(await turnsUntil(3)).toBeGreaterThan(5)
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200, 200])
  },
)
