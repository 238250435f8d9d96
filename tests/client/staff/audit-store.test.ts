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
  subjectName: null,
  names: {},
  before: null,
  after: null,
  at,
  hash: 'f',
  ...fields,
})
const pageOf = (data: AuditEntry[]) => ({
  data,
  actors: data.flatMap(({ actor }) => actor ?? []),
  nextCursor: null,
})

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

it('adds it to searched and dated lists only where it belongs, and names commands of the server', () => {
  const filters = {
    words: { q: 'VERIFIED  ada' },
    other: { q: 'verified sam' },
    today: { from: at, to: at + 1 },
    yesterday: { to: at },
    commands: { actor: 'command-line' },
    store: { actor: 'the-store' },
  }
  const loaded = stateWith((draft) => {
    for (const filter of Object.values(filters)) setAudit(draft, filter, pageOf([]))
  })
  const entry = buildAuditEntry(1, { subject: 'customer', subjectId: 'u1', subjectName: 'Ada Lovelace' })
  const { audit } = afterEvents(
    loaded,
    buildEvent('staff', 1, 'audit.added', { entry }),
    buildEvent('staff', 2, 'audit.added', {
      entry: buildAuditEntry(2, { actor: null, subject: 'staff', action: 'staff.add' }),
    }),
    buildEvent('staff', 3, 'audit.added', { entry: buildAuditEntry(3, { actor: null, action: 'order.verify' }) }),
  ).staff
  const idsOf = (name: keyof typeof filters) => audit.lists[auditKey(filters[name])]!.ids
  expect(idsOf('words')).toEqual(['1'])
  expect(idsOf('other')).toEqual([])
  expect(idsOf('today')).toEqual(['3', '2', '1'])
  expect(idsOf('yesterday')).toEqual([])
  expect(idsOf('commands')).toEqual(['2'])
  expect(idsOf('store')).toEqual(['3'])
  expect(audit.actors).toHaveLength(1)
})
