import { type List, noRows } from '../../stream/lists.ts'
import type { StatementFile, StatementLine } from '../../../shared/statements/staff-schema.ts'

/** The lines of one statement, as far as they are loaded. */
export type StatementList = { ids: string[]; totalCount: number; nextCursor: string | null }

export type StaffStatementsState = {
  filesById: Record<string, StatementFile>
  /** The statements, newest first; null until they are loaded. */
  files: List | null
  lines: Record<string, StatementLine>
  /** By statement. */
  lists: Record<string, StatementList>
}

export const initialStaffStatements = (): StaffStatementsState => ({
  filesById: noRows(),
  files: null,
  lines: noRows(),
  lists: noRows(),
})
