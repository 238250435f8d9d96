// A store that looks at chains in memory, through nodes that tests can make lag, hang and fail.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { parseUnits } from '../../../shared/payments/amounts.ts'
import type { Network } from '../../../shared/payments/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import transferAccounts from '../../transfer-accounts.json' with { type: 'json' }
import { createSimulatedChain, openSimulatedNode, type SimulatedNode } from './simulated-node.ts'

export const confirmations = 5
export const us = transferAccounts.crypto[0]!.address

export let server: TestServer
/** A customer and a member of staff. */
export let [ada, mira] = [] as unknown as [TestUser, TestUser]
/** The nodes of each network. */
export let nodes: Partial<Record<Network, SimulatedNode[]>> = {}
let folder = ''
/** The time as the rounds see it. */
let now = Date.now()

/** Starts a store with as many nodes on each network. Each test of a file starts its own. */
export async function start(counts: Partial<Record<Network, number>>, overrides: Record<string, string> = {}) {
  folder = mkdtempSync(join(tmpdir(), 'kade-simulated-'))
  const chains: Partial<Record<Network, ReturnType<typeof createSimulatedChain>>> = {}
  const settings: Record<string, object> = {}
  for (const [name, count] of Object.entries(counts)) {
    const network = name as Network
    const chain = createSimulatedChain(network)
    const list = await Promise.all(Array.from({ length: count }, () => openSimulatedNode(chain)))
    ;[chains[network], nodes[network]] = [chain, list]
    settings[network] = { endpoints: list.map(({ url }) => ({ url })), confirmations }
  }
  const [check, accounts] = [join(folder, 'chain.json'), join(folder, 'accounts.json')]
  writeFileSync(check, JSON.stringify({ networks: settings }))
  const crypto = Object.keys(counts).map((network) => ({ network, tokens: ['USDT'], address: us }))
  writeFileSync(accounts, JSON.stringify({ ...transferAccounts, crypto }))
  server = await startTestServer({
    CHAIN_CHECK: check,
    CHAIN_POLICY: 'auto',
    TRANSFER_ACCOUNTS: accounts,
    ...overrides,
  })
  ;[ada, mira] = [await buildUser(server), await buildStaff(server)]
  return chains
}

/** Ends what each test of a file starts. */
export function setUpSimulatedStore() {
  afterEach(async () => {
    await server.close()
    for (const { server: node } of Object.values(nodes).flat()) {
      node.closeAllConnections()
      node.close()
    }
    nodes = {}
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
}

export const read = async ({ _id }: { _id: string }) =>
  (await server.call<Wire['order']>('GET', `/checkout/${_id}`, undefined, ada)).body.data
export const markPaid = ({ _id }: { _id: string }, reference: string) =>
  server.call('PATCH', `/checkout/${_id}/mark-paid`, { paymentMethod: 'crypto', reference }, ada)
export const act = ({ _id }: { _id: string }, action: string, body: object = {}) =>
  server.call<Wire['order']>('PATCH', `/admin/orders/${_id}/${action}`, body, mira)
/** Lets time pass for the rounds. @returns the time after it */
export const passTime = (ms: number) => new Date((now += ms))
export const round = () => server.app.chain!.run(passTime(6000))

/** An order whose customer was asked for its own amount. */
export async function buildRequested(network: Network, price = 2437) {
  const order = await buildOrder(server, ada, { price })
  const choice = { method: 'crypto', network, token: 'USDT' }
  const { body } = await server.call<{ amount: string }>('POST', `/checkout/${order._id}/payment-request`, choice, ada)
  return { ...order, amount: parseUnits(body.data.amount, network === 'BEP20' ? 18 : 6)! }
}
