import { placeCategory } from '../../shared/catalogue/place-category.ts'
import type { Category } from '../../shared/catalogue/schema.ts'
import type { StreamCursor } from '../../shared/stream-cursor.ts'
import type { EventOf } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import type { StoredEvent } from '../events/event-bus.ts'
import { listCategories } from './list-categories.ts'

/**
 * Keeps the categories and their counts in memory, so that not every rendering counts all items. They are counted once
 * and changed by the events of the catalogue; after an event that this process hasn't seen they are counted again. The
 * head is read before the counts: they are never older than a response's stream cursor. A caller that has read a
 * visitor's cursor passes it, which saves a query on Postgres.
 */
export function createCategoryCounts({ db, bus, streamHeads }: Pick<AppContext, 'db' | 'bus' | 'streamHeads'>) {
  /** The categories after the catalogue's event `head`. */
  let known: { head: number; categories: Category[] } | null = null
  let counting: { head: number; categories: Promise<Category[]> } | null = null

  bus.subscribe('events', (events) => {
    for (const event of events) if (event.stream === 'catalogue') apply(event)
  })

  bus.subscribe('epoch-changed', () => {
    known = null
    counting = null
  })

  function apply(event: StoredEvent) {
    if (!known || event.seq <= known.head) return
    known =
      event.seq === known.head + 1 ? { head: event.seq, categories: categoriesAfter(known.categories, event) } : null
  }

  async function read(cursor?: StreamCursor): Promise<Category[]> {
    const { heads } = cursor ?? (await streamHeads.readCursor(null))
    const head = heads.catalogue!
    if (known && known.head >= head) return known.categories
    if (!counting || counting.head < head) counting = startCounting(head)
    return counting.categories
  }

  function startCounting(head: number) {
    const entry = { head, categories: listCategories(db) }
    entry.categories.then(
      (categories) => {
        if (counting === entry) known = { head, categories }
      },
      () => {
        if (counting === entry) counting = null
      },
    )
    return entry
  }

  return {
    /** All categories in their display order, each with the number of its items on sale. */
    read,
    /** The number of items on sale, in all or in a category. */
    async countOnSale(category?: string, cursor?: StreamCursor): Promise<number> {
      const counted = (await read(cursor)).filter(({ _id }) => category === undefined || _id === category)
      return counted.reduce((sum, { itemCount }) => sum + itemCount, 0)
    },
  }
}

export type CategoryCounts = ReturnType<typeof createCategoryCounts>

function categoriesAfter(categories: Category[], { type, data }: StoredEvent): Category[] {
  if (type === 'category.changed') {
    const { category, order } = JSON.parse(data) as EventOf<'category.changed'>['data']
    return placeCategory(categories, category, order)
  }
  if (type === 'category.removed') {
    const { _id } = JSON.parse(data) as EventOf<'category.removed'>['data']
    return categories.filter((category) => category._id !== _id)
  }
  return categories
}
