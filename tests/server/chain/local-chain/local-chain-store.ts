// A store that looks at a chain on this machine, through two endpoints that tests can make lag, lie and fail.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { payments } from '../../../../drizzle/schema.ts'
import { startLocalChain } from '../../../../scripts/local-chain.mjs'
import { parseUnits } from '../../../../shared/payments/amounts.ts'
import type { StaffPayment } from '../../../../shared/payments/staff-schema.ts'
import { chains } from '../../../../shared/payments/wallet-link.ts'
import { startTestServer, type TestServer, type Wire } from '../../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../../build.ts'
import transferAccounts from '../../../transfer-accounts.json' with { type: 'json' }

export const usdt = chains.BEP20.contracts.USDT!.address
export const usdc = chains.BEP20.contracts.USDC!.address
export const polygonUsdt = chains.MATIC.contracts.USDT!.address
/** A contract that imitates the token. */
export const imitation = '0x0000000000000000000000000000000000000bad'
export const confirmations = 5

/** What an endpoint in front of the chain does to a result; undefined drops the connection. */
export type Behaviour = (method: string, result: unknown) => unknown
export const refused = Symbol('refused')
export const honest: Behaviour = (_, result) => result

export let chain: Awaited<ReturnType<typeof startLocalChain>>
export let folder: string
type Proxy = { server: Server; url: string; behaviour: Behaviour; calls: number }
export const proxies: Proxy[] = []

/** Opens an endpoint in front of the chain. @param chainId the chain that it says it belongs to */
export async function openProxy(list = proxies, chainId = '0x38') {
  const proxy = { server: createServer(), url: '', behaviour: honest, calls: 0 }
  proxy.server.on('request', (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      proxy.calls += 1
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
      chain.call(method, ...params).then(
        (result: unknown) => {
          const own = method === 'eth_chainId' ? chainId : result
          const changed = proxy.behaviour(method, own)
          if (changed === undefined) return response.destroy()
          const answer = changed === refused ? { error: { code: -32000 } } : { result: changed }
          response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
        },
        () => response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000 } })),
      )
    })
  })
  await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`
  list.push(proxy)
}

export function closeProxy({ server: proxy }: Proxy) {
  proxy.closeAllConnections()
  proxy.close()
}

export let server: TestServer
/** A customer and a member of staff. */
export let [ada, mira] = [] as unknown as [TestUser, TestUser]
/** The store's address, another one for each store: the chain is the same. */
export let us = ''
/** The time as the rounds see it. */
let now: number

/** Starts the chain for the tests of a file, and a store for each of them. */
export function setUpLocalChain() {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kade-chain-'))
    chain = await startLocalChain({ chainId: 56, tokens: [usdt, usdc, polygonUsdt, imitation] })
    await openProxy()
    await openProxy()
  })
  afterAll(async () => {
    // Files that run in one process share this module.
    proxies.splice(0).forEach(closeProxy)
    await chain?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    now = Date.now()
    for (const proxy of proxies) proxy.behaviour = honest
    await start()
  })
  afterEach(() => server.close())
}

const settings = () => {
  const file = join(folder, 'chain.json')
  const endpoints = proxies.map(({ url }) => ({ url }))
  writeFileSync(file, JSON.stringify({ networks: { BEP20: { endpoints, confirmations } } }))
  const accounts = join(folder, 'accounts.json')
  const crypto = ['BEP20', 'MATIC'].map((network) => ({ network, tokens: ['USDT', 'USDC'], address: us }))
  writeFileSync(accounts, JSON.stringify({ ...transferAccounts, crypto }))
  return { CHAIN_CHECK: file, CHAIN_POLICY: 'auto', TRANSFER_ACCOUNTS: accounts }
}

/** Starts another store, with an address of its own. */
export async function start(overrides: Record<string, string> = {}) {
  us = `0x${randomBytes(20).toString('hex')}`
  await server?.close()
  server = await startTestServer({ ...settings(), ...overrides })
  ;[ada, mira] = [await buildUser(server), await buildStaff(server)]
}

/** Starts the store again, on its database. */
export async function restart() {
  const env = { ...settings(), APP_SECRET: 'a secret that only the tests use' }
  await server.stop()
  server = await startTestServer(env, server.folder)
}

export type Order = Omit<Wire['order'], 'request'> & { request: { amount: string }; amount: bigint }

/** An order whose customer was asked for its own amount on BNB Smart Chain. */
export async function buildRequested(price = 2437, by = ada): Promise<Order> {
  const order = await buildOrder(server, by, { price })
  const choice = { method: 'crypto', network: 'BEP20', token: 'USDT' }
  const { body } = await server.call<{ amount: string }>('POST', `/checkout/${order._id}/payment-request`, choice, by)
  return { ...order, request: body.data, amount: parseUnits(body.data.amount, 18)! }
}

export const pay = async (amount: bigint, token = usdt, to = us): Promise<string> => {
  const hash = await chain.transfer(token, [to, amount])
  await chain.mine()
  return hash
}
/** Lets time pass for the rounds. @returns the time after it */
export const passTime = (ms: number) => new Date((now += ms))
export const round = () => server.app.chain!.run(passTime(6000))
export const read = async ({ _id }: { _id: string }, by = ada) =>
  (await server.call<Wire['order']>('GET', `/checkout/${_id}`, undefined, { token: by.token })).body.data
export const markPaid = (order: Order, reference: string, by = ada) =>
  server.call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'crypto', reference }, { token: by.token })
export const ledger = () => server.app.db.select().from(payments)
export const unassigned = async () =>
  (await server.call<StaffPayment[]>('GET', '/admin/payments?state=unassigned', undefined, { token: mira.token })).body
    .data
export const progressOf = async (order: { _id: string }) => server.app.chain!.check(order._id, passTime(6000))
export const cents = (count: number) => (BigInt(count) * 10n ** 18n) / 100n
