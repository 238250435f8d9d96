// Fetched with the socket's own code: before it there are no events.
import type { Signal, StreamEvent } from '../shared/stream.ts'
import { applyAccounts } from './accounts/store.ts'
import { applyActivity } from './activity/store.ts'
import { applyCart } from './cart/store.ts'
import { applyCatalogue } from './catalogue/apply.ts'
import { applyNotifications } from './notifications/store.ts'
import { applyOrders, hearOrders } from './orders/store.ts'
import { applyPoints } from './points/store.ts'
import { applyProfile } from './profile/store.ts'
import { applyReferrals } from './referrals/store.ts'
import { applyReviews } from './reviews/store.ts'
import { applyStaff } from './staff/store.ts'
import { applyStaffCatalogue } from './staff-catalogue/store.ts'
import type { State } from './state.ts'
import type { UnknownEvent } from './stream/socket.ts'
import type { IsNews } from './stream/sync.ts'
import { applySupport, hearSupport } from './support/store.ts'

/** What an event changes, noun by noun. */
export function applyEvent(state: State, event: StreamEvent | UnknownEvent, isNews: IsNews) {
  if (event.type === 'unknown') return
  applyAccounts(state, event)
  applyCatalogue(state, event)
  applyReviews(state, event)
  applyCart(state, event, isNews)
  applyOrders(state, event)
  applyNotifications(state, event)
  applyPoints(state, event)
  applyReferrals(state, event)
  applyProfile(state, event)
  applyActivity(state, event, isNews)
  applyStaff(state, event)
  applyStaffCatalogue(state, event)
  applySupport(state, event)
}

export function hearSignal(state: State, signal: Signal) {
  if (signal.type === 'presence') state.connection.supportOnline = signal.data.supportOnline
  hearOrders(state, signal)
  hearSupport(state, signal)
}
