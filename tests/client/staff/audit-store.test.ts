import { expect, it } from 'vitest'
import { auditKey, setAudit } from '../../../client/staff/audit-store.ts'
import type { AuditEntry } from '../../../shared/audit/schema.ts'
import { afterEvents, stateWith } from '../apply-events.ts'
import { at, buildEvent } from '../build.ts'

const buildAuditEntry = (seq: number, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  seq,
  actor: { _id: 'u9', firstName: 'Mira', lastName: 'Nair' },
  action: 'order.verify',
  subject: 'order',
  subjectId: 'o1',
  before: null,
  after: null,
  at,
  hash: 'f',
  ...fields,
})
const pageOf = (data: AuditEntry[]) => ({ data, actors: data.map(({ actor }) => actor), nextCursor: null })

it('adds a new entry at the top of the lists whose filter it matches', () => {
  const loaded = stateWith((draft) => {
    setAudit(draft, {}, pageOf([buildAuditEntry(1)]))
    setAudit(draft, { subject: 'item' }, pageOf([]))
    setAudit(draft, { actor: 'u8' }, pageOf([]))
  })
  const ishara = { _id: 'u8', firstName: 'Ishara', lastName: 'J' }
  const { audit } = afterEvents(
    loaded,
    buildEvent('staff', 1, 'audit.added', { entry: buildAuditEntry(2, { subject: 'item' }) }),
    buildEvent('staff', 2, 'audit.added', { entry: buildAuditEntry(3, { actor: ishara }) }),
  ).staff
  expect(audit.lists[auditKey({})]!.ids).toEqual(['3', '2', '1'])
  expect(audit.lists[auditKey({ subject: 'item' })]!.ids).toEqual(['2'])
  expect(audit.lists[auditKey({ actor: 'u8' })]!.ids).toEqual(['3'])
  expect(audit.actors.map(({ firstName }) => firstName)).toEqual(['Mira', 'Ishara'])
})
