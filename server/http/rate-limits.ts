import { hash, randomBytes } from 'node:crypto'
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
  forgot: perHour(10),
  forgotAccount: perHour(3),
  /**
   * Reset links emailed to one account, whoever asks. The next one is never further away than a third of a link's
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
  /** One every 2 seconds, with some tolerance for network jitter. */
  typing: { burst: 1, perMinute: 32 },
  /** Pictures of one member of staff; each takes a moment of a processor. */
  upload: perMinute(30),
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

/**
 * Whom a request counts for: the user where one is known, otherwise the address, as `clientAddress` returns it. With an
 * `email`, each account has a bucket of its own per address.
 */
export type RateLimitKey = { user: string } | { socket: string } | { address: string; email?: string }

type Bucket = {
  tokens: number
  updatedAt: number
  /** Consecutive failed logins, and how many of them each of the last accounts had. */
  failures: number
  failedAt: number
  failuresByAccount?: Map<string, number>
}
/** The buckets of one limit for one kind of key. */
type Buckets = { byKey: Map<string, Bucket>; sweptAt: number }

const maxBuckets = 50_000
/** New keys share these while a limit has `maxBuckets` that are in use. */
const sharedBuckets = 1024
const sweepIntervalMs = 10_000
/** An IPv6 /48 has 65,536 networks of /64; together they get this many times what one of them gets. */
const networksPerSite = 16
/** Consecutive failures that don't add to the waiting time. */
const freeFailures = 10
const failureMemoryMs = 3_600_000
const maxAccountsPerAddress = 20

/**
 * Rate limits by user or address, kept in this process: one instance counts HTTP, pages and sockets.
 * @param enabled whether anything is limited at all
 */
export function createRateLimits(enabled: boolean) {
  const bucketsByKind = new Map<string, Buckets>()
  const salt = randomBytes(16).toString('hex')

  /** Takes one token from the key's bucket. @throws 429 with `retryAfter` in seconds */
  function consume(limit: RateLimitName, key: RateLimitKey, now = Date.now()) {
    if (!enabled) return
    const counted = bucketsFor(limit, key, now)
    for (const { bucket, rule } of counted) refill(bucket, rule, now)
    const waits = counted.map(({ bucket, rule }) => ((1 - bucket.tokens) * 60) / rule.perMinute)
    const retryAfter = Math.ceil(Math.max(...waits))
    if (retryAfter > 0) {
      throw new ApiError(429, 'too_many', 'Too many requests. Please try again in a moment.', { retryAfter })
    }
    for (const { bucket } of counted) bucket.tokens -= 1
  }

  /**
   * Records a wrong password. After ten consecutive failures of an address, each further one lengthens its next wait: at
   * 30 a minute by 2 more seconds, up to a minute. Guessing slows down, but nobody is locked out.
   */
  function recordFailure(limit: RateLimitName, address: string, account: string, now = Date.now()) {
    if (!enabled) return
    for (const { bucket, rule, scale } of bucketsFor(limit, { address }, now)) {
      bucket.failures += 1
      bucket.failedAt = now
      const accounts = (bucket.failuresByAccount ??= new Map<string, number>())
      const id = shorten(account)
      const failures = (accounts.get(id) ?? 0) + 1
      // The account that failed last goes to the end; the one at the front is dropped first.
      accounts.delete(id)
      accounts.set(id, failures)
      if (accounts.size > maxAccountsPerAddress) accounts.delete(accounts.keys().next().value!)
      const penalty = Math.max(0, bucket.failures - freeFailures * scale)
      bucket.tokens = Math.max(1 - rule.perMinute, bucket.tokens - penalty)
    }
  }

  /** Forgets the failures of this account from this address: the owner mistyped. Those of other accounts stay. */
  function recordSuccess(limit: RateLimitName, address: string, account: string, now = Date.now()) {
    if (!enabled) return
    for (const { bucket } of bucketsFor(limit, { address }, now)) {
      const id = shorten(account)
      bucket.failures -= bucket.failuresByAccount?.get(id) ?? 0
      bucket.failuresByAccount?.delete(id)
    }
  }

  /** The buckets that a request counts against: its own and, for IPv6, that of the site its network belongs to. */
  function bucketsFor(limit: RateLimitName, key: RateLimitKey, now: number) {
    const rule = rules[limit]
    if ('user' in key) return [{ bucket: findBucket(`${limit} user`, key.user, rule, now), rule, scale: 1 }]
    if ('socket' in key) return [{ bucket: findBucket(`${limit} socket`, key.socket, rule, now), rule, scale: 1 }]
    const suffix = key.email === undefined ? '' : ` ${shorten(key.email)}`
    const counted = [{ bucket: findBucket(`${limit} address`, key.address + suffix, rule, now), rule, scale: 1 }]
    const site = siteOf(key.address)
    if (site) {
      const scale = networksPerSite
      const siteRule = { burst: rule.burst * scale, perMinute: rule.perMinute * scale }
      counted.push({ bucket: findBucket(`${limit} site`, site + suffix, siteRule, now), rule: siteRule, scale })
    }
    return counted
  }

  /**
   * A bucket that isn't full is never dropped: otherwise whoever invents enough addresses would empty any bucket. While
   * there are too many in use, new keys share some.
   */
  function findBucket(kind: string, key: string, rule: Rule, now: number): Bucket {
    const buckets = bucketsByKind.get(kind) ?? { byKey: new Map<string, Bucket>(), sweptAt: 0 }
    bucketsByKind.set(kind, buckets)
    const { byKey } = buckets
    const existing = byKey.get(key)
    if (existing) return existing
    if (byKey.size >= maxBuckets && Math.abs(now - buckets.sweptAt) >= sweepIntervalMs) {
      buckets.sweptAt = now
      for (const [id, bucket] of byKey) {
        refill(bucket, rule, now)
        if (bucket.tokens === rule.burst && bucket.failures === 0) byKey.delete(id)
      }
    }
    const id = byKey.size < maxBuckets ? key : `shared ${sharedBucketOf(key)}`
    const bucket = byKey.get(id) ?? { tokens: rule.burst, updatedAt: now, failures: 0, failedAt: 0 }
    byKey.set(id, bucket)
    return bucket
  }

  const sharedBucketOf = (key: string) => parseInt(hash('sha256', salt + key).slice(0, 8), 16) % sharedBuckets

  return { consume, recordFailure, recordSuccess }
}

export type RateLimits = ReturnType<typeof createRateLimits>

function refill(bucket: Bucket, { burst, perMinute }: Rule, now: number) {
  const elapsedMs = Math.max(0, now - bucket.updatedAt)
  bucket.tokens = Math.min(burst, bucket.tokens + (elapsedMs * perMinute) / 60_000)
  bucket.updatedAt = now
  if (now - bucket.failedAt < failureMemoryMs) return
  bucket.failures = 0
  delete bucket.failuresByAccount
}

/** The /48 of an IPv6 network such as `2001:db8:1:2::/64`; null for other addresses. */
function siteOf(address: string): string | null {
  return address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : null
}

/** Bounds what a long email address takes up. */
const shorten = (text: string) => hash('sha256', text).slice(0, 16)
