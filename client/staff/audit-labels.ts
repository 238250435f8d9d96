import type { AuditEntry } from '../../shared/audit/schema.ts'

export const subjectLabels: Record<AuditEntry['subject'], string> = {
  order: 'Order',
  item: 'Item',
  category: 'Category',
  coupon: 'Coupon',
  review: 'Review',
  customer: 'Customer',
  support: 'Conversation',
  reply: 'Saved reply',
  staff: 'Staff',
  picture: 'Picture',
}

/** The page of the row an entry is about; null if it has none. */
export function subjectLink({ subject, subjectId }: Pick<AuditEntry, 'subject' | 'subjectId'>): string | null {
  switch (subject) {
    case 'order':
      return `/admin/orders/${subjectId}`
    case 'customer':
    case 'staff':
      return `/admin/customers/${subjectId}`
    case 'item':
      return `/admin/items/${subjectId}`
    case 'coupon':
      return `/admin/coupons/${subjectId}`
    case 'support':
      return `/admin/support/${subjectId}`
    case 'category':
    case 'review':
    case 'reply':
    case 'picture':
      return null
  }
}

/** 'order.verify' becomes 'Verify'. */
export function actionLabel(action: string): string {
  const verb = action.slice(action.indexOf('.') + 1).replaceAll(/[-_.]/g, ' ')
  return verb.charAt(0).toUpperCase() + verb.slice(1)
}
