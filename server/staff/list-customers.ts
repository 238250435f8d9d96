import { and, eq, inArray } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { orders, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { Customer, CustomerSort } from '../../shared/accounts/staff-schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import { searchWords } from '../../shared/search-text.ts'
import { customersWith, search } from '../db/text-search.ts'
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
import type { Db, Tx } from '../db/transactions.ts'
import { orderTotals } from '../orders/present.ts'

type Query = PageQuery & {
  q?: string | undefined
  sort?: CustomerSort | undefined
  direction?: SortDirection | undefined
}

const textSort = (column: SQLiteColumn): Sort => ({ column, id: users.id, kind: 'text', direction: 'asc' })

const sorts: Record<CustomerSort, Sort> = {
  joined: newestFirst(users),
  // It begins with the names, in lower case and without accents.
  name: textSort(users.searchText),
  email: textSort(users.email),
  points: { column: users.points, id: users.id, kind: 'count', direction: 'desc' },
  spent: { column: users.spent, id: users.id, kind: 'cents', direction: 'desc' },
}

/**
 * A page of all users with the totals of their orders, newest first unless sorted otherwise. Every word of `q` occurs
 * in the names or the email address.
 */
export async function listCustomers(db: Db, { q, sort: by = 'joined', direction, limit = 50, cursor }: Query) {
  const sort = inDirection(sorts[by], direction)
  const words = searchWords(q ?? '')
  const list = { table: users, id: users.id }
  const found = words.length > 0 ? await search(db, list, [customersWith(words, users.id)]) : null
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(and(found?.where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const rows = await selectCustomers(db, sort.column)
    .where(inArray(users.id, ids))
    .groupBy(users.id)
    .orderBy(...orderBy(sort))
  const { page, nextCursor } = toPage(rows, limit, ({ value, _id }) => placeOf(value, _id))
  return {
    data: page.map(presentCustomer),
    totalCount: found ? await found.count() : await db.$count(users),
    nextCursor,
  }
}

/** One user with the totals of their orders. @throws 404 'Customer not found' */
export async function readCustomer(db: Db | Tx, id: string): Promise<Customer> {
  const [row] = await selectCustomers(db).where(eq(users.id, id)).groupBy(users.id)
  if (!row) throw notFound('Customer not found')
  return presentCustomer(row)
}

/** @param sortColumn what a list of them is sorted by */
const selectCustomers = (db: Db | Tx, sortColumn: SQLiteColumn = users.createdAt) =>
  db
    .select({
      _id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      currency: users.currency,
      isAdmin: users.isAdmin,
      points: users.points,
      createdAt: users.createdAt,
      value: sortColumn,
      ...orderTotals,
    })
    .from(users)
    .leftJoin(orders, eq(orders.userId, users.id))

type Row = Awaited<ReturnType<typeof selectCustomers>>[number]
const presentCustomer = ({ value: _, ...row }: Row): Customer => ({ ...row, createdAt: row.createdAt.getTime() })
