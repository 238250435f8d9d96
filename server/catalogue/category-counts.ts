import type { Category } from '../../shared/catalogue/schema.ts'
import type { StreamCursor } from '../../shared/stream-cursor.ts'
import type { Db } from '../db/transactions.ts'
import type { StreamHeads } from '../events/stream-heads.ts'
import { listCategories } from './list-categories.ts'

/**
 * Caches the categories and their counts until the catalogue's head moves, so that not every rendering counts all
 * items. The head is read before the counts: they are never older than a response's stream cursor. A caller that has
 * read a visitor's cursor passes it, which saves a query on Postgres.
 */
export function createCategoryCounts(db: Db, streamHeads: StreamHeads) {
  let cached: { position: string; categories: Promise<Category[]> } | null = null

  async function read(cursor?: StreamCursor): Promise<Category[]> {
    const position = streamHeads.formatCursor(cursor ?? (await streamHeads.readCursor(null)))
    if (cached?.position === position) return cached.categories
    const entry = { position, categories: listCategories(db) }
    cached = entry
    try {
      return await entry.categories
    } catch (error) {
      if (cached === entry) cached = null
      throw error
    }
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
