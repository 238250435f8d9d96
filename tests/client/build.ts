import type { User } from '../../shared/accounts/schema.ts'
import type { CartLine } from '../../shared/cart/schema.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import type { Notification } from '../../shared/notifications/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import type { PaymentProgress, ProgressState } from '../../shared/payments/progress.ts'
import type { PointsEntry } from '../../shared/points/schema.ts'
import type { Review } from '../../shared/reviews/schema.ts'
import type { StreamName } from '../../shared/stream-cursor.ts'
import type { EventOf, EventType, StreamEvent } from '../../shared/stream.ts'
import { initialPrefs } from '../../shared/accounts/prefs.ts'
import type { PageData } from '../../shared/page-data.ts'

export const at = Date.UTC(2026, 0, 1)

export const buildPage = (fields: Partial<PageData> = {}): PageData => ({
  position: null,
  config: null,
  prefs: initialPrefs,
  ...fields,
})

export const buildUser = (fields: Partial<User> = {}): User => ({
  _id: 'u1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '',
  points: 0,
  currency: 'USD',
  darkMode: false,
  paymentMethod: null,
  isAdmin: false,
  createdAt: at,
  ...fields,
})

export const buildItem = (fields: Partial<Item> = {}): Item => ({
  _id: 'i1',
  name: 'Cloud storage',
  duration: 12,
  price: 1299,
  originalPrice: null,
  discount: 0,
  shortDescription: 'Room for everything',
  bannerLink: '/banner.svg',
  logoLink: '/logo.svg',
  brand: '',
  averageRating: 0,
  reviewCount: 0,
  accountType: 'Private',
  features: [],
  category: { _id: 'c1', name: 'Cloud' },
  createdAt: at,
  updatedAt: at,
  ...fields,
})

export const buildLine = (item: Item, fields: Partial<CartLine> = {}): CartLine => ({
  _id: `line-${item._id}`,
  item: {
    _id: item._id,
    name: item.name,
    price: item.price,
    duration: item.duration,
    logoLink: item.logoLink,
    category: item.category._id,
  },
  count: 1,
  priceWhenAdded: item.price,
  ...fields,
})

export const buildOrder = (fields: Partial<Order> = {}): Order => ({
  _id: 'o1',
  items: [],
  paymentStatus: 'pending',
  orderStatus: 'pending',
  paymentMethod: 'binance',
  subtotal: 1299,
  processingFees: 0,
  discountAmount: 0,
  total: 1299,
  totalAmount: 1299,
  coupon: null,
  couponCode: null,
  reference: '7QK4MZT',
  transferReference: null,
  request: null,
  rest: null,
  received: 0,
  missing: 1299,
  refunded: 0,
  payments: [],
  proofs: [],
  proofRequestedAt: null,
  createdAt: at,
  paidAt: null,
  verifiedAt: null,
  verificationSeenAt: null,
  expiresAt: at + 72 * 3_600_000,
  history: [],
  checking: null,
  hasDelivery: false,
  deliveryOpenedAt: null,
  deliveryChangedAt: null,
  deliveryReopenedAt: null,
  ...fields,
})

export const buildStaffOrder = (fields: Partial<StaffOrder> = {}): StaffOrder => ({
  ...buildOrder(),
  customer: {
    _id: 'u1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    createdAt: at,
    orders: 1,
    verified: 0,
    failed: 0,
    spent: 0,
  },
  referenceReused: false,
  sameReference: null,
  sameProofs: [],
  checkingBy: null,
  ...fields,
})

export const buildProgress = (state: ProgressState): PaymentProgress => ({
  orderId: 'order',
  state,
  confirmations: 0,
  of: 15,
  network: 'MATIC',
})

export const buildNotification = (fields: Partial<Notification> = {}): Notification => ({
  _id: 'n1',
  type: 'info',
  message: 'Payment verified',
  link: null,
  read: false,
  createdAt: at,
  ...fields,
})

export const buildEntry = (fields: Partial<PointsEntry> = {}): PointsEntry => ({
  _id: 'p1',
  source: 'order',
  amount: 1299,
  points: 12,
  note: 'Order #ABCDEF',
  createdAt: at,
  ...fields,
})

export const buildReview = (fields: Partial<Review> = {}): Review => ({
  _id: 'r1',
  item: 'i1',
  user: { _id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  stars: 5,
  description: 'Works as it says',
  verifiedPurchase: true,
  createdAt: at,
  ...fields,
})

export const buildEvent = <T extends EventType>(
  stream: StreamName,
  seq: number,
  type: T,
  data: EventOf<T>['data'],
  when = at + seq,
): StreamEvent => ({ stream, seq, type, data, at: when }) as StreamEvent
