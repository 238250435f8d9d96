import { findFaults, readOrders } from './books.ts'
import { fill } from './fill.ts'
import { inParallel, newFolder, startStore } from './store.ts'
import { hasStrace, inject, noStrace } from './strace.ts'

const checkouts = 60

/** The disk answers every fsync with an error for a while: what could not be made certain is refused. */
export async function failSyncs() {
  if (!hasStrace()) return noStrace
  const folder = newFolder()
  const { customers } = await fill(folder, checkouts)
  const store = await startStore({ folder })
  const faults: string[] = []
  const acknowledged = new Map<string, string>()
  const answered = { before: {}, during: {}, after: {} } as Record<string, Record<number, number>>
  const reads: number[] = []
  const buy = async (when: string, some: typeof customers) => {
    await inParallel(some, 8, async ({ id, token }) => {
      const { status, text } = await store.call('POST', '/checkout', {
        token,
        key: id,
        body: { paymentMethod: 'bank' },
      })
      answered[when]![status] = (answered[when]![status] ?? 0) + 1
      if (status === 200 && (acknowledged.get(id) ?? text) !== text) faults.push(`${id}: another answer than before`)
      if (status === 200) acknowledged.set(id, text)
      else for (const path of ['/items', '/health']) reads.push((await store.call('GET', path)).status)
    })
    const orders = readOrders(`${folder}/store.db`).size
    if (orders !== acknowledged.size) faults.push(`${when}: ${acknowledged.size} acknowledged, ${orders} orders`)
  }
  await buy('before', customers.slice(0, checkouts / 3))
  const heal = await inject(store.child.pid!, 'fsync,fdatasync', 'EIO')
  await buy('during', customers.slice(checkouts / 3))
  await heal()
  await buy('after', customers)
  await store.end()
  const line = /"code":"SQLITE_IOERR\w*"/.exec(store.said())?.[0]
  faults.push(...findFaults(`${folder}/store.db`))
  await store.remove()
  return {
    ok:
      faults.length === 0 &&
      answered.during![503] === (checkouts / 3) * 2 &&
      answered.after![200] === checkouts &&
      reads.every((status) => status === 200) &&
      line !== undefined,
    figures: `${checkouts} checkouts: ${JSON.stringify(answered.before)} before, ${JSON.stringify(answered.during)} while fsync answers EIO, ${reads.length} reads meanwhile all ${[...new Set(reads)].join()}; healed, the same keys: ${JSON.stringify(answered.after)}; ${acknowledged.size} acknowledged, as many orders at each step; logged ${line}`,
    faults,
  }
}
