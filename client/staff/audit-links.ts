import { isOfStatement } from '../../shared/audit/labels.ts'
import type { AuditEntry } from '../../shared/audit/schema.ts'

/** The page of the row an entry is about; null if it has none. */
export function subjectLink({ action, subject, subjectId, subjectName, names }: Subject): string | null {
  if (isOfStatement({ action })) return `/admin/statements/${subjectId}`
  // A deleted item, category or coupon has no page, only the name it had.
  const exists = Object.hasOwn(names, subjectId)
  switch (subject) {
    case 'order':
      return `/admin/orders/${subjectId}`
    case 'payment':
      return '/admin/money?state=all'
    case 'customer':
    case 'staff':
      return `/admin/customers/${subjectId}`
    case 'item':
      return exists ? `/admin/items/${subjectId}` : null
    case 'support':
      return `/admin/support/${subjectId}`
    case 'coupon':
      return exists ? `/admin/coupons?archived=all&q=${encodeURIComponent(subjectName ?? '')}` : null
    case 'category':
      if (subjectId === 'all') return '/admin/categories'
      return exists ? `/admin/items?category=${subjectId}` : null
    case 'picture':
    case 'review':
    case 'reply':
      return null
  }
}

type Subject = Pick<AuditEntry, 'action' | 'subject' | 'subjectId' | 'subjectName' | 'names'>
