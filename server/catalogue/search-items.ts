import { items } from '../../drizzle/schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import { type Search, search, textIndexes } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'

/** Finds the items with every word of a query in their name or short description; null for a query without words. */
export async function searchItems(db: Db, query: string): Promise<Search | null> {
  const texts = searchWords(query)
  if (texts.length === 0) return null
  const part = { index: textIndexes.items, texts, key: items.id, listKey: items.id }
  return search(db, { table: items, id: items.id }, [part])
}
