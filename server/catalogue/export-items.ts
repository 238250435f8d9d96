import { and, eq, isNull, or } from 'drizzle-orm'
import { isDraft } from '../../drizzle/conditions.ts'
import { categories, items } from '../../drizzle/schema.ts'
import { csvColumnNames, csvColumns } from '../../shared/catalogue/csv-schema.ts'
import { csvLine } from '../csv.ts'
import { giveWay } from '../db/give-way.ts'
import { afterPlace, createdPlace, newestFirst, orderBy, toPage } from '../db/page.ts'
import { decodeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { presentItemDetails, itemColumns } from './present.ts'

const sort = newestFirst(items)
/** Items are read in batches and written in slices, so that other requests are served in between. */
const batchSize = 25
/** Sanitizing a long description takes a millisecond or two. */
const sliceSize = 5
/** A part of the file ends after this many items, or this many characters. */
const maxItems = 2000
const maxLength = 2 * 1024 * 1024

type Query = { category?: string | undefined; cursor?: string | undefined }

/**
 * A part of the catalogue as a CSV file, newest first, drafts included and archived items not: the lines of up to 2,000
 * items, after the header in the first part. @returns `nextCursor` of the next part; null after the last
 */
export async function exportItems(db: Db, { category, cursor }: Query) {
  const where = and(
    or(isNull(items.archivedAt), isDraft(items.draft)),
    category ? eq(items.categoryId, category) : undefined,
  )
  // Without the byte order mark, spreadsheets read the file as Latin-1.
  const lines = cursor ? [] : [`\uFEFF${csvLine(csvColumnNames.map((name) => csvColumns[name]))}`]
  let place = cursor ? decodeCursor(cursor, sort.kind) : undefined
  let nextCursor: string | null = null
  let length = 0
  do {
    const rows = await readBatch(db, and(where, place && afterPlace(sort, place)))
    const batch = toPage(rows, batchSize, createdPlace)
    for (const [index, row] of batch.page.entries()) {
      if (index % sliceSize === 0) await giveWay()
      const line = csvLine(cellsOf(row))
      lines.push(line)
      length += line.length
    }
    nextCursor = batch.nextCursor
    place = nextCursor === null ? undefined : decodeCursor(nextCursor, sort.kind)
  } while (nextCursor !== null && lines.length <= maxItems && length < maxLength)
  return { text: lines.join(''), nextCursor }
}

const readBatch = (db: Db, where: ReturnType<typeof and>) =>
  db
    .select({ ...itemColumns, description: items.description, draft: items.draft, version: items.version })
    .from(items)
    .leftJoin(categories, eq(categories.id, items.categoryId))
    .where(where)
    .orderBy(...orderBy(sort))
    .limit(batchSize + 1)

function cellsOf(row: Awaited<ReturnType<typeof readBatch>>[number]): (string | number)[] {
  const item = presentItemDetails(row)
  const cells: Record<keyof typeof csvColumns, string | number> = {
    id: item._id,
    version: String(row.version),
    status: row.draft ? 'Draft' : 'On sale',
    name: item.name,
    brand: item.brand,
    category: item.category.name,
    duration: String(item.duration),
    price: item.price / 100,
    originalPrice: row.oldPrice === null ? '' : row.oldPrice / 100,
    currency: 'USD',
    accountType: item.accountType,
    shortDescription: item.shortDescription,
    description: item.description,
    features: item.features.join('\n'),
    logoLink: item.logoLink,
    bannerLink: item.bannerLink,
  }
  return csvColumnNames.map((name) => cells[name])
}
