import { and, isNotNull, type SQL } from 'drizzle-orm'
import { isDismissed, isUnassigned } from '../../drizzle/conditions.ts'
import { payments } from '../../drizzle/schema.ts'
import type { PaymentList } from '../../shared/payments/staff-schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import { search, textIndexes } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import { presentPayments } from '../ledger/present-for-staff.ts'

type Query = PageQuery & { state?: PaymentList | undefined; q?: string | undefined }

const sort = newestFirst(payments)

/** A page of the ledger, newest first; `q` searches payer, message, note and amount. */
export async function listPayments(db: Db, { state = 'all', q, limit = 50, cursor }: Query) {
  const words = q ? searchWords(q) : []
  const found = words.length > 0 ? await searchPayments(db, words) : null
  const where = conditions[state]
  const rows = await db
    .select()
    .from(payments)
    .where(and(found?.where, where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return {
    data: await presentPayments(db, page),
    totalCount: found ? await found.count(where) : await db.$count(payments, where),
    nextCursor,
    unassigned: await db.$count(payments, conditions.unassigned),
  }
}

const conditions: Record<PaymentList, SQL | undefined> = {
  all: undefined,
  unassigned: isUnassigned(payments.orderId, payments.state),
  assigned: isNotNull(payments.orderId),
  dismissed: isDismissed(payments.state),
}

const searchPayments = (db: Db, texts: string[]) =>
  search(db, { table: payments, id: payments.id }, [
    { index: textIndexes.payments, texts, key: payments.id, listKey: payments.id },
  ])
