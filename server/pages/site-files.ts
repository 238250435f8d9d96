import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { categories, items } from '../../drizzle/schema.ts'
import { categoryPath, itemPath } from '../../shared/catalogue/rules.ts'
import type { AppContext } from '../app-context.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, toPage } from '../db/page.ts'
import { publicConfig } from '../config/public-config.ts'
import type { Db } from '../db/transactions.ts'
import { callerAddress } from '../http/caller.ts'
import type { HttpEnv } from '../http/http-env.ts'

/** What a sitemap may have. */
const maxAddresses = 50_000
/** Items read at a time, with a turn of the event loop between. */
const batchSize = 500
const cacheSeconds = 3600

/** Files about the whole site: for crawlers, and for adding it to a home screen. */
export function siteFiles(app: AppContext) {
  const { publicUrl } = app.env
  const router = new Hono<HttpEnv>()
  const send = (c: Context<HttpEnv>, type: string, text: string) =>
    c.body(text, 200, { 'content-type': type, 'cache-control': `public, max-age=${cacheSeconds}` })
  const sendXml = (c: Context<HttpEnv>, root: 'sitemapindex' | 'urlset', elements: string[]) =>
    send(
      c,
      'application/xml; charset=utf-8',
      `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${elements.join('')}</${root}>`,
    )

  router.get('/robots.txt', (c) =>
    send(c, 'text/plain; charset=utf-8', `${robots}\nSitemap: ${publicUrl}/sitemap.xml\n`),
  )
  router.get('/.well-known/security.txt', (c) => send(c, 'text/plain; charset=utf-8', securityContact(app.env)))
  // Where password managers look for the form.
  router.get('/.well-known/change-password', (c) => c.redirect('/profile?tab=password'))
  router.get('/manifest.webmanifest', (c) =>
    send(c, 'application/manifest+json', JSON.stringify(webManifest(publicConfig(app.env).name))),
  )
  router.get('/sitemap.xml', async (c) => {
    const sitemaps = ['pages', ...(await readCategories(app.db)).map(({ _id }) => _id)]
    return sendXml(
      c,
      'sitemapindex',
      sitemaps.map((name) => `<sitemap><loc>${publicUrl}/sitemap/${name}.xml</loc></sitemap>`),
    )
  })
  router.get('/sitemap/:name{[a-z0-9]+\\.xml}', async (c) => {
    await app.rateLimits.consume('read', { address: callerAddress(app, c) })
    const name = c.req.param('name').replace('.xml', '')
    const addresses = name === 'pages' ? await readPages(app) : await readItems(app.db, name)
    if (!addresses) return c.text('Not found', 404)
    const elements = addresses.map(
      ({ path, changedAt }) =>
        `<url><loc>${publicUrl}${path}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`,
    )
    return sendXml(c, 'urlset', elements)
  })
  return router
}

/** A path without characters that XML would need escaped. */
type Address = { path: string; changedAt?: Date | null }

/** The categories, each with when its newest item on sale was added. */
function readCategories(db: Db) {
  const newest = db
    .select({ at: items.createdAt })
    .from(items)
    .where(and(eq(items.categoryId, categories.id), isNull(items.archivedAt)))
    .orderBy(desc(items.createdAt))
    .limit(1)
  return db
    .select({
      _id: categories.id,
      name: categories.name,
      newest: sql<Date | null>`(${newest})`.mapWith(items.createdAt),
    })
    .from(categories)
    .orderBy(asc(categories.position))
}

async function readPages({ db, env }: AppContext): Promise<Address[]> {
  const pages = ['/', '/items', '/faq', ...env.content.map(({ slug }) => `/${slug}`)].map((path) => ({ path }))
  const lists = (await readCategories(db)).map((row) => ({ path: categoryPath(row), changedAt: row.newest }))
  return [...pages, ...lists]
}

/** The items of a category, newest first; null if there is no such category. */
async function readItems(db: Db, categoryId: string): Promise<Address[] | null> {
  const [category] = await db.select({ id: categories.id }).from(categories).where(eq(categories.id, categoryId))
  if (!category) return null
  const sort = newestFirst(items)
  const addresses: Address[] = []
  let cursor: string | undefined
  do {
    const rows = await db
      .select({ id: items.id, name: items.name, createdAt: items.createdAt, updatedAt: items.updatedAt })
      .from(items)
      .where(and(eq(items.categoryId, categoryId), isNull(items.archivedAt), afterCursor(sort, cursor)))
      .orderBy(...orderBy(sort))
      .limit(batchSize + 1)
    const { page, nextCursor } = toPage(rows, batchSize, createdPlace)
    addresses.push(
      ...page.map(({ id, name, updatedAt }) => ({ path: itemPath({ _id: id, name }), changedAt: updatedAt })),
    )
    cursor = nextCursor ?? undefined
    await new Promise(setImmediate)
  } while (cursor && addresses.length < maxAddresses)
  return addresses
}

const robots = `User-agent: *
${['/admin', '/api', '/auth', '/cart', '/dashboard', '/notifications', '/orders', '/payment', '/profile', '/support']
  .map((path) => `Disallow: ${path}`)
  .join('\n')}
`

const dayMs = 24 * 3_600_000
/** Where to report a vulnerability (RFC 9116); it has to expire within a year. */
const securityContact = ({ owner, publicUrl }: Pick<AppContext['env'], 'owner' | 'publicUrl'>) =>
  `Contact: ${owner.email ? `mailto:${owner.email}` : `${publicUrl}/contact`}
Expires: ${new Date(Date.now() + 180 * dayMs).toISOString()}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
`

const webManifest = (name: string) => ({
  name,
  short_name: name,
  description: 'Digital services and subscriptions, paid by transfer and verified live.',
  start_url: '/',
  display: 'minimal-ui',
  background_color: '#f6f2ea',
  theme_color: '#0f5239',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
