import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payments } from '../../../drizzle/schema.ts'
import { encodeTronAddress } from '../../../server/config/tron-address.ts'
import { parseUnits } from '../../../shared/payments/amounts.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import type { TransferTo } from '../../../shared/payments/schema.ts'
import { startTestServer, type TestServer, type Wire, waitFor } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import transferAccounts from '../../transfer-accounts.json' with { type: 'json' }
import { type Behaviour, createSimulatedChain, openSimulatedNode, type SimulatedNode } from './simulated-node.ts'

const confirmations = 20
const apiKey = 'a-key'
/** USDC on TRON, which its issuer has given up. */
const usdc = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'
const honest: Behaviour = (_, result) => result
const randomAddress = () => encodeTronAddress(`0x${randomBytes(20).toString('hex')}`)

const chain = createSimulatedChain()
let folder: string
let nodes: SimulatedNode[]
let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
let us = ''
/** The time as the rounds see it. */
let now = Date.now()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kade-tron-'))
  nodes = [await openSimulatedNode(chain), await openSimulatedNode(chain, apiKey)]
})
afterAll(async () => {
  await server.close()
  for (const { server: node } of nodes) {
    node.closeAllConnections()
    node.close()
  }
  rmSync(folder, { recursive: true, force: true })
})

async function start(overrides: Record<string, string> = {}, network: object = {}) {
  us = randomAddress()
  const [check, accounts] = [join(folder, 'chain.json'), join(folder, 'accounts.json')]
  const endpoints = [{ url: nodes[0]!.url }, { url: nodes[1]!.url, headers: { 'TRON-PRO-API-KEY': apiKey } }]
  writeFileSync(check, JSON.stringify({ networks: { TRC20: { endpoints, ...network } } }))
  const crypto = [...transferAccounts.crypto, { network: 'TRC20', tokens: ['USDT'], address: us }]
  writeFileSync(accounts, JSON.stringify({ ...transferAccounts, crypto }))
  await server?.close()
  server = await startTestServer({
    CHAIN_CHECK: check,
    CHAIN_POLICY: 'auto',
    TRANSFER_ACCOUNTS: accounts,
    ...overrides,
  })
  ;[ada, mira] = [await buildUser(server), await buildStaff(server)]
}
beforeEach(() => {
  for (const node of nodes) Object.assign(node, { behaviour: honest, calls: [] })
})

const choose = (order: { _id: string }, choice: object = { method: 'crypto', network: 'TRC20', token: 'USDT' }) =>
  server.call<{ amount: string; address: string }>('POST', `/checkout/${order._id}/payment-request`, choice, ada)

/** An order whose customer was asked for its own amount on TRON. */
async function buildRequested() {
  const order = await buildOrder(server, ada, { price: 2437 })
  const { body } = await choose(order)
  return { ...order, request: body.data, amount: parseUnits(body.data.amount, 6)! }
}
const round = async () => {
  now += 6000
  await server.app.chain!.run(new Date(now))
}
const progressOf = async (order: { _id: string }) => server.app.chain!.check(order._id, new Date((now += 6000)))
const read = async ({ _id }: { _id: string }) =>
  (await server.call<Wire['order'] & { transferTo?: TransferTo }>('GET', `/checkout/${_id}`, undefined, ada)).body.data
const markPaid = (order: { _id: string }, reference: string) =>
  server.call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'crypto', reference }, ada)

