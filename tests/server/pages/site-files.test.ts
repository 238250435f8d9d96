import { afterAll, beforeAll, expect, it } from 'vitest'
import { reviews } from '../../../drizzle/schema.ts'
import { contentSlugs } from '../../../shared/content.ts'
import { buildCategory, buildItem, buildUser } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
let [category, categoryPath, id] = ['', '', '']
const addedAt = new Date(Date.UTC(2026, 4, 1))
beforeAll(async () => {
  server = await startTestServerWithPages({ PUBLIC_URL: 'https://kade.example' })
  category = (await buildCategory(server, 'Music & more')).id
  categoryPath = `/items?category=${category}-music-more`
  id = (await buildItem(server, { name: 'Café “Näxt”: 3 months', categoryId: category, createdAt: addedAt })).id
  await buildItem(server, { name: 'Archived', categoryId: category, archivedAt: new Date() })
})
afterAll(() => server.close())

const read = async (path: string) => {
  const response = await server.router.request(`http://localhost${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!)

it('tells crawlers which pages are private, and where the sitemap is', async () => {
  const { text } = await read('/robots.txt')
  for (const path of ['/admin', '/api', '/orders', '/payment', '/cart']) expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).not.toContain('Disallow: /items')
  expect(text).toContain('Sitemap: https://kade.example/sitemap.xml\n')
})

it('says where to report a vulnerability, for less than a year', async () => {
  const { text, type } = await read('/.well-known/security.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^Contact: (mailto:\S+@\S+|https:\/\/kade\.example\/contact)$/m)
  expect(text).toContain('Canonical: https://kade.example/.well-known/security.txt\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!)
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3_600_000)
})

it('lists all public pages and every item on sale, each by an address that works', async () => {
  const sitemaps = addressesIn((await read('/sitemap.xml')).text)
  expect(sitemaps).toContain(`https://kade.example/sitemap/${category}.xml`)
  const texts = await Promise.all(sitemaps.map(async (sitemap) => (await read(new URL(sitemap).pathname)).text))
  const addresses = texts.flatMap(addressesIn)
  expect(addresses).toEqual([
    'https://kade.example/',
    'https://kade.example/items',
    'https://kade.example/faq',
    ...contentSlugs.map((slug) => `https://kade.example/${slug}`),
    `https://kade.example${categoryPath}`,
    `https://kade.example/items/${id}-cafe-naxt-3-months`,
  ])
  for (const address of addresses) expect((await read(address.replace('https://kade.example', ''))).status).toBe(200)
  const changed = /<lastmod>(\d{4}-\d\d-\d\dT[\d:.]+Z)<\/lastmod>/
  expect(texts.at(-1)).toMatch(changed)
  // A list of a category has changed when its newest item was added.
  const [, newest] = changed.exec(texts[0]!.slice(texts[0]!.indexOf(categoryPath)))!
  expect(newest).toBe(addedAt.toISOString())
  expect((await read('/sitemap/none.xml')).status).toBe(404)
})

it('lists all items of a large category', async () => {
  const large = (await buildCategory(server)).id
  for (let i = 0; i < 501; i += 1) await buildItem(server, { categoryId: large })
  expect(new Set(addressesIn((await read(`/sitemap/${large}.xml`)).text)).size).toBe(501)
})

it('can be added to a home screen', async () => {
  const { type, text } = await read('/manifest.webmanifest')
  expect(type).toBe('application/manifest+json')
  expect(JSON.parse(text)).toMatchObject({ name: 'Kade', start_url: '/', icons: [{ src: '/icon-192.png' }, {}, {}] })
})

it('answers an unknown file with a short 404', async () => {
  expect(await read('/wp-login.php')).toMatchObject({ status: 404, text: 'Not found' })
  expect((await read('/nowhere')).text).toContain('<html')
})

it('describes an item to search engines, with absolute addresses', async () => {
  const path = `/items/${id}-cafe-naxt-3-months`
  for (const address of [path, `/items/${id}`, `/items/${id}-another-name`]) {
    const { status, text } = await read(address)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="https://kade.example${path}"/>`)
    const [product, breadcrumb] = structuredDataIn(text)
    expect(product).toMatchObject({
      '@type': 'Product',
      url: `https://kade.example${path}`,
      image: expect.stringMatching(/^https:\/\/kade\.example\/media\/.+\/share\.png$/),
    })
    expect(breadcrumb).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [{ position: 1 }, { name: 'Music & more' }, { item: `https://kade.example${path}` }],
    })
  }
})

