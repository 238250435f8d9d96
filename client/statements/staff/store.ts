import type { Order } from '../../../shared/orders/schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import type { StatementFile, StatementLine } from '../../../shared/statements/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { toPaymentOrder } from '../../payments/staff/payment-order.ts'
import { appendPage, listOf } from '../../stream/lists.ts'
import { placeInList } from '../../stream/place-row.ts'
import type { StaffStatementsState } from './state.ts'

type Draft = { staffStatements: StaffStatementsState }
type FilePage = { data: StatementFile[]; totalCount: number; nextCursor: string | null }
type Page = { data: StatementLine[]; totalCount: number; nextCursor: string | null; file: StatementFile }

export const statementsKey = 'staff/statements'
export const statementKey = (id: string) => `staff/statement/${id}`

/** Stores a page of the statements: the first replaces the list, a later one is appended. */
export function setFiles({ staffStatements }: Draft, page: FilePage, cursor?: string) {
  for (const file of page.data) staffStatements.filesById[file._id] = file
  if (cursor === undefined) staffStatements.files = listOf(page, undefined)
  else appendPage(staffStatements.files, cursor, page)
}

/** Stores a page of a statement's lines: the first replaces the list, a later one is appended. */
export function setStatementLines(draft: Draft, id: string, page: Page, cursor?: string) {
  const { lists, lines } = draft.staffStatements
  for (const line of page.data) lines[line._id] = line
  const before = cursor === undefined ? [] : (lists[id]?.ids ?? [])
  const ids = [...new Set([...before, ...page.data.map(({ _id }) => _id)])]
  lists[id] = { ids, totalCount: page.totalCount, nextCursor: page.nextCursor }
  setFile(draft, page.file)
}

export function setLine({ staffStatements }: Draft, line: StatementLine) {
  staffStatements.lines[line._id] = line
}

function setFile({ staffStatements }: Draft, file: StatementFile) {
  const { files: list, filesById: rows } = staffStatements
  const before = rows[file._id]
  rows[file._id] = file
  const last = list && list.nextCursor !== null ? rows[list.ids.at(-1)!] : undefined
  const isBeyondLoaded = last !== undefined && newestFirst(file, last) > 0
  if (list && !isBeyondLoaded) placeInList(list, { row: file, before, rows, belongs: () => true, compare: newestFirst })
}

const newestFirst = (a: StatementFile, b: StatementFile) => b.at - a.at || (a._id < b._id ? 1 : -1)

export function applyStaffStatements(draft: Draft, event: StreamEvent) {
  if (event.type === 'statement.changed') {
    setFile(draft, event.data.file)
    const { line } = event.data
    if (line && draft.staffStatements.lines[line._id]) setLine(draft, line)
  }
  if (event.type === 'order.changed' && event.stream === 'staff') setOrder(draft, event.data.order)
}

/** Lines show their orders as they stand. */
function setOrder({ staffStatements }: Draft, order: Order | StaffOrder) {
  const current = toPaymentOrder(order)
  for (const line of Object.values(staffStatements.lines)) {
    if (line.order?._id === current._id) line.order = current
    line.candidates = line.candidates.map((one) => (one._id === current._id ? current : one))
  }
}