describe('a payment on TRON', () => {
  beforeAll(() => start())

  it('is found by its log, shown block by block, and verified at exactly 20 confirmations', async () => {
    const order = await buildRequested()
    expect(order.request.address).toBe(us)
    expect((await read(order)).transferTo?.crypto).toContainEqual({
      network: 'TRC20',
      tokens: ['USDT'],
      address: us,
    })
    const customer = await server.connect({ token: ada.token })
    await customer.emit('watch', { orderId: order._id })
    const hash = chain.transfer({ to: us, amount: order.amount })
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', payments: [{ source: 'chain', counted: 24.37 }] })
    chain.mine(confirmations - 2)
    await round()
    expect((await read(order)).paymentStatus, 'not final yet').toBe('paid')
    chain.mine()
    await round()
    const verified = await read(order)
    expect(verified).toMatchObject({ paymentStatus: 'verified', received: 24.37, missing: 0 })
    expect(verified.history.at(-1)).toMatchObject({ what: 'verified', who: 'store', note: 'Confirmed on TRON' })
    await waitFor(() => customer.payloads('payment.progress').length === 3)
    expect(customer.payloads('payment.progress').map((signal) => signal.confirmations)).toEqual([1, 19, 20])
    expect(customer.payloads('payment.progress')[0]).toMatchObject({ of: 20, network: 'TRC20' })
    const [payment] = await server.app.db.select().from(payments)
    expect(payment).toMatchObject({
      text: hash,
      payer: encodeTronAddress(`0x${'77'.repeat(20)}`),
      sourceId: `TRC20:${hash}:0`,
      currency: 'USDT',
      decimals: 6,
    })
  })

  it.each([
    ['as wallets show it', (hash: string) => hash],
    ['with 0x', (hash: string) => `0x${hash}`],
    ['as a link of its explorer', (hash: string) => `https://tronscan.org/#/transaction/${hash}`],
  ])('is found by its hash, %s', async (_, write) => {
    const order = await buildRequested()
    await markPaid(order, write(chain.transfer({ to: us, amount: order.amount })))
    chain.mine(confirmations)
    await round()
    expect((await read(order)).paymentStatus).toBe('verified')
  })

  it('is found by its hash where blocks are not searched', async () => {
    await start({}, { scan: false })
    const order = await buildRequested()
    await markPaid(order, chain.transfer({ to: us, amount: order.amount }))
    chain.mine(confirmations)
    await round()
    expect((await read(order)).paymentStatus).toBe('verified')
    expect(nodes.some(({ calls }) => calls.includes('eth_getLogs'))).toBe(false)
    await start()
  })

  it('without an order is listed for staff with the sender’s address and the hash as wallets show them', async () => {
    await buildRequested()
    const hash = chain.transfer({ to: us, amount: 9_000_000n })
    await round()
    const { body } = await server.call<StaffPayment[]>('GET', '/admin/payments?state=unassigned', undefined, mira)
    expect(body.data).toMatchObject([{ text: hash, payer: encodeTronAddress(`0x${'77'.repeat(20)}`), amount: '9' }])
    const found = await server.call<StaffPayment[]>('GET', `/admin/payments?q=${hash}`, undefined, mira)
    expect(found.body.data).toHaveLength(1)
  })

  it.each([
    ['of another token', () => ({ token: usdc, to: us }), 'wrong_token'],
    ['of a contract that imitates the token', () => ({ token: randomAddress(), to: us }), 'wrong_token'],
    ['to somebody else', () => ({ to: randomAddress() }), 'not_to_us'],
    ['that failed', () => ({ to: us, isSuccess: false }), 'reverted'],
  ])('%s is explained and not counted', async (_, options, state) => {
    const order = await buildRequested()
    await markPaid(order, chain.transfer({ ...options(), amount: order.amount }))
    chain.mine(confirmations)
    expect(await progressOf(order)).toMatchObject({ state, network: 'TRC20' })
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
  })
})

describe('two TRON nodes, one of which', () => {
  // The chain of a node is asked for once an hour.
  beforeEach(() => start())

  const receipt =
    (change: (receipt: Record<string, unknown>) => unknown): Behaviour =>
    (method, result) =>
      method === 'eth_getTransactionReceipt' && result ? change(result as Record<string, unknown>) : result
  const only =
    (wanted: string, replacement: unknown): Behaviour =>
    (method, result) =>
      method === wanted ? replacement : result
  it.each<[string, Behaviour, string]>([
    ['reports no transfer', receipt((found) => ({ ...found, logs: [] })), 'disputed'],
    ['says that it failed', receipt((found) => ({ ...found, status: '0x0' })), 'disputed'],
    ['does not know the transaction', receipt(() => null), 'seen'],
    ['drops connections', only('eth_getTransactionReceipt', undefined), 'seen'],
    ['belongs to a test network', only('eth_chainId', '0xcd8690dc'), 'seen'],
  ])('%s: nothing is verified', async (_, behaviour, state) => {
    nodes[1]!.behaviour = behaviour
    const order = await buildRequested()
    await markPaid(order, chain.transfer({ to: us, amount: order.amount }))
    chain.mine(confirmations * 3)
    expect(await progressOf(order)).toMatchObject({ state })
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
  })
})

describe('TRON is off unless it is configured:', () => {
  it('without an account there, no customer can choose it', async () => {
    await start({ TRANSFER_ACCOUNTS: '', CHAIN_CHECK: '' })
    const order = await buildOrder(server, ada, { price: 2437 })
    expect(await choose(order)).toMatchObject({ status: 422, body: { error: 'token_not_accepted' } })
  })

  it('without nodes in CHAIN_CHECK, its orders wait for staff and not one request is sent', async () => {
    await start({ CHAIN_CHECK: '' })
    const order = await buildRequested()
    const hash = chain.transfer({ to: us, amount: order.amount })
    expect((await markPaid(order, hash)).status).toBe(200)
    expect(server.app.chain).toBeNull()
    expect((await server.call('PATCH', `/admin/orders/${order._id}/verify`, {}, mira)).status).toBe(200)
    expect(nodes.flatMap(({ calls }) => calls)).toEqual([])
  })

  it('with nodes but without an account or a waiting order, not one request is sent', async () => {
    await start()
    const order = await buildOrder(server, ada, { price: 2437 })
    await choose(order, { method: 'crypto', network: 'BASE', token: 'USDT' })
    await round()
    await start({ TRANSFER_ACCOUNTS: '' })
    await round()
    expect(nodes.flatMap(({ calls }) => calls)).toEqual([])
  })
})
