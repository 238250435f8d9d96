import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Prefs, readPrefs } from '../../shared/accounts/prefs.ts'
import { themeColor } from '../../shared/accounts/theme-color.ts'
import { ApiError } from '../../shared/api-error.ts'
import { idOf, itemPath, readableId, slugOf } from '../../shared/catalogue/rules.ts'
import { catalogueUrl, parseFilter } from '../../shared/catalogue/filter-url.ts'
import { contentSlugOf } from '../../shared/content.ts'
import { type PageData, serializePageData } from '../../shared/page-data.ts'
import type { AppContext } from '../app-context.ts'
import { callerAddress } from '../http/caller.ts'
import { isSearch } from '../http/rate-limit-rules.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { refreshCookie } from '../http/refresh-cookie.ts'
import { pageHeaders } from './content-security-policy.ts'
import { encodePage, type EncodedPage, negotiateEncoding } from './encode-page.ts'
import type { Frontend } from './frontend.ts'
import { postedForms, withoutPassword } from './form-redirects.ts'
import { createPageCache, type PageContent } from './page-cache.ts'
import { readPageData, showsShop } from './page-data.ts'
import { compressTemplate, fillTemplate, type PageTemplate, splitTemplate } from './page-template.ts'

/**
 * Serves every page, rendered with its data and the stream cursor that belongs to it. Visitors get public pages from a
 * cache, and 304 for one that they have. A request with a session never reads or fills the cache.
 */
export function servePages(app: AppContext, frontend: Frontend) {
  const headers = pageHeaders(app.env, frontend.isBuilt)
  const visitorHeaders = pageHeaders(app.env, frontend.isBuilt, frontend.visitorTemplate)
  // A browser keeps these pages for Back, but asks whether they have changed.
  const cacheHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' }
  const visitorTemplate = frontend.visitorTemplate && compressTemplate(frontend.visitorTemplate.template)
  const waitForTurn = createRenderQueue()
  const cache = createPageCache(app)
  const pending = new Map<string, Promise<EncodedPage>>()
  const router = new Hono<HttpEnv>()
  router.route('/', postedForms(app, headers))
  router.get('/home', (c) => c.redirect('/', 301))
  for (const path of ['/admin', '/admin/']) router.get(path, (c) => c.redirect('/admin/payments'))
  // Nobody reads a page in place of a missing file.
  router.get('/*', (c, next) => (/\.[a-z0-9]{1,12}$/i.test(c.req.path) ? c.text('Not found', 404) : next()))
  router.get('*', async (c) => {
    const url = new URL(c.req.url)
    const searches = url.pathname === '/items' && isSearch(url.searchParams.get('q'))
    await app.rateLimits.consume(searches ? 'search' : 'read', { address: callerAddress(app, c) })
    const location = withoutPassword(url)
    if (location !== null) return c.body(null, 303, { ...headers, location })
    const canonicalPath = url.pathname.toLowerCase().replace(/\/+$/, '')
    if (canonicalPath !== url.pathname && isPublicPage(canonicalPath))
      return c.redirect(canonicalPath + url.search, 301)
    const categoryUrl = await readCategoryUrl(url)
    if (categoryUrl !== null) return c.redirect(categoryUrl)
    const prefs = readPrefs(getCookie(c, 'prefs'))
    const isVisitor = prefs.initials === '' && getCookie(c, refreshCookie) === undefined
    const isForReading = isVisitor && isPublicPage(url.pathname)
    const page = isForReading ? await readVisitorPage(url, prefs) : await renderPage(url, prefs)
    const isKept = isForReading && page.status === 200
    const responseHeaders = {
      ...(isForReading ? visitorHeaders : headers),
      ...(isKept && { ...cacheHeaders, etag: page.etag }),
    }
    // The header may name several.
    if (isKept && c.req.header('if-none-match')?.includes(page.etag)) return c.body(null, 304, responseHeaders)
    const { body, headers: encodingHeaders } = await negotiateEncoding(page, c.req.header('accept-encoding'))
    return c.body(body, page.status as ContentfulStatusCode, {
      ...responseHeaders,
      ...encodingHeaders,
      'content-type': 'text/html; charset=UTF-8',
    })
  })
  router.onError((error, c) => {
    if (error instanceof ApiError) {
      const { retryAfter = 5 } = error.extra
      return c.html(errorPage(error.message), error.status, { ...headers, 'retry-after': `${retryAfter as number}` })
    }
    app.log.error({ err: error, path: c.req.path }, 'page rendering failed')
    return c.html(unexpectedErrorPage, 500, headers)
  })
  return router

  /** Where a list is whose category is named without its id, as people write it: `/items?category=music-audio`. */
  async function readCategoryUrl({ pathname, searchParams }: URL): Promise<string | null> {
    const written = pathname === '/items' && searchParams.get('category')
    if (!written) return null
    const categories = await app.categoryCounts.read()
    if (categories.some(({ _id }) => _id === idOf(written))) return null
    const category = categories.find(({ name }) => nameKey(name) === nameKey(written))
    if (!category) return null
    const params = new URLSearchParams(searchParams)
    params.set('category', readableId(category))
    return `${pathname}?${params.toString()}`
  }

  /** A public page for a visitor, from the cache if it can be cached. Visitors who ask for it together get one rendering. */
  async function readVisitorPage(url: URL, prefs: Prefs): Promise<EncodedPage> {
    const address = cacheableAddress(url)
    if (address === null) return renderPage(url, prefs, visitorTemplate)
    const { topKey, shopKey } = app.storefront.current()
    const key = [prefs.theme, prefs.currency, address, topKey, ...(showsShop(url.pathname) ? [shopKey] : [])].join(' ')
    const { heads } = await app.streamHeads.readCursor(null)
    const cached = cache.get(key, heads.catalogue!, app.storefront.current().version)
    if (cached) {
      cached.compressAgain().catch((error) => app.log.error({ err: error }, 'page compression failed'))
      return cached
    }
    const rendering =
      pending.get(key) ??
      renderPage(new URL(address, url), prefs, visitorTemplate, key).finally(() => pending.delete(key))
    pending.set(key, rendering)
    return rendering
  }

  /** @param readingTemplate the visitors'; @param key to cache it by */
  async function renderPage(
    url: URL,
    prefs: Prefs,
    readingTemplate: PageTemplate | null = null,
    key?: string,
  ): Promise<EncodedPage> {
    await waitForTurn()
    const { version } = app.storefront.current()
    const { data, cursor } = await readPageData(app, url, prefs)
    const page = await frontend.render(url.pathname + url.search, data)
    const template = readingTemplate ?? splitTemplate(await frontend.template(url.pathname))
    const parts = fillTemplate(template, [
      // Without the attribute, the page follows the system's theme.
      prefs.theme === 'system' ? '' : ` data-theme="${prefs.theme}"`,
      themeColors(prefs.theme),
      frontend.preload(page.sourceFiles, readingTemplate !== null),
      page.head,
      page.html,
      serializePageData(data),
    ])
    const isCached = key !== undefined && page.status === 200 && isCanonical(url, data)
    const encoded = encodePage(parts, { status: page.status, cursorHead: cursor.heads.catalogue! })
    if (isCached) cache.set(key, encoded, contentOf(data), version)
    return encoded
  }
}

