import { bestSellers } from '../shared/catalogue/rules.ts'
import type { Config } from '../shared/config.ts'
import { type AccountsState, clearUser, initialAccounts } from './accounts/store.ts'
import { type ActivityState, initialActivity } from './activity/state.ts'
import type { ContentState } from './content/store.ts'
import { initialCart, type CartState } from './cart/state.ts'
import { type CatalogueState, initialCatalogue, setItem, setItems, setRelated } from './catalogue/store.ts'
import { initialNotifications, type NotificationsState } from './notifications/state.ts'
import { initialOrders, type OrdersState } from './orders/state.ts'
import type { PageData } from '../shared/page-data.ts'
import { initialPoints, type PointsState } from './points/state.ts'
import type { EmailPreferences } from '../shared/accounts/email-preferences-schema.ts'
import { initialProfile, type ProfileState } from './profile/state.ts'
import { initialReferrals, type ReferralsState } from './referrals/state.ts'
import { defaultReviewSort, initialReviews, type ReviewsState, setReviews } from './reviews/store.ts'
import { initialStaffCatalogue, type StaffCatalogueState } from './catalogue/staff/state.ts'
import { initialStaffCoupons, type StaffCouponsState } from './coupons/staff/state.ts'
import { initialStaffCustomers, type StaffCustomersState } from './accounts/staff/state.ts'
import { initialStaffOrders, type StaffOrdersState } from './orders/staff/state.ts'
import { initialStaffPayments, type StaffPaymentsState } from './payments/staff/state.ts'
import { initialStaffReviews, type StaffReviewsState } from './reviews/staff/state.ts'
import { initialStaffStatements, type StaffStatementsState } from './statements/staff/state.ts'
import { initialStaff, type StaffState } from './staff/state.ts'
import type { Status } from './stream/connection-options.ts'
import type { ShopFigures, StorefrontFigures, TopCategory } from '../shared/storefront/schema.ts'
import { initialStaffSupport, type StaffSupportState } from './support/staff/state.ts'
import { initialSupport, type SupportState } from './support/state.ts'

// A feature's initial state is part of the first view; its store.ts is loaded with the pages that use it.

export type State = {
  accounts: AccountsState
  catalogue: CatalogueState
  /** Figures about the store; null until they are loaded. They stay as loaded, so that nothing jumps while reading. */
  storefront: StorefrontFigures | null
  /** Named in the footer, as the page was rendered. */
  topCategories: readonly TopCategory[]
  /** Figures of the home and about pages; null until they are loaded. */
  shop: ShopFigures | null
  reviews: ReviewsState
  cart: CartState
  orders: OrdersState
  notifications: NotificationsState
  points: PointsState
  referrals: ReferralsState
  profile: ProfileState
  /** Which optional emails the user gets; null until they are loaded. */
  emailPreferences: EmailPreferences | null
  activity: ActivityState
  support: SupportState
  staff: StaffState
  staffCustomers: StaffCustomersState
  staffCatalogue: StaffCatalogueState
  staffReviews: StaffReviewsState
  staffCoupons: StaffCouponsState
  staffOrders: StaffOrdersState
  staffPayments: StaffPaymentsState
  staffStatements: StaffStatementsState
  staffSupport: StaffSupportState
  content: ContentState
  /** `since`: when the status last changed, in milliseconds. */
  connection: { status: Status; since: number; supportOnline: boolean }
  /** Incremented when everything on screen must be loaded again. */
  refetchVersion: number
  config: Config | null
}

/** The state of a page as it is rendered. */
export function initialState(data: PageData): State {
  const { config, prefs, items, item, related, categories, reviews, storefront, content } = data
  const state: State = {
    accounts: initialAccounts(prefs),
    catalogue: { ...initialCatalogue(), categories: categories ?? null },
    storefront: storefront ?? null,
    topCategories: data.topCategories ?? [],
    shop: data.shop ?? null,
    reviews: initialReviews(),
    ...initialUserState(),
    content: content ? { [content.slug]: content } : {},
    connection: { status: 'connecting', since: 0, supportOnline: false },
    refetchVersion: 0,
    config,
  }
  if (items) setItems(state, items.filter, items.answer)
  if (data.rated) setItems(state, data.rated.filter, data.rated.answer)
  if (data.bestSellers) setItems(state, bestSellers, data.bestSellers)
  if (item) setItem(state, item)
  if (related) setRelated(state, related.item, related.answer)
  if (reviews) setReviews(state, { item: reviews.item, sortBy: defaultReviewSort }, reviews.answer)
  return state
}

/** Removes everything that belongs to the user who was logged in. */
export function resetUserState(state: State) {
  clearUser(state)
  Object.assign(state, initialUserState())
}

/** What belongs to one user, staff included. */
const initialUserState = () => ({
  cart: initialCart(),
  orders: initialOrders(),
  notifications: initialNotifications(),
  points: initialPoints(),
  referrals: initialReferrals(),
  profile: initialProfile(),
  emailPreferences: null,
  activity: initialActivity(),
  support: initialSupport(),
  staff: initialStaff(),
  staffCustomers: initialStaffCustomers(),
  staffCatalogue: initialStaffCatalogue(),
  staffReviews: initialStaffReviews(),
  staffCoupons: initialStaffCoupons(),
  staffOrders: initialStaffOrders(),
  staffPayments: initialStaffPayments(),
  staffStatements: initialStaffStatements(),
  staffSupport: initialStaffSupport(),
})
