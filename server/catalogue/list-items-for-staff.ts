import { and, eq, isNotNull, isNull, not, type SQL } from 'drizzle-orm'
import { isDraft } from '../../drizzle/conditions.ts'
import { items } from '../../drizzle/schema.ts'
import type { ItemStateFilter, StaffItemSort } from '../../shared/catalogue/staff-schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import { filterColumn } from '../db/text-search.ts'
import {
  afterCursor,
  inDirection,
  newestFirst,
  orderBy,
  type PageQuery,
  placeOf,
  type Sort,
  toPage,
} from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentStaffItem, selectStaffItems } from './present-for-staff.ts'
import { searchItems } from './search-items.ts'

type Query = PageQuery & {
  archived?: ItemStateFilter | undefined
  q?: string | undefined
  category?: string | undefined
  sort?: StaffItemSort | undefined
  direction?: SortDirection | undefined
}

const sorts: Record<StaffItemSort, Sort> = {
  created: newestFirst(items),
  name: { column: items.sortName, id: items.id, kind: 'text', direction: 'asc' },
  price: { column: items.price, id: items.id, kind: 'cents', direction: 'asc' },
  changed: { column: items.updatedAt, id: items.id, kind: 'time', direction: 'desc' },
}

const stateConditions: Record<ItemStateFilter, SQL | undefined> = {
  no: isNull(items.archivedAt),
  draft: isDraft(items.draft),
  yes: and(isNotNull(items.archivedAt), not(isDraft(items.draft))),
  all: undefined,
}

/** A page of the items on sale, of the drafts, of the archived ones, or of all, newest first unless sorted otherwise. */
export async function listItemsForStaff(db: Db, { archived = 'no', q, category, limit = 50, ...query }: Query) {
  const sort = inDirection(sorts[query.sort ?? 'created'], query.direction)
  const found = await searchItems(db, q ?? '')
  const where = and(
    stateConditions[archived],
    category ? eq(filterColumn(found, items.categoryId), category) : undefined,
  )
  const rows = await selectStaffItems(db, sort.column)
    .where(and(found?.where, where, afterCursor(sort, query.cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ value, id }) => placeOf(value, id))
  return {
    data: page.map(presentStaffItem),
    totalCount: found ? await found.count(where) : await db.$count(items, where),
    nextCursor,
  }
}
