import { eq, inArray, sql } from 'drizzle-orm'
import { statementFiles, statementLines, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { formatUnits } from '../../shared/payments/amounts.ts'
import type { LineCounts, StatementFile, StatementLine } from '../../shared/statements/staff-schema.ts'
import { lockName } from '../db/lock-name.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { readPaymentOrders } from '../ledger/read-payment-orders.ts'

export type FileRow = typeof statementFiles.$inferSelect
export type LineRow = typeof statementLines.$inferSelect

/** Amounts of statements are hundredths. */
export const lineDecimals = 2

/** @throws 404 */
export async function loadFile(db: Db | Tx, id: string): Promise<FileRow> {
  const [file] = await db.select().from(statementFiles).where(eq(statementFiles.id, id))
  if (!file || file.storedAt === null) throw notFound('Statement not found')
  return file
}

export async function presentFiles(db: Db | Tx, rows: FileRow[]): Promise<StatementFile[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .select({
      fileId: statementLines.fileId,
      state: statementLines.state,
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(statementLines)
    .where(inArray(statementLines.fileId, ids))
    .groupBy(statementLines.fileId, statementLines.state)
  const names = await db
    .select({ id: users.id, firstName: users.firstName })
    .from(users)
    .where(inArray(users.id, [...new Set(rows.map(({ uploadedById }) => uploadedById))]))
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    format: row.format,
    account: row.account,
    firstDay: row.firstDay,
    lastDay: row.lastDay,
    lineCount: row.lineCount,
    counts: Object.fromEntries(
      counts.filter(({ fileId }) => fileId === row.id).map(({ state, count }) => [state, count]),
    ) as LineCounts,
    uploadedBy: names.find(({ id }) => id === row.uploadedById)?.firstName ?? '',
    at: row.createdAt.getTime(),
    undoneAt: row.undoneAt?.getTime() ?? null,
  }))
}

export async function presentLines(db: Db | Tx, rows: LineRow[]): Promise<StatementLine[]> {
  const found = await readPaymentOrders(
    db,
    'id',
    rows.flatMap(({ orderId, candidates }) => [...(orderId === null ? [] : [orderId]), ...candidates]),
  )
  return rows.map((row) => ({
    _id: row.id,
    file: row.fileId,
    day: row.day,
    amount: row.amount === null ? null : formatUnits(row.amount, lineDecimals),
    currency: row.currency,
    credit: row.credit,
    payer: row.payer,
    text: row.text,
    state: row.state,
    why: row.why,
    order: row.orderId === null ? null : (found.get(row.orderId)?.order ?? null),
    candidates: row.candidates.flatMap((id) => found.get(id)?.order ?? []),
    splits: row.splits,
    result: row.applied?.message ?? null,
  }))
}

/** Publishes a statement, and the line of it that changed, to staff. */
export async function publishStatement({ tx, publish }: MutationContext, row: FileRow, line?: LineRow) {
  await lockName(tx, `statement ${row.id}`)
  const [file] = await presentFiles(tx, [row])
  const [presented] = line ? await presentLines(tx, [line]) : []
  publish('staff', { type: 'statement.changed', data: { file: file!, ...(presented && { line: presented }) } })
  return { file: file!, line: presented ?? null }
}
