import { ApiError } from '../../shared/api-error.ts'
import { parseFilter } from '../../shared/catalogue/filter-url.ts'
import { itemIdOf } from '../../shared/catalogue/rules.ts'
import type { PageData } from '../../shared/page-data.ts'
import { formatStreamCursor, type StreamCursor } from '../../shared/stream-cursor.ts'
import type { AppContext } from '../app-context.ts'
import { listCategories } from '../catalogue/list-categories.ts'
import { listItems } from '../catalogue/list-items.ts'
import { readItem } from '../catalogue/read-item.ts'
import { publicConfig } from '../config/public-config.ts'
import type { Db } from '../db/transactions.ts'
import { listReviews } from '../reviews/list-reviews.ts'

type PublicContent = Partial<Pick<PageData, 'items' | 'item' | 'missingItem' | 'categories' | 'reviews'>>

/** Reads what a page needs for its first paint. The stream cursor is read before the data. */
export async function readPageData(
  app: AppContext,
  url: URL,
  prefs: PageData['prefs'],
): Promise<{ data: PageData; cursor: StreamCursor }> {
  const cursor = await app.streamHeads.readCursor(null)
  const content = await readPublicContent(app.db, url)
  return { data: { position: formatStreamCursor(cursor), config: publicConfig(app.env), prefs, ...content }, cursor }
}

/** Only public pages have content: the server doesn't know who is logged in. */
async function readPublicContent(db: Db, { pathname, search }: URL): Promise<PublicContent> {
  if (pathname === '/') {
    const filter = { sortBy: 'rating', limit: 8 } as const
    return { items: { filter, answer: await listItems(db, filter) }, categories: await listCategories(db) }
  }
  if (pathname === '/items') {
    const categories = await listCategories(db)
    // Postgres can't search for a NUL character; the page's own request gets the error.
    if (search.includes('%00')) return { categories }
    const filter = parseFilter(search)
    return { items: { filter, answer: await listItems(db, filter) }, categories }
  }
  const [, part] = /^\/items\/([a-z0-9_-]+)$/i.exec(pathname) ?? []
  return part ? readItemPage(db, itemIdOf(part)) : {}
}

async function readItemPage(db: Db, id: string): Promise<PublicContent> {
  try {
    const item = await readItem(db, id)
    return { item, reviews: { item: id, answer: await listReviews(db, { item: id }) } }
  } catch (error) {
    // The browser needn't ask again.
    if (error instanceof ApiError) return { missingItem: id }
    throw error
  }
}
