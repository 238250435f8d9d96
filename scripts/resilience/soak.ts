import { createDatabase, type User } from './fill.ts'
import { inspectableSettings, inspect } from './inspect.ts'
import { createTemporaryFolder, startServer, type ServerProcess, wait } from './server-process.ts'
import { connectRaw } from './thin-socket.ts'

/** `SOAK_MINUTES=60` runs for an hour. */
const minutes = Number(process.env.SOAK_MINUTES ?? 10)
/** Minutes until prepared statements and caches are filled. */
const warmUpMinutes = Math.min(3, minutes * 0.3)
const [customerCount, concurrency] = [2000, 4]

/** Minutes since the start, and megabytes. */
type Sample = { at: number; retained: number; rss: number }

/** Mixed traffic for ten minutes: retained memory doesn't grow. */
export async function soak() {
  const folder = createTemporaryFolder()
  const { customers, item, staff } = await createDatabase(folder, customerCount, { staff: 2, password: 'secret1' })
  const server = await startServer({ folder, settings: { ...inspectableSettings, LOG_LEVEL: 'error' } })
  const startedAt = performance.now()
  const end = startedAt + minutes * 60_000
  const statuses: Record<number, number> = {}
  const work = Array.from({ length: concurrency }, (_, n) => shop(n))
  const samples: Sample[] = []
  while (performance.now() < end) {
    await wait(Math.min(10_000, end - performance.now()))
    const { retained, rss } = await inspect(server)
    samples.push({ at: (performance.now() - startedAt) / 60_000, retained: retained / 1e6, rss: rss / 1e6 })
  }
  await Promise.all(work)
  await server.remove()

  const steady = samples.filter(({ at }) => at >= warmUpMinutes)
  const [retainedGrowth, rssGrowth] = [findSlope(steady, 'retained'), findSlope(steady, 'rss')]
  const failed = Object.entries(statuses).filter(([status]) => Number(status) >= 500)
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const last = samples.at(-1)!
  return {
    ok: retainedGrowth <= 1 && failed.length === 0 && steady.length >= 10,
    figures: `${minutes} minutes, ${total} requests (${JSON.stringify(statuses)}): retained ${steady[0]?.retained.toFixed(1)} MB after ${warmUpMinutes} min, ${last.retained.toFixed(1)} MB at the end, growing ${retainedGrowth.toFixed(2)} MB/min; resident ${last.rss.toFixed(0)} MB, growing ${rssGrowth.toFixed(2)} MB/min`,
  }

  /** Does what customers and staff do, each time as another customer. */
  async function shop(n: number) {
    const call = async (...args: Parameters<ServerProcess['call']>) => {
      const response = await server.call(...args)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      return JSON.parse(response.text) as { data?: { _id: string } }
    }
    for (let i = n; performance.now() < end; i += concurrency) await buyOnce(call, customers[i % customerCount]!, i)
  }

  async function buyOnce(
    call: (...args: Parameters<ServerProcess['call']>) => Promise<{ data?: { _id: string } }>,
    { id, token }: User,
    i: number,
  ) {
    const mira = staff[i % 2]!.token
    const { socket } = await connectRaw(server.port, { token })
    for (const path of ['/items?limit=24', `/items/${item}`, '/orders', '/notifications', '/points/me'])
      await call('GET', path === '/orders' ? '/checkout' : path, { token })
    await call('GET', `/items?q=thing${i}`)
    await call('POST', '/cart', { token, body: { item, count: 1 } })
    const { data } = await call('POST', '/checkout', { token, key: `${id}${i}`, body: { paymentMethod: 'bank' } })
    if (data) {
      await call('PATCH', `/checkout/${data._id}/mark-paid`, { token, key: `p${i}`, body: { paymentMethod: 'bank' } })
      const verdict = i % 3 === 0 ? 'reject' : 'verify'
      const body = verdict === 'reject' ? { reason: 'It did not arrive.' } : undefined
      await call('PATCH', `/admin/orders/${data._id}/${verdict}`, { token: mira, ...(body && { body }) })
    }
    await call('POST', '/support-chat/message', { token, body: { message: `Where is my order ${i}?` } })
    if (i % 10 === 0) await call('POST', '/auth/login', { body: { email: `${id}@example.com`, password: 'wrong-one' } })
    await call('GET', '/admin/orders', { token: mira })
    socket.destroy()
    await wait(250)
  }
}

/** The growth per minute: the slope of the least-squares line. */
function findSlope(samples: Sample[], field: 'retained' | 'rss'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, level] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one[field]))]
  const variance = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return samples.reduce((sum, one) => sum + (one.at - at) * (one[field] - level), 0) / variance
}
