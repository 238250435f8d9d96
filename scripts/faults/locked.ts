import Database from 'better-sqlite3'
import { fill } from './fill.ts'
import { newFolder, percentile, startStore, wait } from './store.ts'

/** Another process holds the database: writes are refused in time, and nothing else notices. */
export async function lockDatabase() {
  const folder = newFolder()
  const { customers } = await fill(folder, 20)
  const store = await startStore({ folder })
  await store.call('GET', '/health')
  const other = new Database(`${folder}/store.db`)
  other.exec('begin immediate')
  const health: number[] = []
  const looking = new AbortController()
  const watch = (async () => {
    while (!looking.signal.aborted) {
      const { ms, status } = await store.call('GET', '/health')
      health.push(status === 200 ? ms : Infinity)
      await wait(10)
    }
  })()
  const buy = ({ id, token }: { id: string; token: string }) =>
    store.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
  const refused = await Promise.all(customers.map(buy))
  const read = await store.call('GET', '/items')
  other.exec('rollback')
  other.close()
  looking.abort()
  await watch
  const after = await Promise.all(customers.map(buy))
  await store.remove()
  const longest = Math.max(...refused.map(({ ms }) => ms))
  const all503 = refused.every(({ status, headers }) => status === 503 && headers['retry-after'] !== undefined)
  return {
    ok:
      all503 &&
      longest < 2500 &&
      Math.max(...health) < 100 &&
      read.status === 200 &&
      after.every(({ status }) => status === 200),
    figures: `${refused.length} checkouts refused with 503 after ${Math.round(longest)} ms at most; health meanwhile p50 ${percentile(health, 50).toFixed(1)} ms, at most ${Math.max(...health).toFixed(1)} ms (${health.length} calls); the same keys after it: ${after.filter(({ status }) => status === 200).length} orders`,
  }
}
