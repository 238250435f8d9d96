// Loaded by staff only: nobody else gets events of the staff stream.
import type { StreamEvent } from '../shared/stream.ts'
import { applyStaffCustomers } from './accounts/staff/store.ts'
import { applyStaffCatalogue } from './catalogue/staff/store.ts'
import { applyStaffCoupons } from './coupons/staff/store.ts'
import { applyStaffOrders } from './orders/staff/store.ts'
import { applyStaffPayments } from './payments/staff/store.ts'
import { applyStaffStatements } from './statements/staff/store.ts'
import { applyStaffReviews } from './reviews/staff/store.ts'
import { applyAudit } from './staff/audit-store.ts'
import type { State } from './state.ts'
import type { UnknownEvent } from './stream/connection-options.ts'
import { applyStaffSupport } from './support/staff/store.ts'

export { eventData } from '../shared/staff-events.ts'

/** Applies an event to the state of the staff area, after `applyEvent`. */
export function applyStaffEvent(state: State, event: StreamEvent | UnknownEvent) {
  if (event.type === 'unknown') return
  applyAudit(state, event)
  applyStaffCustomers(state, event)
  applyStaffCatalogue(state, event)
  applyStaffReviews(state, event)
  applyStaffCoupons(state, event)
  applyStaffOrders(state, event)
  applyStaffPayments(state, event)
  applyStaffStatements(state, event)
  applyStaffSupport(state, event)
}