/** What names are compared by that people write in an address. */
const nameKey = (name: string) => slugOf(name) || name.trim().toLowerCase()

const isPublicPage = (pathname: string) =>
  contentSlugOf(pathname) !== undefined || /^\/(faq|items|items\/[a-z0-9]+(-[a-z0-9-]+)?)?$/.test(pathname)

/** The canonical address of a public page; null for other pages, searches and later pages of lists, which are too many to cache. */
function cacheableAddress({ pathname, search }: URL): string | null {
  if (pathname === '/items') {
    const filter = parseFilter(search)
    return filter.q === undefined && filter.from === undefined && !search.includes('%00') ? catalogueUrl(filter) : null
  }
  return isPublicPage(pathname) ? pathname : null
}

/** Any ending leads to an item, but only its own name and none are worth caching. */
const isCanonical = ({ pathname }: URL, { item }: PageData) =>
  !item || pathname === itemPath(item) || pathname === `/items/${item._id}`

function contentOf({ items, rated, item, related, reviews, categories, storefront }: PageData): PageContent {
  const shown = [
    ...(items?.answer.data ?? []),
    ...(rated?.answer.data ?? []),
    ...(item ? [item] : []),
    ...Object.values(related?.answer ?? {}).flat(),
  ]
  return {
    items: new Set(shown.map(({ _id }) => _id)),
    authors: new Set(reviews?.answer.data.map(({ user }) => user._id)),
    dependsOnRatings: [items, rated].some(
      (list) => list?.filter.sortBy === 'rating' || list?.filter.minRating !== undefined,
    ),
    showsStorefront: storefront !== undefined || items?.filter.sortBy === 'popular',
    isStatic: !items && !item && !categories,
  }
}

const themeColors = (theme: Prefs['theme']) =>
  (['light', 'dark'] as const)
    .map(
      (system) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${system})" content="${themeColor(theme, system)}"/>`,
    )
    .join('')

/** Event loop turns between two renderings; each turn accepts one new connection. */
const turnsBetweenRenderings = 10

/**
 * Renders one page at a time. Rendering blocks for some milliseconds: however many pages are requested at once, API
 * requests, events and new connections get their turns in between. The first page waits for none.
 */
function createRenderQueue() {
  let last = Promise.resolve()
  const yieldTurns = async () => {
    for (let turn = 0; turn < turnsBetweenRenderings; turn += 1) await new Promise(setImmediate)
  }
  return () => {
    const turn = last
    last = turn.then(yieldTurns)
    return turn
  }
}

const errorPage = (heading: string, content = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head><body>
<h1>${heading}</h1>${content}</body></html>`

const unexpectedErrorPage = errorPage(
  'Something went wrong on our side',
  '<p>Please try again in a moment, or go to the <a href="/">home page</a>.</p>',
)
