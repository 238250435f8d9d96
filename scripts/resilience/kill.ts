import { cpSync, rmSync } from 'node:fs'
import { findInconsistencies, readOrders } from './check-database.ts'
import { createDatabase, type User } from './fill.ts'
import {
  inParallel,
  createTemporaryFolder,
  percentile,
  startServer,
  type ServerProcess,
  wait,
} from './server-process.ts'

const rounds = 20
const checkouts = 1000

/** `kill -9` during a thousand checkouts, twenty times: nothing acknowledged is lost, nothing is half written. */
export async function killInCheckouts() {
  const template = createTemporaryFolder()
  const { customers } = await createDatabase(template, checkouts)
  const sums = { acknowledged: 0, interrupted: 0, found: 0, problems: [] as string[] }
  const [recoveryTimes, processorTimes]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const folder = createTemporaryFolder()
    cpSync(template, folder, { recursive: true })
    const run = await checkOutUntilKilled(folder, customers, round)
    sums.acknowledged += run.acknowledged.size
    sums.interrupted += run.interrupted
    const server = await startServer({ folder, port: run.port })
    await server.call('GET', '/health')
    recoveryTimes.push(performance.now() - run.killedAt)
    processorTimes.push(server.cpu())
    sums.found += [...readOrders(`${folder}/store.db`).values()].length
    sums.problems.push(...(await repeatAll(server, customers, run.acknowledged)))
    await server.stop()
    sums.problems.push(...findInconsistencies(`${folder}/store.db`))
    for (const [user, orders] of readOrders(`${folder}/store.db`)) {
      if (orders.length !== 1) sums.problems.push(`${user} has ${orders.length} orders`)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(template, { recursive: true, force: true })
  return {
    ok: sums.problems.length === 0 && Math.max(...recoveryTimes) < 2000 && sums.interrupted > 0,
    figures: `${rounds} kills in ${checkouts} checkouts each: ${sums.acknowledged} acknowledged before the kills, ${sums.interrupted} interrupted, ${sums.found} in the database afterwards; every request repeated; ${sums.problems.length} problems; responding again after ${Math.round(percentile(recoveryTimes, 50))} ms (max ${Math.round(Math.max(...recoveryTimes))} ms), of which processor time ${Math.round(percentile(processorTimes, 50))} ms`,
    problems: sums.problems,
  }
}

async function checkOutUntilKilled(folder: string, customers: User[], round: number) {
  const server = await startServer({ folder })
  const acknowledged = new Map<string, string>()
  let interrupted = 0
  let killedAt = 0
  // Varies by round, to hit different moments of a commit.
  const killAfter = 100 + Math.floor((round * (checkouts - 200)) / rounds)
  await inParallel(customers, 32, async ({ id, token }) => {
    if (killedAt > 0) return
    try {
      const { status, text } = await server.call('POST', '/checkout', {
        token,
        key: id,
        body: { paymentMethod: 'bank' },
      })
      if (status === 200) acknowledged.set(id, text)
    } catch {
      interrupted += 1
    }
    if (acknowledged.size >= killAfter && killedAt === 0) {
      killedAt = performance.now()
      server.child.kill('SIGKILL')
    }
  })
  await server.stop()
  await wait(0)
  return { acknowledged, interrupted, killedAt, port: server.port }
}

/** Repeats every request under its key: acknowledged ones get the same response again. */
async function repeatAll(
  server: ServerProcess,
  customers: User[],
  acknowledged: Map<string, string>,
): Promise<string[]> {
  const problems: string[] = []
  await inParallel(customers, 32, async ({ id, token }) => {
    const { status, text } = await server.call('POST', '/checkout', { token, key: id, body: { paymentMethod: 'bank' } })
    const first = acknowledged.get(id)
    if (status !== 200) problems.push(`${id}: ${status} when repeated`)
    if (first !== undefined && first !== text) problems.push(`${id}: a different response than the first time`)
  })
  return problems
}
