import { expect, it } from 'vitest'
import { initialStaffStatements } from '../../../../client/statements/staff/state.ts'
import { applyStaffStatements, setFiles, setStatementLines } from '../../../../client/statements/staff/store.ts'
import type { StatementFile, StatementLine } from '../../../../shared/statements/staff-schema.ts'
import type { StreamEvent } from '../../../../shared/stream.ts'

/** The newest have the highest numbers. */
const file = (number: number, fields: Partial<StatementFile> = {}) =>
  ({
    _id: `s${number}`,
    name: `${number}.csv`,
    at: number * 1000,
    counts: {},
    undoneAt: null,
    ...fields,
  }) as StatementFile

const changed = (of: StatementFile) =>
  ({ type: 'statement.changed', stream: 'staff', seq: 1, at: 0, data: { file: of } }) as StreamEvent

function loaded() {
  const draft = { staffStatements: initialStaffStatements() }
  setFiles(draft, { data: [file(9), file(8)], totalCount: 4, nextCursor: 'next' })
  return draft
}

it('shows the statements page by page', () => {
  const draft = loaded()
  setFiles(draft, { data: [file(7), file(6)], totalCount: 4, nextCursor: null }, 'next')
  expect(draft.staffStatements.files).toMatchObject({ ids: ['s9', 's8', 's7', 's6'], nextCursor: null })
})

it('places a new statement first, and leaves one that isn’t loaded yet to its page', () => {
  const draft = loaded()
  applyStaffStatements(draft, changed(file(10)))
  expect(draft.staffStatements.files).toMatchObject({ ids: ['s10', 's9', 's8'], totalCount: 5 })
  applyStaffStatements(draft, changed(file(7, { undoneAt: 1 })))
  expect(draft.staffStatements.files).toMatchObject({ ids: ['s10', 's9', 's8'], totalCount: 5 })
  expect(draft.staffStatements.filesById.s7, 'its own page shows it').toMatchObject({ undoneAt: 1 })
})

it('shows what is due of a line’s order as it changes', () => {
  const draft = loaded()
  const before = { _id: 'o1', paymentStatus: 'pending', orderStatus: 'pending' } as const
  const line = { _id: 'l1', order: before, candidates: [{ ...before, _id: 'o2' }] } as unknown as StatementLine
  setStatementLines(draft, 's9', { data: [line], totalCount: 1, nextCursor: null, file: file(9) })
  const order = {
    ...before,
    paymentStatus: 'paid',
    paymentMethod: 'bank',
    total: 2437,
    request: { method: 'bank', currency: 'LKR', amount: '7433' },
    rest: null,
    customer: { _id: 'u1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  }
  applyStaffStatements(draft, { type: 'order.changed', stream: 'staff', seq: 1, at: 0, data: { order } } as never)
  expect(draft.staffStatements.lines.l1).toMatchObject({
    order: {
      _id: 'o1',
      paymentStatus: 'paid',
      due: { amount: '7433', currency: 'LKR' },
      customer: { firstName: 'Ada', lastName: 'Lovelace' },
    },
    candidates: [{ _id: 'o2', paymentStatus: 'pending' }],
  })
})
