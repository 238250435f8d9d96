import { and, count, desc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import type { Archived } from '../../shared/staff-catalogue.ts'
import { contains } from '../db/contains.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { presentStaffItem, selectStaffItems } from './present-for-staff.ts'

type Asked = {
  archived?: Archived | undefined
  q?: string | undefined
  category?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** A page of all items, newest first. */
export async function listItemsForStaff(db: Db, { archived = 'no', q, category, limit = 50, cursor }: Asked) {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const wanted = and(
    archived === 'all' ? undefined : archived === 'yes' ? isNotNull(items.archivedAt) : isNull(items.archivedAt),
    category ? eq(items.categoryId, category) : undefined,
    ...words.map((word) => contains(items.searchText, word)),
  )
  const rows = await selectStaffItems(db)
    .where(and(wanted, cursor ? before(cursor) : undefined))
    .orderBy(desc(items.createdAt), desc(items.id))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(items).where(wanted)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    data: page.map(presentStaffItem),
    totalCount: total!.count,
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last.id }),
  }
}

function before(text: string) {
  const { value, id } = readCursor(text, 'time')
  const at = new Date(value)
  return or(lt(items.createdAt, at), and(eq(items.createdAt, at), lt(items.id, id)))
}
