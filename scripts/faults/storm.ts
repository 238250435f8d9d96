import { fill } from './fill.ts'
import { lookable, lookInto } from './look.ts'
import { callOn, inParallel, newFolder, percentile, startStore, wait } from './store.ts'

const [known, atOnce, seconds] = [200, 400, 15]

/** Hundreds sign in at once, known and unknown, right and wrong, for a while: the others hardly notice. */
export async function stormLogin() {
  const folder = newFolder()
  const { customers } = await fill(folder, known, { password: 'secret1' })
  const store = await startStore({ folder, settings: lookable })
  await lookInto(store)
  const calm = await readUntil(performance.now() + 5000)
  const before = await lookInto(store)

  const end = performance.now() + seconds * 1000
  const statuses: Record<number, number> = {}
  const storm = inParallel([...Array(atOnce).keys()], atOnce, async (n) => {
    for (let i = n; performance.now() < end; i += 1) {
      const email = i % 2 === 0 ? `${customers[i % known]!.id}@example.com` : `nobody${i}@example.com`
      const password = i % 4 === 0 ? 'secret1' : 'wrong-one'
      const { status } = await store.call('POST', '/auth/login', { body: { email, password } })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  })
  const { times, failed, most } = await readUntil(end)
  const during = await lookInto(store)
  await storm
  const after = await lookInto(store)
  await store.remove()
  const p99 = percentile(times, 99)
  const right = (statuses[200] ?? 0) > 0 && (statuses[401] ?? 0) > 0 && Object.keys(statuses).length === 2
  return {
    ok: right && failed === 0 && p99 <= 100 && during.p99 <= 50 && most < 300e6 && after.held - before.held < 20e6,
    figures: `${atOnce} sign-ins at once for ${seconds} s: answers ${JSON.stringify(statuses)}; ${times.length} reads by others: p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed; event loop late by ${during.p99.toFixed(1)} ms (p99), ${during.most.toFixed(0)} ms at most; ${Math.round(most / 1e6)} MB at most, ${((after.held - before.held) / 1e6).toFixed(1)} MB more held after it; before it: reads p99 ${percentile(calm.times, 99).toFixed(1)} ms, event loop p99 ${before.p99.toFixed(1)} ms`,
  }

  async function readUntil(end: number) {
    const others = callOn(store.port)
    const times: number[] = []
    let [failed, most] = [0, 0]
    await inParallel([1, 2, 3, 4], 4, async () => {
      while (performance.now() < end) {
        const { status, ms } = await others('GET', '/items?limit=24')
        if (status === 200) times.push(ms)
        else failed += 1
        most = Math.max(most, store.memory())
        await wait(20)
      }
    })
    return { times, failed, most }
  }
}
