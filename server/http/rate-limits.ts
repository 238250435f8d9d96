import { ApiError } from '../../shared/api-error.ts'
import type { Route } from '../../shared/contract.ts'

/** A token bucket: `burst` requests at once, refilled at `perMinute`. */
type Rule = { burst: number; perMinute: number }

const perHour = (count: number): Rule => ({ burst: count, perMinute: count / 60 })
const perMinute = (count: number): Rule => ({ burst: count, perMinute: count })

const rules = {
  signIn: perMinute(30),
  signInAccount: perMinute(5),
  register: perHour(5),
  /** Second-factor codes for one account, from whatever address. */
  code: { burst: 10, perMinute: 0.5 },
  forgot: perHour(3),
  forgotAccount: perHour(3),
  emailChange: perHour(5),
  refresh: perMinute(30),
  coupon: perMinute(10),
  checkout: perMinute(10),
  order: perMinute(20),
  cart: perMinute(60),
  referral: perHour(5),
  review: perHour(5),
  chat: { burst: 5, perMinute: 60 },
  /** One every 2 seconds, with some tolerance for network jitter. */
  typing: { burst: 1, perMinute: 32 },
  read: perMinute(300),
  change: perMinute(60),
} satisfies Record<string, Rule>
export type RateLimitName = keyof typeof rules

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
  addToCart: 'cart',
  changeCount: 'cart',
  removeFromCart: 'cart',
  redeemReferral: 'referral',
  writeReview: 'review',
  changeReview: 'review',
  deleteReview: 'review',
  sendMessage: null,
}

/** The rate limit that a route counts against. */
export function limitOf(routeName: string, { method }: Route): RateLimitName | null {
  const limit = limitByRoute[routeName]
  return limit === undefined ? (method === 'GET' ? 'read' : 'change') : limit
}

type Bucket = { tokens: number; updatedAt: number; failures: number }
const maxBuckets = 50_000
/** Consecutive failures that don't add to the waiting time. */
const freeFailures = 10

/**
 * Rate limits by user, session or address, kept in this process.
 * @param enabled whether anything is limited at all
 */
export function createRateLimits(enabled: boolean) {
  const buckets = new Map<string, Bucket>()

  /** Takes one token from the key's bucket. @throws 429 with `retryAfter` in seconds */
  function consume(limit: RateLimitName, key: string, now = Date.now()) {
    if (!enabled) return
    const { burst, perMinute } = rules[limit]
    const id = `${limit} ${key}`
    const bucket = buckets.get(id) ?? { tokens: burst, updatedAt: now, failures: 0 }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.updatedAt) * perMinute) / 60_000)
    bucket.updatedAt = now
    if (bucket.tokens < 1) {
      const retryAfter = Math.ceil(((1 - bucket.tokens) * 60) / perMinute)
      throw new ApiError(429, 'too_many', 'Too many requests. Please try again in a moment.', { retryAfter })
    }
    bucket.tokens -= 1
    if (!buckets.has(id) && buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value!)
    buckets.set(id, bucket)
  }

  /**
   * After ten consecutive failures, each further one lengthens the next wait: at 30 a minute by 2 more seconds, up to
   * a minute. Guessing slows down, but nobody is locked out.
   */
  function recordFailure(limit: RateLimitName, key: string) {
    const bucket = buckets.get(`${limit} ${key}`)
    if (!bucket) return
    bucket.failures += 1
    const penalty = Math.max(0, bucket.failures - freeFailures)
    bucket.tokens = Math.max(1 - rules[limit].perMinute, bucket.tokens - penalty)
  }

  function recordSuccess(limit: RateLimitName, key: string) {
    const bucket = buckets.get(`${limit} ${key}`)
    if (bucket) bucket.failures = 0
  }

  return { consume, recordFailure, recordSuccess }
}

export type RateLimits = ReturnType<typeof createRateLimits>