it('describes the latest three reviews of an item, by the names that its page shows', async () => {
  const [reviewed, other] = [await buildItem(server), await buildItem(server)]
  for (const day of [1, 2, 3, 4]) {
    const { id: userId } = await buildUser(server, { firstName: `Day${day}`, lastName: 'Perera' })
    const createdAt = new Date(Date.UTC(2026, 0, day))
    const description = `Day ${day} </script>`
    await server.app.db.insert(reviews).values({ itemId: reviewed.id, userId, stars: day, description, createdAt })
  }
  const { review } = structuredDataIn((await read(`/items/${reviewed.id}`)).text)[0] as { review: object[] }
  expect(review).toHaveLength(3)
  expect(review[0]).toEqual({
    '@type': 'Review',
    author: { '@type': 'Person', name: 'Day4 P.' },
    reviewRating: { '@type': 'Rating', ratingValue: 4 },
    reviewBody: 'Day 4 </script>',
    datePublished: '2026-01-04',
  })
  expect(structuredDataIn((await read(`/items/${other.id}`)).text)[0]).not.toHaveProperty('review')
})

it('describes the first items of a whole list, but not of a filtered one', async () => {
  const [breadcrumb, list] = structuredDataIn((await read(categoryPath)).text)
  expect(breadcrumb).toMatchObject({ '@type': 'BreadcrumbList' })
  const url = `https://kade.example/items/${id}-cafe-naxt-3-months`
  expect(list).toMatchObject({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', position: 1, url }] })
  expect(structuredDataIn((await read('/items')).text)[0]).toMatchObject({ '@type': 'ItemList' })
  for (const filter of ['q=cafe', 'maxPrice=1000', 'sortBy=name']) {
    expect((await read(`/items?${filter}`)).text, filter).not.toContain('ItemList')
  }
})

it('describes the store and its questions to search engines', async () => {
  expect(structuredDataIn((await read('/')).text)).toMatchObject([{ '@type': 'Organization' }, { '@type': 'WebSite' }])
  const [faq] = structuredDataIn((await read('/faq')).text)
  expect(faq).toMatchObject({ '@type': 'FAQPage' })
  for (const { acceptedAnswer } of (faq as { mainEntity: { acceptedAnswer: { text: string } }[] }).mainEntity) {
    expect(acceptedAnswer.text.length).toBeGreaterThan(20)
    expect(acceptedAnswer.text).not.toMatch(/[<>]|\s\s|object Object/)
  }
})

it('has a picture for shared links on every public page: for a category, that of its first item', async () => {
  const picture = '<meta property="og:image" content="https://kade.example/media/banner.svg/share.png"/>'
  expect((await read(categoryPath)).text).toContain(picture)
  for (const path of ['/', '/items', '/faq']) {
    expect((await read(path)).text).toContain('<meta property="og:image" content="https://kade.example/share.png"/>')
  }
})

const structuredDataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  )

it.each([
  ['/FAQ', '/faq'],
  ['/items/?q=a', '/items?q=a'],
  ['/Terms//', '/terms'],
])('leads %s to its one address', async (path, to) => {
  const response = await server.router.request(`http://localhost${path}`)
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(to)
})

it.each(['/', '/items', '/nowhere/', '//evil.example/', '/orders/'])('does not redirect %s', async (path) => {
  const { status } = await server.router.request(`http://localhost${path}`)
  expect([200, 404]).toContain(status)
})

it('leads password managers to where a password is changed', async () => {
  const response = await server.router.request('http://localhost/.well-known/change-password')
  expect(response.headers.get('location')).toBe('/profile?tab=password')
})

it('describes the way to a category, says that one is unknown, and keeps that from search engines', async () => {
  const known = await read(categoryPath)
  expect(known.text).toContain('"@type":"BreadcrumbList"')
  expect(known.text).toContain(`"item":"https://kade.example${categoryPath}"`)
  expect(known.text).not.toContain('noindex')
  const unknown = await read('/items?category=nosuchcategory')
  expect(unknown.text).toContain('content="noindex"')
  expect(unknown.text).not.toContain('rel="canonical"')
  expect(unknown.text).toContain('There is no such category.')
})
