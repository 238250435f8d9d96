import { Refusal } from '../../shared/refusal.ts'

/** How many at once, and how many a minute after that. */
type Rule = { burst: number; perMinute: number }

const rules = {
  signIn: { burst: 30, perMinute: 30 },
  signInAccount: { burst: 5, perMinute: 5 },
  register: { burst: 5, perMinute: 5 / 60 },
  refresh: { burst: 30, perMinute: 30 },
  coupon: { burst: 10, perMinute: 10 },
  checkout: { burst: 10, perMinute: 10 },
  order: { burst: 20, perMinute: 20 },
  cart: { burst: 60, perMinute: 60 },
  referral: { burst: 5, perMinute: 5 / 60 },
  review: { burst: 5, perMinute: 5 / 60 },
  read: { burst: 300, perMinute: 300 },
  change: { burst: 60, perMinute: 60 },
} as const satisfies Record<string, Rule>
export type Limit = keyof typeof rules

/** Which limit a call counts against; the others count as reads or changes. */
export const limitOf: Record<string, Limit> = {
  signIn: 'signIn',
  register: 'register',
  refresh: 'refresh',
  coupon: 'coupon',
  checkout: 'checkout',
  applyCoupon: 'order',
  cancel: 'order',
  markPaid: 'order',
  addToCart: 'cart',
  changeCount: 'cart',
  removeFromCart: 'cart',
  useReferral: 'referral',
  writeReview: 'review',
  changeReview: 'review',
  deleteReview: 'review',
}

type Bucket = { left: number; at: number }
const mostBuckets = 50_000

/** Counts calls by person or address, in this process, as buckets that refill. */
export function createLimits(on: boolean) {
  const buckets = new Map<string, Bucket>()

  /** @throws 429 with the seconds to wait. */
  function count(limit: Limit, who: string, now = Date.now()) {
    if (!on) return
    const { burst, perMinute } = rules[limit]
    const key = `${limit} ${who}`
    const bucket = buckets.get(key) ?? { left: burst, at: now }
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) * perMinute) / 60_000)
    bucket.at = now
    if (bucket.left < 1) {
      const retryAfter = Math.ceil(((1 - bucket.left) * 60) / perMinute)
      throw new Refusal(429, 'too_many', 'Too many requests. Please try again in a moment.', { retryAfter })
    }
    bucket.left -= 1
    if (!buckets.has(key) && buckets.size >= mostBuckets) buckets.delete(buckets.keys().next().value!)
    buckets.set(key, bucket)
  }
  return { count }
}

export type Limits = ReturnType<typeof createLimits>
