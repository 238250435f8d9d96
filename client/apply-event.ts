// Loaded with the socket code: without a socket there are no events.
import type { Signal, StreamEvent } from '../shared/stream.ts'
import { applyAccounts } from './accounts/apply.ts'
import { applyActivity } from './activity/store.ts'
import { applyCart } from './cart/store.ts'
import { applyCatalogue } from './catalogue/apply.ts'
import { applyNotifications } from './notifications/store.ts'
import { applyOrders, applyOrderSignal } from './orders/store.ts'
import { applyPoints } from './points/store.ts'
import { applyEmailPreferences } from './profile/email-store.ts'
import { applyProfile } from './profile/store.ts'
import { applyReferrals } from './referrals/store.ts'
import { applyReviews } from './reviews/apply.ts'
import type { State } from './state.ts'
import type { UnknownEvent } from './stream/connection-options.ts'
import type { IsNewerThanSnapshot } from './stream/sync.ts'
import { applySupport, applySupportSignal } from './support/store.ts'

/** Applies an event to every feature's state, apart from that of the staff area. */
export function applyEvent(state: State, event: StreamEvent | UnknownEvent, isNewerThanSnapshot: IsNewerThanSnapshot) {
  if (event.type === 'unknown') return
  applyAccounts(state, event)
  applyCatalogue(state, event)
  applyReviews(state, event)
  applyCart(state, event, isNewerThanSnapshot)
  applyOrders(state, event)
  applyNotifications(state, event)
  applyPoints(state, event)
  applyReferrals(state, event)
  applyProfile(state, event)
  applyEmailPreferences(state, event)
  applyActivity(state, event, isNewerThanSnapshot)
  applySupport(state, event)
}

/** Applies an ephemeral signal, such as someone typing. */
export function applySignal(state: State, signal: Signal) {
  if (signal.type === 'presence') state.connection.supportOnline = signal.data.supportOnline
  if (signal.type === 'system') state.staff.system = signal.data
  applyOrderSignal(state, signal)
  applySupportSignal(state, signal)
}
