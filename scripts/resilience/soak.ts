import { fill, type Person } from './fill.ts'
import { lookable, lookInto } from './look.ts'
import { newFolder, startStore, type Store, wait } from './store.ts'
import { joinThin } from './thin-socket.ts'

/** In minutes: `SOAK_MINUTES=60` for a longer one. */
const minutes = Number(process.env.SOAK_MINUTES ?? 10)
/** What is filled once, such as statements and what is kept in memory, is filled by then. */
const warm = Math.min(3, minutes * 0.3)
const [people, shoppers] = [2000, 4]

type Sample = { at: number; held: number; rss: number }

/** Mixed traffic for ten minutes: what the store holds does not grow. */
export async function soak() {
  const folder = newFolder()
  const { customers, item, staff } = await fill(folder, people, { staff: 2, password: 'secret1' })
  const store = await startStore({ folder, settings: { ...lookable, LOG_LEVEL: 'error' } })
  const begun = performance.now()
  const end = begun + minutes * 60_000
  const statuses: Record<number, number> = {}
  const work = Array.from({ length: shoppers }, (_, n) => shop(n))
  const samples: Sample[] = []
  while (performance.now() < end) {
    await wait(Math.min(10_000, end - performance.now()))
    const { held, rss } = await lookInto(store)
    samples.push({ at: (performance.now() - begun) / 60_000, held: held / 1e6, rss: rss / 1e6 })
  }
  await Promise.all(work)
  await store.remove()

  const steady = samples.filter(({ at }) => at >= warm)
  const [held, rss] = [slopeOf(steady, 'held'), slopeOf(steady, 'rss')]
  const failed = Object.entries(statuses).filter(([status]) => Number(status) >= 500)
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const last = samples.at(-1)!
  return {
    ok: held <= 1 && failed.length === 0 && steady.length >= 10,
    figures: `${minutes} minutes, ${total} requests (${JSON.stringify(statuses)}): held after collecting ${steady[0]?.held.toFixed(1)} MB at ${warm} min, ${last.held.toFixed(1)} MB at the end, ${held.toFixed(2)} MB/min between; resident ${last.rss.toFixed(0)} MB, ${rss.toFixed(2)} MB/min`,
  }

  /** One who does after another what customers and staff do, each time as somebody else. */
  async function shop(n: number) {
    const call = async (...asked: Parameters<Store['call']>) => {
      const answer = await store.call(...asked)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      return JSON.parse(answer.text) as { data?: { _id: string } }
    }
    for (let i = n; performance.now() < end; i += shoppers) await buyOnce(call, customers[i % people]!, i)
  }

  async function buyOnce(
    call: (...asked: Parameters<Store['call']>) => Promise<{ data?: { _id: string } }>,
    { id, token }: Person,
    i: number,
  ) {
    const mira = staff[i % 2]!.token
    const { socket } = await joinThin(store.port, { token })
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

/** How much it grows a minute: the line that fits best. */
function slopeOf(samples: Sample[], what: 'held' | 'rss'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, level] = [mean(samples.map((one) => one.at)), mean(samples.map((one) => one[what]))]
  const along = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
  return samples.reduce((sum, one) => sum + (one.at - at) * (one[what] - level), 0) / along
}
