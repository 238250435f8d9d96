import type { Config } from '../shared/store.ts'
import type { Signal, StreamEvent } from '../shared/stream.ts'
import { type AccountsState, applyAccounts, forgetUser, initialAccounts } from './accounts/store.ts'
import { applyCart, type CartState, initialCart } from './cart/store.ts'
import { applyCatalogue, type CatalogueState, initialCatalogue, setItem, setItems } from './catalogue/store.ts'
import { applyNotifications, initialNotifications, type NotificationsState } from './notifications/store.ts'
import { applyOrders, hearOrders, initialOrders, type OrdersState } from './orders/store.ts'
import type { PageData } from './page-data.ts'
import { applyPoints, initialPoints, type PointsState } from './points/store.ts'
import { applyReviews, initialReviews, type ReviewsState, setReviews } from './reviews/store.ts'
import { applyStaff, initialStaff, type StaffState } from './staff/store.ts'
import type { Status, UnknownEvent } from './stream/socket.ts'
import type { IsNews } from './stream/sync.ts'

export type State = {
  accounts: AccountsState
  catalogue: CatalogueState
  reviews: ReviewsState
  cart: CartState
  orders: OrdersState
  notifications: NotificationsState
  points: PointsState
  staff: StaffState
  /** `since`: when this status began, in milliseconds. */
  connection: { status: Status; since: number; supportOnline: boolean }
  /** Goes up when everything that is shown has to be loaded again. */
  generation: number
  config: Config | null
}

/** What is known when a page opens. */
export function initialState({ config, prefs, items, item, categories, reviews }: PageData): State {
  const state: State = {
    accounts: initialAccounts(prefs),
    catalogue: { ...initialCatalogue(), categories: categories ?? null },
    reviews: initialReviews(),
    cart: initialCart(),
    orders: initialOrders(),
    notifications: initialNotifications(),
    points: initialPoints(),
    staff: initialStaff(),
    connection: { status: 'connecting', since: 0, supportOnline: false },
    generation: 0,
    config,
  }
  if (items) setItems(state, items.filter, items.answer)
  if (item) setItem(state, item)
  if (reviews) setReviews(state, reviews.item, reviews.answer)
  return state
}

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
  applyStaff(state, event)
}

export function hearSignal(state: State, signal: Signal) {
  if (signal.type === 'presence') state.connection.supportOnline = signal.data.supportOnline
  hearOrders(state, signal)
}

/** Leaves nothing of whoever was signed in. */
export function forgetPerson(state: State) {
  forgetUser(state)
  state.cart = initialCart()
  state.orders = initialOrders()
  state.notifications = initialNotifications()
  state.points = initialPoints()
  state.staff = initialStaff()
}
