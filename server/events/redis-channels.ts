import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { openRedis } from '../redis.ts'
import { repeat } from './repeat.ts'

const pingIntervalMs = 500
const pingTimeoutMs = 1000
/** Nothing is published while more than this is unsent. */
const maxUnreadBytes = 2 * 1024 * 1024
/** Channels that are subscribed to in one command. */
const batchSize = 1000

type Options = {
  redisUrl: string
  log: Logger
  receive(channel: string, text: string): void
  /** The channels to subscribe to when Redis is back. */
  listChannels(): string[]
  /** Called when Redis is back: what was published meanwhile has been missed. */
  onRecovered(): void
}

export type RedisChannels = Awaited<ReturnType<typeof openRedisChannels>>

/**
 * Publishes to the channels of Redis and receives from them. A ping decides every half second whether Redis is healthy;
 * while it isn't, nothing is published, queued or waited for.
 */
export async function openRedisChannels({ redisUrl, log, receive, listChannels, onRecovered }: Options) {
  const options = {
    commandTimeoutMs: pingTimeoutMs,
    onError: (error: Error) => log.debug({ err: error }, 'Redis connection failed'),
  }
  const publisher = await openRedis(redisUrl, options)
  const subscriber = await openRedis(redisUrl, options)
  let isHealthy = false
  let wasReported = false

  let running: Promise<void> | null = null

  for (const redis of [publisher, subscriber]) {
    redis.on('ready', () => void check().catch(() => undefined)).on('close', () => setHealthy(false))
  }
  subscriber.on('message', receive)

  function setHealthy(value: boolean) {
    if (isHealthy === value && wasReported) return
    wasReported = true
    isHealthy = value
    if (value) log.info('Redis is healthy')
    else log.warn('Redis does not answer; events are read from the database')
  }

  /** One at a time. */
  function check(): Promise<void> {
    running ??= ping().finally(() => (running = null))
    return running
  }

  async function ping() {
    // At the start, one connection is ready before the other, which checks again.
    if (isConnecting()) return
    const answers = await Promise.all([answersPing(publisher), answersPing(subscriber)])
    if (!answers.every(Boolean)) return setHealthy(false)
    if (isHealthy) return
    await subscribeAll(subscriber, listChannels)
    setHealthy(true)
    onRecovered()
  }

  const isConnecting = () =>
    [publisher, subscriber].some(({ status }) => status === 'connecting' || status === 'connect')
  const stopChecking = repeat(pingIntervalMs, check, () => setHealthy(false))

  return {
    isHealthy: () => isHealthy,
    publish(channel: string, text: string) {
      if (!isHealthy || publisher.stream.writableLength > maxUnreadBytes) return
      publisher.publish(channel, text).catch(() => setHealthy(false))
    },
    /** Resolves once the subscription is confirmed, or Redis isn't healthy. */
    async subscribe(channel: string) {
      if (isHealthy) await subscriber.subscribe(channel).catch(() => setHealthy(false))
    },
    unsubscribe(channel: string) {
      if (isHealthy) subscriber.unsubscribe(channel).catch(() => setHealthy(false))
    },
    close() {
      stopChecking()
      wasReported = true
      isHealthy = false
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

async function answersPing(redis: Redis): Promise<boolean> {
  if (redis.status !== 'ready') return false
  return redis.ping().then(
    () => true,
    () => false,
  )
}

/** Subscribes to all channels, with those that join the list in the meantime. */
async function subscribeAll(subscriber: Redis, listChannels: () => string[]) {
  const subscribed = new Set<string>()
  for (;;) {
    const batch = listChannels()
      .filter((channel) => !subscribed.has(channel))
      .slice(0, batchSize)
    if (batch.length === 0) return
    await subscriber.subscribe(...batch)
    for (const channel of batch) subscribed.add(channel)
  }
}
