import type { Redis } from 'ioredis'

const connectTimeoutMs = 2000
const maxRetryDelayMs = 1000

/**
 * Opens a connection to Redis that never blocks: commands fail at once without a connection, and after
 * `commandTimeoutMs` without an answer. It reconnects by itself. The package is loaded here, so a store without Redis
 * doesn't have it in memory.
 * @param onError called for each failure of the connection
 */
export async function openRedis(
  url: string,
  { commandTimeoutMs, onError }: { commandTimeoutMs: number; onError: (error: Error) => void },
): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResubscribe: false,
    lazyConnect: true,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, maxRetryDelayMs) * (0.5 + Math.random() / 2),
  })
  redis.on('error', onError)
  // Not awaited, so that a Redis that is down doesn't delay the start.
  redis.connect().catch(onError)
  return redis
}
