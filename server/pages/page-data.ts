import { formatPosition } from '../../shared/position.ts'
import { Refusal } from '../../shared/refusal.ts'
import { readFilter } from '../../client/catalogue/address.ts'
import type { PageData } from '../../client/page-data.ts'
import { listCategories } from '../catalogue/list-categories.ts'
import { listItems } from '../catalogue/list-items.ts'
import { readItem } from '../catalogue/read-item.ts'
import { configOf } from '../http/store-handlers.ts'
import { listReviews } from '../reviews/list-reviews.ts'
import type { Store } from '../store.ts'

type Shown = Partial<Pick<PageData, 'items' | 'item' | 'categories' | 'reviews'>>

/** What a page shows at first paint, with the position before it was read. */
export async function readPageData(store: Store, url: URL, prefs: PageData['prefs']): Promise<PageData> {
  const position = formatPosition(await store.positions.of(null))
  return { position, config: configOf(store.env), prefs, ...(await readShown(store, url)) }
}

/** Only the public pages show anything before the browser knows who is there. */
async function readShown({ db }: Store, { pathname, search }: URL): Promise<Shown> {
  if (pathname === '/') {
    const filter = { sortBy: 'rating', limit: 8 } as const
    return { items: { filter, answer: await listItems(db, filter) }, categories: await listCategories(db) }
  }
  if (pathname === '/items') {
    const categories = await listCategories(db)
    // No database keeps a text with it: the call that the page makes is refused.
    if (search.includes('%00')) return { categories }
    // As the page itself reads it, which passes over what makes no sense and over marks that links carry.
    const filter = readFilter(search)
    return { items: { filter, answer: await listItems(db, filter) }, categories }
  }
  const [, id] = /^\/items\/([a-z0-9]+)$/.exec(pathname) ?? []
  return id ? readItemPage(db, id) : {}
}

async function readItemPage(db: Store['db'], id: string): Promise<Shown> {
  try {
    const item = await readItem(db, id)
    return { item, reviews: { item: id, answer: await listReviews(db, { item: id }) } }
  } catch (error) {
    if (error instanceof Refusal) return {}
    throw error
  }
}
