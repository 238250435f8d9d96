import { and, eq } from 'drizzle-orm'
import { statementLines } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { forUpdate } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type FileRow, loadFile, type LineRow } from './present.ts'

/** Loads a line of a statement and locks it until the commit, before its order. @throws 404 */
export async function loadLine(
  { tx }: MutationContext,
  fileId: string,
  id: string,
): Promise<{ file: FileRow; line: LineRow }> {
  const file = await loadFile(tx, fileId)
  const isLine = and(eq(statementLines.id, id), eq(statementLines.fileId, fileId))
  const [line] = await forUpdate(tx.select().from(statementLines).where(isLine))
  if (!line) throw notFound('Line not found')
  return { file, line }
}

/** Changes columns of a statement's line. @returns the row after it */
export async function changeLine({ tx }: MutationContext, id: string, columns: Partial<LineRow>): Promise<LineRow> {
  const [line] = await tx.update(statementLines).set(columns).where(eq(statementLines.id, id)).returning()
  return line!
}
