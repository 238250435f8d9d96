import { findInconsistencies, readOrders } from './check-database.ts'
import { createDatabase } from './fill.ts'
import { inParallel, createTemporaryFolder, startServer } from './server-process.ts'
import { hasStrace, injectErrors, straceMissing } from './strace.ts'

const checkouts = 60

/** Every fsync fails for a while: checkouts that can't be synced get a 503, and reads still work. */
export async function failSyncs() {
  if (!hasStrace()) return straceMissing
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, checkouts)
  const server = await startServer({ folder })
  const problems: string[] = []
  const acknowledged = new Map<string, string>()
  const statuses = { before: {}, during: {}, after: {} } as Record<string, Record<number, number>>
  const reads: number[] = []
  const checkOut = async (phase: string, some: typeof customers) => {
    await inParallel(some, 8, async ({ id, token }) => {
      const { status, text } = await server.call('POST', '/checkout', {
        token,
        key: id,
        body: { paymentMethod: 'bank' },
      })
      statuses[phase]![status] = (statuses[phase]![status] ?? 0) + 1
      if (status === 200 && (acknowledged.get(id) ?? text) !== text)
        problems.push(`${id}: a different response than the first time`)
      if (status === 200) acknowledged.set(id, text)
      else for (const path of ['/items', '/health']) reads.push((await server.call('GET', path)).status)
    })
    const orders = readOrders(`${folder}/store.db`).size
    if (orders !== acknowledged.size) problems.push(`${phase}: ${acknowledged.size} acknowledged, ${orders} orders`)
  }
  await checkOut('before', customers.slice(0, checkouts / 3))
  const stopInjecting = await injectErrors(server.child.pid!, 'fsync,fdatasync', 'EIO')
  await checkOut('during', customers.slice(checkouts / 3))
  await stopInjecting()
  await checkOut('after', customers)
  await server.stop()
  const line = /"code":"SQLITE_IOERR\w*"/.exec(server.output())?.[0]
  problems.push(...findInconsistencies(`${folder}/store.db`))
  await server.remove()
  return {
    ok:
      problems.length === 0 &&
      statuses.during![503] === (checkouts / 3) * 2 &&
      statuses.after![200] === checkouts &&
      reads.every((status) => status === 200) &&
      line !== undefined,
    figures: `${checkouts} checkouts: ${JSON.stringify(statuses.before)} before, ${JSON.stringify(statuses.during)} while fsync fails with EIO, ${reads.length} reads meanwhile, all ${[...new Set(reads)].join()}; afterwards, the same keys: ${JSON.stringify(statuses.after)}; ${acknowledged.size} acknowledged, as many orders in each phase; logged ${line}`,
    problems,
  }
}
