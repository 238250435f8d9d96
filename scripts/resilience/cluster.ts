import { randomUUID } from 'node:crypto'
import { createOwnPostgres } from '../../tests/own-postgres.ts'
import { createOwnRedis } from '../../tests/own-redis.ts'
import { findFreePort, startCluster } from '../cluster/start-cluster.mjs'
import { createClient } from './server-process.ts'

export type TestCluster = Awaited<ReturnType<typeof startTestCluster>>

/** Processes of the built app behind nginx, with a Postgres and a Redis of their own that can be killed and frozen. */
export async function startTestCluster(count = 3) {
  const [postgres, redis, port] = [await createOwnPostgres(), await createOwnRedis(), await findFreePort()]
  const cluster = await startCluster({
    count,
    port,
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      PUBLIC_URL: `http://localhost:${port}`,
      APP_SECRET: 'a secret only for the resilience tests',
      TRUSTED_PROXIES: '127.0.0.1',
      SEED: 'demo',
      CAPTCHA_PROVIDER: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    },
  }).catch(async (error: unknown) => {
    postgres.remove()
    await redis.remove()
    throw error
  })
  const call = createClient(port)
  return {
    ...cluster,
    port,
    postgres,
    redis,
    call,
    /** Logs in as a user of the demo. */
    async logIn(email: string): Promise<string> {
      const { text } = await call('POST', '/auth/login', { body: { email, password: 'demo1234' } })
      return (JSON.parse(text) as { token: string }).token
    },
    async register(): Promise<{ id: string; token: string }> {
      const body = {
        email: `${randomUUID()}@example.com`,
        password: 'tamarind-ladder-42',
        firstName: 'A',
        lastName: 'B',
      }
      const { text } = await call('POST', '/auth/register', { body })
      const { token, user } = JSON.parse(text) as { token: string; user: { _id: string } }
      return { id: user._id, token }
    },
    async stopAll() {
      await cluster.stop()
      postgres.remove()
      await redis.remove()
    },
  }
}
