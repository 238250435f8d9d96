import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { statementFiles, statementLines } from '../../drizzle/schema.ts'
import type { LineState } from '../../shared/statements/staff-schema.ts'
import {
  afterCursor,
  createdPlace,
  newestFirst,
  orderBy,
  type PageQuery,
  placeOf,
  type Sort,
  toPage,
} from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { loadFile, presentFiles, presentLines } from './present.ts'

const fileSort = newestFirst(statementFiles)
const lineSort: Sort = { column: statementLines.position, id: statementLines.id, kind: 'count', direction: 'asc' }

/** The statements, newest first. */
export async function listStatements(db: Db, { limit = 20, cursor }: PageQuery) {
  const isStored = isNotNull(statementFiles.storedAt)
  const rows = await db
    .select()
    .from(statementFiles)
    .where(and(isStored, afterCursor(fileSort, cursor)))
    .orderBy(desc(statementFiles.createdAt), desc(statementFiles.id))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return { data: await presentFiles(db, page), totalCount: await db.$count(statementFiles, isStored), nextCursor }
}

type LineQuery = PageQuery & { id: string; state?: LineState | undefined }

/** The lines of a statement as they stand in it. @throws 404 */
export async function listLines(db: Db, { id, state, limit = 50, cursor }: LineQuery) {
  const row = await loadFile(db, id)
  const where = and(eq(statementLines.fileId, id), state && eq(statementLines.state, state))
  const rows = await db
    .select()
    .from(statementLines)
    .where(and(where, afterCursor(lineSort, cursor)))
    .orderBy(...orderBy(lineSort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ position, id: lineId }) => placeOf(position, lineId))
  const [file] = await presentFiles(db, [row])
  return {
    data: await presentLines(db, page),
    totalCount: await db.$count(statementLines, where),
    nextCursor,
    file: file!,
  }
}
