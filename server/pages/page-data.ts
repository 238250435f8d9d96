import { ApiError } from '../../shared/api-error.ts'
import { parseFilter, withDefaultSort } from '../../shared/catalogue/filter-url.ts'
import { bestSellers, idOf } from '../../shared/catalogue/rules.ts'
import { contentSlugOf } from '../../shared/content.ts'
import type { PageData } from '../../shared/page-data.ts'
import { formatStreamCursor, type StreamCursor } from '../../shared/stream-cursor.ts'
import type { AppContext } from '../app-context.ts'
import { listItems } from '../catalogue/list-items.ts'
import { readItem } from '../catalogue/read-item.ts'
import { readRelated } from '../catalogue/read-related.ts'
import { dropUnknownFields } from './page-data-schema.ts'
import { publicConfig } from '../config/public-config.ts'
import type { Db } from '../db/transactions.ts'
import { listReviews } from '../reviews/list-reviews.ts'

type PublicContent = Partial<Omit<PageData, 'position' | 'config' | 'prefs' | 'topCategories'>>

/** Reads what a page needs for its first paint. The stream cursor is read before the data. */
export async function readPageData(
  app: AppContext,
  url: URL,
  prefs: PageData['prefs'],
): Promise<{ data: PageData; cursor: StreamCursor }> {
  const cursor = await app.streamHeads.readCursor(null)
  const content = await readPublicContent(app, url, cursor)
  const { topCategories } = app.storefront.current()
  const data = { position: formatStreamCursor(cursor), config: publicConfig(app.env), prefs, topCategories, ...content }
  return { data: dropUnknownFields(data), cursor }
}

/** Whether a page shows the figures about the shop. */
export const showsShop = (pathname: string) =>
  pathname === '/' || ['about', 'how-it-works'].includes(contentSlugOf(pathname) ?? '')

/** Only public pages have content: the server doesn't know who is logged in. */
async function readPublicContent(
  app: AppContext,
  { pathname, search }: URL,
  cursor: StreamCursor,
): Promise<PublicContent> {
  const { db, env, storefront } = app
  const slug = contentSlugOf(pathname)
  const content = slug && env.content.find((page) => page.slug === slug)
  if (content) return { content, ...(showsShop(pathname) && { shop: storefront.current().shop }) }
  if (pathname === '/') {
    const filter = { sortBy: 'popular', limit: 8 } as const
    const rated = { sortBy: 'rating', limit: 8 } as const
    const [popularItems, ratedItems, categories] = await Promise.all([
      listItems(app, filter, cursor),
      listItems(app, rated, cursor),
      app.categoryCounts.read(cursor),
    ])
    return {
      items: { filter, answer: popularItems },
      rated: { filter: rated, answer: ratedItems },
      categories,
      shop: storefront.current().shop,
    }
  }
  if (pathname === '/items') {
    // Postgres can't search for a NUL character; the page's own request gets the error.
    if (search.includes('%00')) return { categories: await app.categoryCounts.read(cursor) }
    const { from, ...filter } = withDefaultSort(parseFilter(search))
    const [categories, answer] = await Promise.all([
      app.categoryCounts.read(cursor),
      listItems(app, { ...filter, cursor: from }, cursor),
    ])
    const isEmptySearch = answer.search !== undefined && answer.data.length === 0
    return {
      items: { filter: { ...filter, from }, answer },
      categories,
      ...(isEmptySearch && { bestSellers: await listItems(app, bestSellers) }),
    }
  }
  if (pathname === '/faq') return { storefront: storefront.current().figures }
  const [, part] = /^\/items\/([a-z0-9_-]+)$/i.exec(pathname) ?? []
  return part ? { ...(await readItemPage(db, idOf(part))), storefront: storefront.current().figures } : {}
}

async function readItemPage(db: Db, id: string): Promise<PublicContent> {
  try {
    const [item, related, reviews] = await Promise.all([
      readItem(db, id),
      readRelated(db, id),
      listReviews(db, { item: id, sortBy: 'verified' }),
    ])
    return { item, related: { item: id, answer: related }, reviews: { item: id, answer: reviews } }
  } catch (error) {
    // The browser needn't ask again.
    if (error instanceof ApiError) return { missingItem: id }
    throw error
  }
}
