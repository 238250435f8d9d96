import { categories } from '../../drizzle/schema.ts'
import { wordsOf } from '../../shared/catalogue/query-words.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'

/** A category and the folded words of its name. */
export type CategoryWords = { id: string; words: string[] }

const selectCategories = prepared('category_names', (db) =>
  db.select({ id: categories.id, name: categories.name }).from(categories),
)

/** All categories; there are a few hundred at most. */
export async function readCategoryWords(db: Db): Promise<CategoryWords[]> {
  const rows = await selectCategories(db)
  return rows.map(({ id, name }) => ({ id, words: wordsOf(name) }))
}
