import type { Route } from '../../shared/contract.ts'

/** A token bucket: `burst` requests at once, refilled at `perMinute`. */
export type Rule = { burst: number; perMinute: number }

const perHour = (count: number): Rule => ({ burst: count, perMinute: count / 60 })
const perMinute = (count: number): Rule => ({ burst: count, perMinute: count })

export const rules = {
  signIn: perMinute(30),
  signInAccount: perMinute(5),
  register: perHour(5),
  /** Second-factor codes for one account, from whatever address. */
  code: { burst: 10, perMinute: 0.5 },
  forgot: perHour(10),
  forgotAccount: perHour(3),
  /**
   * Reset links emailed to one account, from all addresses. The next one is never further away than a third of a link's
   * lifetime, so an owner whose request sends nothing has a valid link already (docs/security.md).
   */
  resetLink: { burst: 20, perMinute: 0.1 },
  emailChange: perHour(5),
  refresh: perMinute(30),
  coupon: perMinute(10),
  checkout: perMinute(10),
  order: perMinute(20),
  cart: perMinute(60),
  referral: perHour(5),
  review: perHour(5),
  chat: { burst: 5, perMinute: 60 },
  /** Messages of visitors, besides the limit on changes. */
  contact: perHour(3),
  /** One every 2 seconds, with some tolerance for network jitter. */
  typing: { burst: 1, perMinute: 32 },
  /** Pictures of one member of staff; each takes a moment of a processor. */
  upload: perMinute(30),
  /** Pictures of a customer's transfers. */
  proof: { burst: 6, perMinute: 6 },
  /** Looking at a chain for an order at once, by one member of staff. */
  chainCheck: perMinute(10),
  /** The API's description. */
  docs: perMinute(30),
  /** Pictures for link previews, which take time to render. */
  sharePicture: perMinute(30),
  read: perMinute(300),
  /** Searches for items, by API and page. */
  search: perMinute(30),
  change: perMinute(60),
} satisfies Record<string, Rule>
export type RateLimitName = keyof typeof rules

/** The limits that several processes share: those on guessing, on emails, and on what costs the store something. */
export const sharedLimits: ReadonlySet<RateLimitName> = new Set<RateLimitName>([
  'signIn',
  'signInAccount',
  'register',
  'code',
  'forgot',
  'forgotAccount',
  'resetLink',
  'emailChange',
  'coupon',
  'checkout',
  'referral',
  'review',
  'contact',
])

/** `null`: the operation counts itself, because it is reached over the socket too. */
const limitByRoute: Record<string, RateLimitName | null> = {
  signIn: 'signIn',
  register: 'register',
  forgotPassword: 'forgot',
  resetPassword: 'signIn',
  confirmEmail: 'signIn',
  refresh: 'refresh',
  coupon: 'coupon',
  checkout: 'checkout',
  applyCoupon: 'order',
  cancel: 'order',
  markPaid: 'order',
  changeReference: 'order',
  deleteProof: 'order',
  addToCart: 'cart',
  mergeCart: 'cart',
  changeCount: 'cart',
  removeFromCart: 'cart',
  redeemReferral: 'referral',
  writeReview: 'review',
  changeReview: 'review',
  deleteReview: 'review',
  sendMessage: null,
  markMessagesRead: null,
}

/** Whether a `q` in a query string searches for anything. */
export const isSearch = (q: string | null | undefined): boolean => Boolean(q?.trim())

/** The rate limit that a request counts against. `isSearch`: it has a query to search by. */
export function limitOf(routeName: string, { method }: Route, isSearch = false): RateLimitName | null {
  if (isSearch && routeName === 'items') return 'search'
  const limit = limitByRoute[routeName]
  return limit === undefined ? (method === 'GET' ? 'read' : 'change') : limit
}
