import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import type { ArchivedFilter } from '../../shared/catalogue/staff-schema.ts'
import { filterColumn } from '../db/text-search.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentStaffItem, selectStaffItems } from './present-for-staff.ts'
import { searchItems } from './search-items.ts'

type Query = PageQuery & {
  archived?: ArchivedFilter | undefined
  q?: string | undefined
  category?: string | undefined
}

const sort = newestFirst(items)

/** A page of the active or archived items, or of both, newest first. */
export async function listItemsForStaff(db: Db, { archived = 'no', q, category, limit = 50, cursor }: Query) {
  const found = await searchItems(db, q ?? '')
  const where = and(
    archived === 'all' ? undefined : archived === 'yes' ? isNotNull(items.archivedAt) : isNull(items.archivedAt),
    category ? eq(filterColumn(found, items.categoryId), category) : undefined,
  )
  const rows = await selectStaffItems(db)
    .where(and(found?.where, where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return {
    data: page.map(presentStaffItem),
    totalCount: found ? await found.count(where) : await db.$count(items, where),
    nextCursor,
  }
}
