import { createDatabase } from './fill.ts'
import { inspectableSettings, inspect } from './inspect.ts'
import { createClient, inParallel, createTemporaryFolder, percentile, startServer, wait } from './server-process.ts'

const [userCount, concurrency, seconds] = [200, 400, 15]

/** Hundreds of concurrent logins, with known and unknown emails, right and wrong passwords: reads stay fast. */
export async function stormLogin() {
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, userCount, { password: 'secret1' })
  const server = await startServer({ folder, settings: inspectableSettings })
  await inspect(server)
  const baseline = await readUntil(performance.now() + 5000)
  const before = await inspect(server)

  const end = performance.now() + seconds * 1000
  const statuses: Record<number, number> = {}
  const storm = inParallel([...Array(concurrency).keys()], concurrency, async (n) => {
    for (let i = n; performance.now() < end; i += 1) {
      const email = i % 2 === 0 ? `${customers[i % userCount]!.id}@example.com` : `nobody${i}@example.com`
      const password = i % 4 === 0 ? 'secret1' : 'wrong-one'
      const { status } = await server.call('POST', '/auth/login', { body: { email, password } })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  })
  const { times, failed, maxMemory } = await readUntil(end)
  const during = await inspect(server)
  await storm
  const after = await inspect(server)
  await server.remove()
  const p99 = percentile(times, 99)
  const isExpected = (statuses[200] ?? 0) > 0 && (statuses[401] ?? 0) > 0 && Object.keys(statuses).length === 2
  return {
    ok:
      isExpected &&
      failed === 0 &&
      p99 <= 100 &&
      during.p99 <= 50 &&
      maxMemory < 300e6 &&
      after.retained - before.retained < 20e6,
    figures: `${concurrency} concurrent logins for ${seconds} s: responses ${JSON.stringify(statuses)}; ${times.length} reads meanwhile: p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed; event loop delay p99 ${during.p99.toFixed(1)} ms, max ${during.max.toFixed(0)} ms; up to ${Math.round(maxMemory / 1e6)} MB, ${((after.retained - before.retained) / 1e6).toFixed(1)} MB more retained afterwards; before: reads p99 ${percentile(baseline.times, 99).toFixed(1)} ms, event loop p99 ${before.p99.toFixed(1)} ms`,
  }

  async function readUntil(end: number) {
    const client = createClient(server.port)
    const times: number[] = []
    let [failed, maxMemory] = [0, 0]
    await inParallel([1, 2, 3, 4], 4, async () => {
      while (performance.now() < end) {
        const { status, ms } = await client('GET', '/items?limit=24')
        if (status === 200) times.push(ms)
        else failed += 1
        maxMemory = Math.max(maxMemory, server.memory())
        await wait(20)
      }
    })
    return { times, failed, maxMemory }
  }
}
