import Database from 'better-sqlite3'
import { createDatabase } from './fill.ts'
import { createTemporaryFolder, percentile, startServer, wait } from './server-process.ts'

/** Another process holds the lock of the database: writes get a 503 in time, and nothing else is affected. */
export async function lockDatabase() {
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, 20)
  const server = await startServer({ folder })
  await server.call('GET', '/health')
  const other = new Database(`${folder}/store.db`)
  other.exec('begin immediate')
  const healthTimes: number[] = []
  const polling = new AbortController()
  const pollHealth = (async () => {
    while (!polling.signal.aborted) {
      const { ms, status } = await server.call('GET', '/health')
      healthTimes.push(status === 200 ? ms : Infinity)
      await wait(10)
    }
  })()
  const checkOut = ({ id, token }: { id: string; token: string }) =>
    server.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
  const rejected = await Promise.all(customers.map(checkOut))
  const read = await server.call('GET', '/items')
  other.exec('rollback')
  other.close()
  polling.abort()
  await pollHealth
  const after = await Promise.all(customers.map(checkOut))
  await server.remove()
  const longest = Math.max(...rejected.map(({ ms }) => ms))
  const all503 = rejected.every(({ status, headers }) => status === 503 && headers['retry-after'] !== undefined)
  return {
    ok:
      all503 &&
      longest < 2500 &&
      Math.max(...healthTimes) < 100 &&
      read.status === 200 &&
      after.every(({ status }) => status === 200),
    figures: `${rejected.length} checkouts rejected with 503 within ${Math.round(longest)} ms; /health meanwhile p50 ${percentile(healthTimes, 50).toFixed(1)} ms, max ${Math.max(...healthTimes).toFixed(1)} ms (${healthTimes.length} calls); the same keys afterwards: ${after.filter(({ status }) => status === 200).length} orders`,
  }
}
