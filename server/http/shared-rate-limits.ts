import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { RateLimiterRes } from 'rate-limiter-flexible'
import { openRedis } from '../redis.ts'
import { type RateLimitName, type Rule, sharedLimits } from './rate-limit-rules.ts'
import { freeFailures, keysOf, type RateLimits, shorten, tooManyRequests } from './rate-limits.ts'

/** The longest that a request waits for Redis. */
const redisTimeoutMs = 150
/** How long Redis is skipped after a failure, so that several limits of a request don't each wait. */
const pauseMs = 1000
const failureMemorySeconds = 3600

type Options = { redisUrl: string; log: Logger; prefix: string; local: RateLimits }

/**
 * Rate limits that several processes share: the sensitive ones (`sharedLimits`) are counted in Redis too, in fixed
 * windows. Every request counts in this process first, so without Redis the limits hold for each process.
 * @param prefix of the keys in Redis, of this store alone
 */
export async function createSharedRateLimits({ redisUrl, log, prefix, local }: Options): Promise<RateLimits> {
  const { RateLimiterRedis } = await import('rate-limiter-flexible')
  const redis = await openRedis(redisUrl, {
    commandTimeoutMs: redisTimeoutMs,
    onError: (error) => log.debug({ err: error }, 'Redis connection for rate limits failed'),
  })
  const limiters = new Map<string, InstanceType<typeof RateLimiterRedis>>()
  let pausedUntilMs = 0

  function limiterOf(name: string, points: number, duration: number) {
    const limiter =
      limiters.get(name) ??
      new RateLimiterRedis({ storeClient: redis, keyPrefix: `${prefix}:${name}`, points, duration })
    limiters.set(name, limiter)
    return limiter
  }
  const windowOf = (name: RateLimitName, kind: string, rule: Rule) =>
    limiterOf(`${name}:${kind}`, rule.burst, windowSeconds(rule))
  /** Counts consecutive failures; it rejects nobody itself. */
  const failuresOf = (name: RateLimitName, kind: string) =>
    limiterOf(`${name}-failures:${kind}`, Number.MAX_SAFE_INTEGER, failureMemorySeconds)

  /** Runs commands; a Redis that fails changes nothing. @throws what isn't Redis's error */
  async function withRedis(work: () => Promise<unknown>) {
    if (Date.now() < pausedUntilMs || !isReady(redis)) return
    try {
      await work()
    } catch (error) {
      if (isRejection(error)) throw tooManyRequests(Math.ceil(error.msBeforeNext / 1000))
      pausedUntilMs = Date.now() + pauseMs
      log.debug({ err: error }, 'rate limits are counted in this process: Redis does not answer')
    }
  }

  return {
    consume(name, key, now) {
      const counted = local.consume(name, key, now)
      if (!local.isEnabled || !sharedLimits.has(name)) return counted
      return withRedis(() =>
        Promise.all(keysOf(name, key).map(({ kind, id, rule }) => windowOf(name, kind, rule).consume(id))),
      )
    },
    recordFailure(name, address, account, now) {
      const counted = local.recordFailure(name, address, account, now)
      if (!local.isEnabled) return counted
      return withRedis(() =>
        Promise.all(
          keysOf(name, { address }).map(async ({ kind, id, rule, scale }) => {
            const { consumedPoints } = await failuresOf(name, kind).penalty(id)
            await failuresOf(name, `${kind}-account`).penalty(`${id} ${shorten(account)}`)
            const penalty = consumedPoints - freeFailures * scale
            if (penalty > 0) await windowOf(name, kind, rule).penalty(id, Math.min(penalty, rule.burst))
          }),
        ),
      )
    },
    recordSuccess(name, address, account, now) {
      const counted = local.recordSuccess(name, address, account, now)
      if (!local.isEnabled) return counted
      return withRedis(() =>
        Promise.all(
          keysOf(name, { address }).map(async ({ kind, id }) => {
            const own = await failuresOf(name, `${kind}-account`).get(`${id} ${shorten(account)}`)
            if (!own) return
            await failuresOf(name, kind).reward(id, own.consumedPoints)
            await failuresOf(name, `${kind}-account`).delete(`${id} ${shorten(account)}`)
          }),
        ),
      )
    },
    isEnabled: local.isEnabled,
    close: () => redis.disconnect(),
  }
}

const windowSeconds = ({ burst, perMinute }: Rule) => Math.ceil((burst / perMinute) * 60)
const isReady = ({ status }: Redis) => status === 'ready'
const isRejection = (error: unknown): error is RateLimiterRes =>
  !(error instanceof Error) && typeof (error as RateLimiterRes).msBeforeNext === 'number'
