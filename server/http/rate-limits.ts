import { hash, randomBytes } from 'node:crypto'
import { ApiError } from '../../shared/api-error.ts'
import { type RateLimitName, type Rule, rules } from './rate-limit-rules.ts'

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
export const freeFailures = 10
const failureMemoryMs = 3_600_000
const maxAccountsPerAddress = 20

/** Rate limits by user or address: one instance counts HTTP, pages and sockets. Await the result of `sharedLimits`. */
export type RateLimits = {
  /** Takes one token from the key's bucket. @throws 429 with `retryAfter` in seconds */
  consume(limit: RateLimitName, key: RateLimitKey, now?: number): void | Promise<void>
  /**
   * Records a wrong password. After ten consecutive failures of an address, each further one lengthens its next wait: at
   * 30 a minute by 2 more seconds, up to a minute. Guessing slows down, but nobody is locked out.
   */
  recordFailure(limit: RateLimitName, address: string, account: string, now?: number): void | Promise<void>
  /** Forgets the failures of this account from this address: the owner mistyped. Those of other accounts stay. */
  recordSuccess(limit: RateLimitName, address: string, account: string, now?: number): void | Promise<void>
  isEnabled: boolean
  close(): void
}

/**
 * Rate limits that are kept in this process.
 * @param enabled whether anything is limited at all
 */
export function createRateLimits(enabled: boolean) {
  const bucketsByKind = new Map<string, Buckets>()
  const salt = randomBytes(16).toString('hex')

  function consume(limit: RateLimitName, key: RateLimitKey, now = Date.now()) {
    if (!enabled) return
    const counted = bucketsFor(limit, key, now)
    for (const { bucket, rule } of counted) refill(bucket, rule, now)
    const waits = counted.map(({ bucket, rule }) => ((1 - bucket.tokens) * 60) / rule.perMinute)
    const retryAfter = Math.ceil(Math.max(...waits))
    if (retryAfter > 0) throw tooManyRequests(retryAfter)
    for (const { bucket } of counted) bucket.tokens -= 1
  }

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

  function recordSuccess(limit: RateLimitName, address: string, account: string, now = Date.now()) {
    if (!enabled) return
    for (const { bucket } of bucketsFor(limit, { address }, now)) {
      const id = shorten(account)
      bucket.failures -= bucket.failuresByAccount?.get(id) ?? 0
      bucket.failuresByAccount?.delete(id)
    }
  }

  const bucketsFor = (limit: RateLimitName, key: RateLimitKey, now: number) =>
    keysOf(limit, key).map(({ kind, id, rule, scale }) => ({
      bucket: findBucket(`${limit} ${kind}`, id, rule, now),
      rule,
      scale,
    }))

  /**
   * A bucket that isn't full is never dropped: otherwise an attacker with enough addresses would empty any bucket. While
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

  return { consume, recordFailure, recordSuccess, isEnabled: enabled, close() {} } satisfies RateLimits
}

export const tooManyRequests = (retryAfter: number) =>
  new ApiError(429, 'too_many', 'Too many requests. Please try again in a moment.', { retryAfter })

type CountedKey = {
  kind: 'user' | 'socket' | 'address' | 'site'
  id: string
  rule: Rule
  /** How many times what one address gets. */
  scale: number
}

/** What a request counts against: its own key and, for IPv6, that of the site its network belongs to. */
export function keysOf(limit: RateLimitName, key: RateLimitKey): CountedKey[] {
  const rule = rules[limit]
  if ('user' in key) return [{ kind: 'user', id: key.user, rule, scale: 1 }]
  if ('socket' in key) return [{ kind: 'socket', id: key.socket, rule, scale: 1 }]
  const suffix = key.email === undefined ? '' : ` ${shorten(key.email)}`
  const own: CountedKey = { kind: 'address', id: key.address + suffix, rule, scale: 1 }
  const site = siteOf(key.address)
  if (!site) return [own]
  const scale = networksPerSite
  const siteRule = { burst: rule.burst * scale, perMinute: rule.perMinute * scale }
  return [own, { kind: 'site', id: site + suffix, rule: siteRule, scale }]
}

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
export const shorten = (text: string) => hash('sha256', text).slice(0, 16)
