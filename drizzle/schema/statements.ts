import { dateOrders, lineStates, statementFormats, type Why } from '../../shared/statements/staff-schema.ts'
import { atLeast, createdAt, enumerated, id, kit } from '../kit.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** Bank statements that staff uploaded. */
export const statementFiles = kit.table(
  'statement_files',
  {
    id: id(),
    name: kit.text().notNull(),
    /** Of the file's bytes: the same file adds nothing. */
    sha256: kit.text().notNull(),
    format: kit.oneOf(...statementFormats).notNull(),
    account: kit.text().notNull(),
    firstDay: kit.text(),
    lastDay: kit.text(),
    lineCount: kit.int().notNull(),
    uploadedById: kit
      .text()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** When all of its lines were stored; null after a crash, until it is uploaded again. */
    storedAt: kit.time(),
    undoneAt: kit.time(),
    /** When what its lines say was deleted. */
    prunedAt: kit.time(),
  },
  (t) => [
    kit.uniqueIndex('statement_files_by_content').on(t.sha256),
    kit.index('statement_files_by_age').on(t.createdAt, t.id),
    enumerated(t.format, statementFormats),
    ...atLeast(0, t.lineCount),
  ],
)

/** What applying a line did. `verified`: it has verified its order, so that undoing it takes that back. */
export type AppliedLine = { result: string; message: string; verified: boolean }

/** The transfers of bank statements, each once, however many files it is in. */
export const statementLines = kit.table(
  'statement_lines',
  {
    id: id(),
    fileId: kit
      .text()
      .notNull()
      .references(() => statementFiles.id),
    /** 1, 2, 3 … within the file. */
    position: kit.int().notNull(),
    fingerprint: kit.text().notNull(),
    day: kit.text(),
    /** A count of hundredths. */
    amount: kit.text(),
    currency: kit.text().notNull(),
    credit: kit.bool().notNull(),
    payer: kit.text().notNull(),
    text: kit.text().notNull(),
    bankRef: kit.text().notNull(),
    state: kit.oneOf(...lineStates).notNull(),
    /** Its state without being applied. */
    matchedState: kit.oneOf(...lineStates).notNull(),
    orderId: kit.text().references(() => orders.id),
    candidates: kit.json<string[]>().notNull(),
    splits: kit.bool().notNull().default(false),
    why: kit.json<Why>().notNull(),
    applied: kit.json<AppliedLine>(),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('statement_lines_by_fingerprint').on(t.fingerprint),
    kit.index('statement_lines_in_file').on(t.fileId, t.state, t.position, t.id),
    kit.index('statement_lines_by_place').on(t.fileId, t.position, t.id),
    kit.index('statement_lines_by_order').on(t.orderId),
    kit.index('statement_lines_by_amount').on(t.amount, t.day),
    enumerated(t.state, lineStates),
    enumerated(t.matchedState, lineStates),
    ...atLeast(1, t.position),
  ],
)

/** How the dates of a layout are written, as staff said once. */
export const csvLayouts = kit.table(
  'csv_layouts',
  {
    headerHash: kit.text().primaryKey(),
    dates: kit.oneOf(...dateOrders).notNull(),
    createdAt: createdAt(),
  },
  (t) => [enumerated(t.dates, dateOrders)],
)
