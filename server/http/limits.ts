import { Refusal } from '../../shared/refusal.ts'

/** How many at once, and how many a minute after that. */
type Rule = { burst: number; perMinute: number }

const rules = {
  signIn: { burst: 30, perMinute: 30 },
  signInAccount: { burst: 5, perMinute: 5 },
  register: { burst: 5, perMinute: 5 / 60 },
  /** Codes of a second factor, whatever address they come from. */
  code: { burst: 10, perMinute: 0.5 },
  forgot: { burst: 3, perMinute: 3 / 60 },
  forgotAccount: { burst: 3, perMinute: 3 / 60 },
  emailChange: { burst: 5, perMinute: 5 / 60 },
  refresh: { burst: 30, perMinute: 30 },
  coupon: { burst: 10, perMinute: 10 },
  checkout: { burst: 10, perMinute: 10 },
  order: { burst: 20, perMinute: 20 },
  cart: { burst: 60, perMinute: 60 },
  referral: { burst: 5, perMinute: 5 / 60 },
  review: { burst: 5, perMinute: 5 / 60 },
  chat: { burst: 5, perMinute: 60 },
  /** One in 2 seconds, and a little less where the network held one back. */
  typing: { burst: 1, perMinute: 32 },
  read: { burst: 300, perMinute: 300 },
  change: { burst: 60, perMinute: 60 },
} as const satisfies Record<string, Rule>
export type Limit = keyof typeof rules

/** Which limit a call counts against; the others count as reads or changes. */
export const limitOf: Record<string, Limit> = {
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
  useReferral: 'referral',
  writeReview: 'review',
  changeReview: 'review',
  deleteReview: 'review',
  sendMessage: 'chat',
}

type Bucket = { left: number; at: number; failures: number }
const mostBuckets = 50_000
/** Failures in a row that cost nothing. */
const patience = 10

/** Counts calls by person or address, in this process, as buckets that refill. */
export function createLimits(on: boolean) {
  const buckets = new Map<string, Bucket>()

  /** @throws 429 with the seconds to wait. */
  function count(limit: Limit, who: string, now = Date.now()) {
    if (!on) return
    const { burst, perMinute } = rules[limit]
    const key = `${limit} ${who}`
    const bucket = buckets.get(key) ?? { left: burst, at: now, failures: 0 }
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

  /**
   * After ten failures in a row each one makes the next wait longer: at 30 a minute by 2 seconds more each time, and by
   * a minute at the most. It slows down whoever guesses; nobody is locked out.
   */
  function failed(limit: Limit, who: string) {
    const bucket = buckets.get(`${limit} ${who}`)
    if (!bucket) return
    bucket.failures += 1
    bucket.left = Math.max(1 - rules[limit].perMinute, bucket.left - Math.max(0, bucket.failures - patience))
  }

  function succeeded(limit: Limit, who: string) {
    const bucket = buckets.get(`${limit} ${who}`)
    if (bucket) bucket.failures = 0
  }

  return { count, failed, succeeded }
}

export type Limits = ReturnType<typeof createLimits>
