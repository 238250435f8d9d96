import type { StatementFile, StatementLine } from '../../../shared/statements/staff-schema.ts'

/** The lines of one statement, as far as they are loaded. */
export type StatementList = { ids: string[]; totalCount: number; nextCursor: string | null }

export type StaffStatementsState = {
  /** Newest first; null until they are loaded. */
  files: StatementFile[] | null
  lines: Record<string, StatementLine>
  /** By statement. */
  lists: Record<string, StatementList>
}

export const initialStaffStatements = (): StaffStatementsState => ({
  files: null,
  lines: Object.create(null) as Record<string, StatementLine>,
  lists: Object.create(null) as Record<string, StatementList>,
})
