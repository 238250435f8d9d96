import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { newId } from '../../drizzle/kit.ts'
import { newPaymentReference } from '../../shared/orders/payment-reference.ts'
import { createSimulatedChain, openSimulatedNode } from '../../tests/server/chain/simulated-node.ts'
import transferAccounts from '../../tests/transfer-accounts.json' with { type: 'json' }
import { createDatabase } from './fill.ts'
import { inspect, inspectableSettings } from './inspect.ts'
import { createTemporaryFolder, startServer, wait } from './server-process.ts'

const [openCount, seconds] = [200, 30]
const network = 'BEP20'

/**
 * 200 transactions that wait for their confirmations on one network with two endpoints that answer and one that hangs:
 * how often they are asked, how long a round takes, and what the event loop notices.
 */
export async function checkOpenTransactions() {
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, 1)
  const chain = createSimulatedChain(network)
  const nodes = await Promise.all([1, 2, 3].map(() => openSimulatedNode(chain)))
  const rounds: number[] = []
  const receipts: number[] = []
  nodes[0]!.behaviour = (method, result) => {
    if (method === 'eth_blockNumber') rounds.push(performance.now())
    if (method === 'eth_getTransactionReceipt') receipts.push(performance.now())
    return result
  }
  nodes[2]!.behaviour = (method, result) => (method === 'eth_getLogs' ? new Promise(() => {}) : result)
  const file = `${folder}/chain.json`
  const endpoints = nodes.map(({ url }) => ({ url }))
  // More confirmations than blocks: all of them stay open.
  writeFileSync(file, JSON.stringify({ networks: { [network]: { endpoints, confirmations: 1000 } } }))
  const server = await startServer({
    folder,
    settings: {
      ...inspectableSettings,
      CHAIN_CHECK: file,
      TRANSFER_ACCOUNTS: 'tests/transfer-accounts.json',
    },
  })
  const { token } = customers[0]!
  const { data } = await call<{ data: { _id: string } }>('POST', '/checkout', { paymentMethod: 'crypto' })
  const choice = { method: 'crypto', network, token: 'USDT' }
  await call('POST', `/checkout/${data._id}/payment-request`, choice)
  const to = transferAccounts.crypto.find((account) => account.network === network)!.address
  const send = (n: number) => chain.transfer({ to, amount: BigInt(1000 + n) * 10n ** 16n })
  await call('PATCH', `/checkout/${data._id}/mark-paid`, { paymentMethod: 'crypto', reference: send(0) })
  copyOrder(`${folder}/store.db`, data._id, send)

  // The first round stores them.
  await wait(15_000)
  await inspect(server)
  rounds.length = receipts.length = 0
  const before = server.cpu()
  await wait(seconds * 1000)
  const during = await inspect(server)
  const cpu = (server.cpu() - before) / seconds / 10
  await server.remove()
  for (const { server: node } of nodes) {
    node.closeAllConnections()
    node.close()
  }
  const gaps = rounds.slice(1).map((at, index) => at - rounds[index]!)
  const waits = rounds.slice(0, -1).map((at) => receipts.find((time) => time > at)! - at)
  const whole = receipts.filter((time) => time > rounds[0]! && time < rounds.at(-1)!)
  const perRound = whole.length / gaps.length
  return {
    ok: Math.min(...gaps) >= 4990 && Math.max(...waits) <= 6000 && during.p99 <= 20 && perRound <= openCount,
    figures: `${openCount} open transactions: ${rounds.length} rounds in ${seconds} s, ${(Math.min(...gaps) / 1000).toFixed(1)} s apart or more, ${Math.round(perRound)} receipts each; with an endpoint that hangs the others are asked after ${(Math.max(...waits) / 1000).toFixed(1)} s at most; event loop delay p99 ${during.p99.toFixed(1)} ms, max ${during.max.toFixed(0)} ms; ${cpu.toFixed(1)} % of a core`,
  }

  async function call<T>(method: string, path: string, body: unknown): Promise<T> {
    const { status, text } = await server.call(method, path, { token, body })
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}`)
    return JSON.parse(text) as T
  }
}

/** Orders like one that is marked as paid, each with a transaction of its own. */
function copyOrder(file: string, id: string, send: (n: number) => string) {
  const db = new Database(file)
  const order = db.prepare('select * from orders where id = ?').get(id) as Record<string, unknown>
  const columns = Object.keys(order)
  const insert = db.prepare(
    `insert into orders (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  db.transaction(() => {
    for (let n = 1; n < openCount; n += 1) {
      const copy = { id: newId(), payment_reference: newPaymentReference(), reference_key: send(n).toUpperCase() }
      insert.run({ ...order, ...copy })
    }
  })()
  db.close()
}
