import { expect, it } from 'vitest'
import { subjectLink } from '../../../client/staff/audit-links.ts'
import type { AuditEntry } from '../../../shared/audit/schema.ts'

const linkOf = (subject: AuditEntry['subject'], subjectId: string, name: string | null = null, isDeleted = false) =>
  subjectLink({
    action: `${subject}.change`,
    subject,
    subjectId,
    subjectName: name,
    names: name === null || isDeleted ? {} : { [subjectId]: name },
  })

it('links the subjects that have a page', () => {
  expect(linkOf('order', 'o1')).toBe('/admin/orders/o1')
  expect(linkOf('customer', 'u1', 'Ada Lovelace')).toBe('/admin/customers/u1')
  expect(linkOf('item', 'i1', 'Cloud')).toBe('/admin/items/i1')
  expect(linkOf('coupon', 'c1', 'A&B')).toBe('/admin/coupons?archived=all&q=A%26B')
  expect(linkOf('category', 'k1', 'Music')).toBe('/admin/items?category=k1')
  expect(linkOf('category', 'all')).toBe('/admin/categories')
})

it('links a bank statement, and a line of it that was decided, to the statement, and a payment to the ledger', () => {
  const entry = { subject: 'payment' as const, subjectId: 's1', subjectName: null, names: {} }
  for (const action of ['payment.import', 'payment.match', 'payment.import-undo'])
    expect(subjectLink({ ...entry, action })).toBe('/admin/statements/s1')
  expect(subjectLink({ ...entry, action: 'payment.record' })).toBe('/admin/money?state=all')
})

it('links nothing that has no page, or was deleted', () => {
  for (const subject of ['review', 'reply', 'picture'] as const) expect(linkOf(subject, 'x', 'Name')).toBeNull()
  for (const subject of ['item', 'coupon', 'category'] as const) expect(linkOf(subject, 'x', 'Name', true)).toBeNull()
})
