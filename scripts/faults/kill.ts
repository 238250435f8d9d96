import { cpSync, rmSync } from 'node:fs'
import { findFaults, readOrders } from './books.ts'
import { fill, type Person } from './fill.ts'
import { inParallel, newFolder, percentile, startStore, type Store, wait } from './store.ts'

const rounds = 20
const checkouts = 1000

/** `kill -9` in the middle of a thousand checkouts, twenty times: nothing acknowledged is lost, nothing is half. */
export async function killInCheckouts() {
  const template = newFolder()
  const { customers } = await fill(template, checkouts)
  const sums = { acknowledged: 0, cutOff: 0, found: 0, faults: [] as string[] }
  const [backAfter, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const folder = newFolder()
    cpSync(template, folder, { recursive: true })
    const told = await checkOutUntilKilled(folder, customers, round)
    sums.acknowledged += told.acknowledged.size
    sums.cutOff += told.cutOff
    const store = await startStore({ folder, port: told.port })
    await store.call('GET', '/health')
    backAfter.push(performance.now() - told.killedAt)
    busy.push(store.cpu())
    sums.found += [...readOrders(`${folder}/store.db`).values()].length
    sums.faults.push(...(await sendAgain(store, customers, told.acknowledged)))
    await store.end()
    sums.faults.push(...findFaults(`${folder}/store.db`))
    for (const [user, orders] of readOrders(`${folder}/store.db`)) {
      if (orders.length !== 1) sums.faults.push(`${user} has ${orders.length} orders`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(template, { recursive: true, force: true })
  return {
    ok: sums.faults.length === 0 && Math.max(...backAfter) < 2000 && sums.cutOff > 0,
    figures: `${rounds} kills in ${checkouts} checkouts each: ${sums.acknowledged} acknowledged before the kills, ${sums.cutOff} cut off, ${sums.found} on the disk after; every request sent again; ${sums.faults.length} faults; answering again after ${Math.round(percentile(backAfter, 50))} ms (at most ${Math.round(Math.max(...backAfter))} ms), for which the processor was busy ${Math.round(percentile(busy, 50))} ms`,
    faults: sums.faults,
  }
}

async function checkOutUntilKilled(folder: string, customers: Person[], round: number) {
  const store = await startStore({ folder })
  const acknowledged = new Map<string, string>()
  let cutOff = 0
  let killedAt = 0
  // Sooner or later each time, so that it falls into different moments of a commit.
  const after = 100 + Math.floor((round * (checkouts - 200)) / rounds)
  await inParallel(customers, 32, async ({ id, token }) => {
    if (killedAt > 0) return
    try {
      const { status, text } = await store.call('POST', '/checkout', {
        token,
        key: id,
        body: { paymentMethod: 'bank' },
      })
      if (status === 200) acknowledged.set(id, text)
    } catch {
      cutOff += 1
    }
    if (acknowledged.size >= after && killedAt === 0) {
      killedAt = performance.now()
      store.child.kill('SIGKILL')
    }
  })
  await store.end()
  await wait(0)
  return { acknowledged, cutOff, killedAt, port: store.port }
}

/** Every request once more under its key: what was acknowledged answers as it did. */
async function sendAgain(store: Store, customers: Person[], acknowledged: Map<string, string>): Promise<string[]> {
  const faults: string[] = []
  await inParallel(customers, 32, async ({ id, token }) => {
    const { status, text } = await store.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
    const before = acknowledged.get(id)
    if (status !== 200) faults.push(`${id}: sent again, ${status}`)
    if (before !== undefined && before !== text) faults.push(`${id}: another answer than before`)
  })
  return faults
}
