import * as z from 'zod/mini'
import { formatPosition } from '../../shared/position.ts'
import { ItemFilter } from '../../shared/catalogue.ts'
import { Refusal } from '../../shared/refusal.ts'
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
async function readShown({ db }: Store, { pathname, searchParams }: URL): Promise<Shown> {
  if (pathname === '/') {
    const filter = { sortBy: 'rating', limit: 8 } as const
    return { items: { filter, answer: await listItems(db, filter) }, categories: await listCategories(db) }
  }
  if (pathname === '/items') {
    // Of what stands in an address only the filter is meant for the list: links carry marks of their own.
    const sent = Object.fromEntries(
      [...searchParams].filter(([name, value]) => name in ItemFilter.shape && value !== ''),
    )
    const read = z.safeDecode(ItemFilter, sent)
    const categories = await listCategories(db)
    // An address that makes no sense shows the page, and the page says so.
    if (!read.success) return { categories }
    return { items: { filter: read.data, answer: await listItems(db, read.data) }, categories }
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
