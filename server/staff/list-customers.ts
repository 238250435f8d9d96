import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { orders, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Customer } from '../../shared/staff.ts'
import { contains } from '../db/contains.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { orderSums } from '../orders/present.ts'

type Asked = { q?: string | undefined; limit?: number | undefined; cursor?: string | undefined }

/** A page of everybody with an account, newest first, with what their orders come to. */
export async function listCustomers(db: Db, { q, limit = 50, cursor }: Asked) {
  const wanted = q ? matching(q.trim()) : undefined
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(and(wanted, cursor ? before(cursor) : undefined))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit + 1)
  const rows = await selectCustomers(db)
    .where(inArray(users.id, page))
    .groupBy(users.id)
    .orderBy(desc(users.createdAt), desc(users.id))
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)! : null
  return {
    data: shown.map(presentCustomer),
    totalCount: await db.$count(users, wanted),
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last._id }),
  }
}

/** @throws 404 'Customer not found' */
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
      ...orderSums,
    })
    .from(users)
    .leftJoin(orders, eq(orders.userId, users.id))

type Row = Awaited<ReturnType<typeof selectCustomers>>[number]
const presentCustomer = (row: Row): Customer => ({ ...row, createdAt: row.createdAt.getTime() })

/** By e-mail, or by name as it is written. */
function matching(q: string) {
  const name = `%${q.toLowerCase().replace(/[%_\\]/g, '\\$&')}%`
  return or(
    contains(users.email, q),
    sql`lower(${users.firstName} || ' ' || ${users.lastName}) like ${name} escape '\\'`,
  )
}

function before(text: string) {
  const { value, id } = readCursor(text, 'time')
  const at = new Date(value)
  return or(lt(users.createdAt, at), and(eq(users.createdAt, at), lt(users.id, id)))
}
