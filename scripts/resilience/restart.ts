import Database from 'better-sqlite3'
import { createDatabase } from './fill.ts'
import { inParallel, createTemporaryFolder, percentile, startServer, wait } from './server-process.ts'
import { startStreamClient, type StreamClient } from './stream-client.ts'

const customerCount = 600

/** The app is killed and restarted while six hundred clients are connected and events are published. */
export async function restartWhileWatched() {
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, customerCount)
  const server = await startServer({ folder })
  const clients = customers.map(({ token }) => startStreamClient(server.port, token))
  while (!clients.every((one) => one.isJoined())) await wait(20)

  let isPublishing = true
  const publish = async () => {
    await inParallel(customers, 8, async ({ token }) => {
      if (isPublishing)
        await server.call('POST', '/auth/dark-mode', { token, body: { darkMode: true } }).catch(() => null)
    })
  }
  const publishing = publish()
  await wait(300)
  server.child.kill('SIGKILL')
  await server.stop()
  isPublishing = false
  await publishing
  // The second process sends the events that the first had committed but not sent.
  const next = await startServer({ folder, port: server.port })
  const restartedAt = performance.now()
  const upToDate = await countUpToDate()
  const delays = clients.map((one) => Math.max(0, one.lastReceivedAt() - restartedAt))
  // And live events continue.
  await inParallel(customers, 8, async ({ token }) => {
    await next.call('POST', '/auth/change-currency', { token, body: { currency: 'LKR' } })
  })
  const stillUpToDate = await countUpToDate()
  const sums = {
    outOfOrder: clients.reduce((sum, { counts }) => sum + counts.outOfOrder, 0),
    resyncs: clients.reduce((sum, { counts }) => sum + counts.resyncs, 0),
  }
  for (const one of clients) one.stop()
  await next.remove()
  return {
    ok:
      upToDate === customerCount &&
      stillUpToDate === customerCount &&
      sums.outOfOrder === 0 &&
      percentile(delays, 100) < 5000,
    figures: `${customerCount} customers: ${upToDate} up to date again, ${sums.outOfOrder} events missed or repeated, ${sums.resyncs} resyncs; up to date ${Math.round(percentile(delays, 50))} ms (p50), ${Math.round(percentile(delays, 99))} ms (p99), ${Math.round(percentile(delays, 100))} ms (last) after the restart; ${stillUpToDate} up to date after ${customerCount} more changes`,
  }

  /** Waits up to ten seconds for every client to reach its stream's head. @returns how many have */
  async function countUpToDate(): Promise<number> {
    const heads = readHeads(`${folder}/store.db`)
    const isUpToDate = ({ isJoined, since }: StreamClient, i: number) =>
      isJoined() && since.user === (heads.get(`user:${customers[i]!.id}`) ?? 0)
    const end = performance.now() + 10_000
    while (!clients.every(isUpToDate) && performance.now() < end) await wait(10)
    return clients.filter(isUpToDate).length
  }
}

function readHeads(file: string): Map<string, number> {
  const db = new Database(file, { readonly: true })
  const rows = db.prepare('select name, seq from streams').all() as { name: string; seq: number }[]
  db.close()
  return new Map(rows.map(({ name, seq }) => [name, seq]))
}
