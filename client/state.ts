import type { Config } from '../shared/store.ts'
import { type AccountsState, forgetUser, initialAccounts } from './accounts/store.ts'
import { type ActivityState, initialActivity } from './activity/state.ts'
import { initialCart, type CartState } from './cart/state.ts'
import { type CatalogueState, initialCatalogue, setItem, setItems } from './catalogue/store.ts'
import { initialNotifications, type NotificationsState } from './notifications/state.ts'
import { initialOrders, type OrdersState } from './orders/state.ts'
import type { PageData } from './page-data.ts'
import { initialPoints, type PointsState } from './points/state.ts'
import { initialProfile, type ProfileState } from './profile/state.ts'
import { initialReferrals, type ReferralsState } from './referrals/state.ts'
import { initialReviews, type ReviewsState, setReviews } from './reviews/store.ts'
import { initialStaff, type StaffState } from './staff/state.ts'
import { initialStaffCatalogue, type StaffCatalogueState } from './staff-catalogue/state.ts'
import type { Status } from './stream/socket.ts'
import { initialSupport, type SupportState } from './support/state.ts'

export type State = {
  accounts: AccountsState
  catalogue: CatalogueState
  reviews: ReviewsState
  cart: CartState
  orders: OrdersState
  notifications: NotificationsState
  points: PointsState
  referrals: ReferralsState
  profile: ProfileState
  activity: ActivityState
  staff: StaffState
  staffCatalogue: StaffCatalogueState
  support: SupportState
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
    referrals: initialReferrals(),
    profile: initialProfile(),
    activity: initialActivity(),
    staff: initialStaff(),
    staffCatalogue: initialStaffCatalogue(),
    support: initialSupport(),
    connection: { status: 'connecting', since: 0, supportOnline: false },
    generation: 0,
    config,
  }
  if (items) setItems(state, items.filter, items.answer)
  if (item) setItem(state, item)
  if (reviews) setReviews(state, reviews.item, reviews.answer)
  return state
}

/** Leaves nothing of whoever was signed in. */
export function forgetPerson(state: State) {
  forgetUser(state)
  state.cart = initialCart()
  state.orders = initialOrders()
  state.notifications = initialNotifications()
  state.points = initialPoints()
  state.referrals = initialReferrals()
  state.profile = initialProfile()
  state.activity = initialActivity()
  state.staff = initialStaff()
  state.staffCatalogue = initialStaffCatalogue()
  state.support = initialSupport()
}
