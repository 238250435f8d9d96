import { and, eq, inArray } from 'drizzle-orm'
import { orders, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { Customer } from '../../shared/accounts/staff-schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import { customersWith, search } from '../db/text-search.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { orderTotals } from '../orders/present.ts'

type Query = PageQuery & { q?: string | undefined }

const sort = newestFirst(users)

/**
 * A page of all users, newest first, with the totals of their orders. Every word of `q` occurs in the names or the email
 * address.
 */
export async function listCustomers(db: Db, { q, limit = 50, cursor }: Query) {
  const words = searchWords(q ?? '')
  const list = { table: users, id: users.id }
  const found = words.length > 0 ? await search(db, list, [customersWith(words, users.id)]) : null
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(and(found?.where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const rows = await selectCustomers(db)
    .where(inArray(users.id, ids))
    .groupBy(users.id)
    .orderBy(...orderBy(sort))
  const { page, nextCursor } = toPage(rows, limit, ({ createdAt, _id }) => createdPlace({ createdAt, id: _id }))
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

const selectCustomers = (db: Db | Tx) =>
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
      ...orderTotals,
    })
    .from(users)
    .leftJoin(orders, eq(orders.userId, users.id))

type Row = Awaited<ReturnType<typeof selectCustomers>>[number]
const presentCustomer = (row: Row): Customer => ({ ...row, createdAt: row.createdAt.getTime() })
