import { and, isNotNull, type SQL } from 'drizzle-orm'
import { isDismissed, isUnassigned } from '../../drizzle/conditions.ts'
import { payments } from '../../drizzle/schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import type { PaymentList, PaymentSort } from '../../shared/payments/staff-schema.ts'
import { searchWords } from '../../shared/search-text.ts'
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
import { search, textIndexes } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { presentPayments } from '../ledger/present-for-staff.ts'

type Query = PageQuery & {
  state?: PaymentList | undefined
  q?: string | undefined
  sort?: PaymentSort | undefined
  direction?: SortDirection | undefined
}

const sorts: Record<PaymentSort, Sort & { valueOf: (row: PaymentRow) => Date | number }> = {
  recorded: { ...newestFirst(payments), valueOf: ({ createdAt }) => createdAt },
  received: {
    column: payments.happenedAt,
    id: payments.id,
    kind: 'time',
    direction: 'desc',
    valueOf: ({ happenedAt }) => happenedAt,
  },
  worth: { column: payments.cents, id: payments.id, kind: 'cents', direction: 'desc', valueOf: ({ cents }) => cents },
}

/** A page of the ledger, newest first unless sorted otherwise; `q` searches payer, message, note and amount. */
export async function listPayments(db: Db, { state = 'all', q, limit = 50, cursor, ...sorted }: Query) {
  const { valueOf, ...usual } = sorts[sorted.sort ?? 'recorded']
  const sort = inDirection(usual, sorted.direction)
  const words = q ? searchWords(q) : []
  const found = words.length > 0 ? await searchPayments(db, words) : null
  const where = conditions[state]
  const rows = await db
    .select()
    .from(payments)
    .where(and(found?.where, where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => placeOf(valueOf(row), row.id))
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
