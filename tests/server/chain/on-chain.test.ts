import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../drizzle/kit.ts'
import { audit, chainTransfers, orders, payments, users as usersTable } from '../../../drizzle/schema.ts'
import { startLocalChain } from '../../../scripts/local-chain.mjs'
import { expire } from '../../../server/orders/expire.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { onReport } from '../../../server/reports.ts'
import { newPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { parseUnits } from '../../../shared/payments/amounts.ts'
import type { System } from '../../../shared/staff/system-schema.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { chains } from '../../../shared/payments/wallet-link.ts'
import { startTestServer, type TestServer, type Wire, waitFor } from '../../app.ts'
import transferAccounts from '../../transfer-accounts.json' with { type: 'json' }
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

const usdt = chains.BEP20.contracts.USDT!.address
const usdc = chains.BEP20.contracts.USDC!.address
const polygonUsdt = chains.MATIC.contracts.USDT!.address
const imitation = '0x0000000000000000000000000000000000000bad'
const confirmations = 5

/** What an endpoint in front of the chain does to a result; undefined drops the connection. */
type Behaviour = (method: string, result: unknown) => unknown
const refused = Symbol('refused')
const honest: Behaviour = (_, result) => result

let chain: Awaited<ReturnType<typeof startLocalChain>>
let folder: string
const proxies: { server: Server; url: string; behaviour: Behaviour; calls: number }[] = []

/** Opens an endpoint in front of the chain. @param chainId the chain that it says it belongs to */
async function openProxy(list = proxies, chainId = '0x38') {
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

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kade-chain-'))
  chain = await startLocalChain({ chainId: 56, tokens: [usdt, usdc, polygonUsdt, imitation] })
  await openProxy()
  await openProxy()
})
afterAll(async () => {
  for (const { server } of proxies) {
    server.closeAllConnections()
    server.close()
  }
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
/** The store's address, another one for each store: the chain is the same. */
let us = ''
/** The time as the rounds see it. */
let now: number
const settings = () => {
  const file = join(folder, 'chain.json')
  const endpoints = proxies.map(({ url }) => ({ url }))
  writeFileSync(file, JSON.stringify({ networks: { BEP20: { endpoints, confirmations } } }))
  const accounts = join(folder, 'accounts.json')
  const crypto = ['BEP20', 'MATIC'].map((network) => ({ network, tokens: ['USDT', 'USDC'], address: us }))
  writeFileSync(accounts, JSON.stringify({ ...transferAccounts, crypto }))
  return { CHAIN_CHECK: file, CHAIN_POLICY: 'auto', TRANSFER_ACCOUNTS: accounts }
}
async function start(overrides: Record<string, string> = {}) {
  us = `0x${randomBytes(20).toString('hex')}`
  await server?.close()
  server = await startTestServer({ ...settings(), ...overrides })
  ;[ada, mira] = [await buildUser(server), await buildStaff(server)]
}
beforeEach(async () => {
  now = Date.now()
  for (const proxy of proxies) proxy.behaviour = honest
  await start()
})
afterEach(() => server.close())

type Order = Omit<Wire['order'], 'request'> & { request: { amount: string }; amount: bigint }

/** An order whose customer was asked for its own amount on BNB Smart Chain. */
async function buildRequested(price = 2437, by = ada): Promise<Order> {
  const order = await buildOrder(server, by, { price })
  const choice = { method: 'crypto', network: 'BEP20', token: 'USDT' }
  const { body } = await server.call<{ amount: string }>('POST', `/checkout/${order._id}/payment-request`, choice, by)
  return { ...order, request: body.data, amount: parseUnits(body.data.amount, 18)! }
}
const pay = async (amount: bigint, token = usdt, to = us): Promise<string> => {
  const hash = await chain.transfer(token, [to, amount])
  await chain.mine()
  return hash
}
const round = async () => {
  now += 6000
  await server.app.chain!.run(new Date(now))
}
const read = async ({ _id }: { _id: string }, by = ada) =>
  (await server.call<Wire['order']>('GET', `/checkout/${_id}`, undefined, { token: by.token })).body.data
const markPaid = (order: Order, reference: string, by = ada) =>
  server.call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'crypto', reference }, { token: by.token })
const ledger = () => server.app.db.select().from(payments)
const unassigned = async () =>
  (await server.call<StaffPayment[]>('GET', '/admin/payments?state=unassigned', undefined, { token: mira.token })).body
    .data
const progressOf = async (order: { _id: string }) => server.app.chain!.check(order._id, new Date((now += 6000)))
const cents = (count: number) => (BigInt(count) * 10n ** 18n) / 100n

describe('an exact payment', () => {
  it('is found without a hash, shown block by block, and verified at exactly 5 confirmations in one event', async () => {
    const order = await buildRequested()
    const customer = await server.connect({ token: ada.token })
    const staff = await server.connect({ token: mira.token })
    for (const { emit } of [customer, staff]) await emit('watch', { orderId: order._id })
    await pay(order.amount)
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', payments: [{ source: 'chain', counted: 24.37 }] })
    expect((await read(order)).history.at(-1)).toMatchObject({ what: 'paid', who: 'store' })
    for (let confirmed = 2; confirmed <= confirmations; confirmed += 1) {
      expect((await read(order)).paymentStatus).toBe('paid')
      await chain.mine()
      await round()
    }
    expect(await read(order)).toMatchObject({ paymentStatus: 'verified', received: 24.37, missing: 0 })
    for (const { payloads, eventSummaries } of [customer, staff]) {
      await waitFor(() => payloads('payment.progress').length === confirmations)
      expect(payloads('payment.progress').map((signal) => signal.confirmations)).toEqual([1, 2, 3, 4, 5])
      expect(payloads('payment.progress').at(-1)).toMatchObject({ state: 'final', of: 5, network: 'BEP20' })
      const changes = eventSummaries().filter((summary) => summary.startsWith('order.changed'))
      expect(changes).toEqual(['order.changed paid', 'order.changed verified'])
    }
    const { history } = await read(order)
    expect(history.at(-1)).toMatchObject({ what: 'verified', who: 'store', note: 'Confirmed on BNB Smart Chain' })
    expect(await ledger()).toHaveLength(1)
    const opened = await server.connect({ token: ada.token })
    await opened.emit('watch', { orderId: order._id })
    await waitFor(() => opened.payloads('payment.progress').length === 1)
  })

  it('waits for staff when the store only suggests, and stays with the order that waits', async () => {
    await start({ CHAIN_POLICY: 'suggest' })
    const order = await buildRequested()
    await pay(order.amount)
    await chain.mine(confirmations)
    await round()
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 24.37, missing: 0 })
    const verified = await server.call('PATCH', `/admin/orders/${order._id}/verify`, {}, { token: mira.token })
    expect(verified.status).toBe(200)
    expect(await ledger(), 'not counted twice').toHaveLength(1)
  })

  it('is verified once by 20 checks and a member of staff at the same time', async () => {
    const order = await buildRequested()
    await pay(order.amount)
    await chain.mine(confirmations)
    const checks = Array.from({ length: 20 }, () => server.app.chain!.check(order._id, new Date((now += 6000))))
    const byStaff = server.call('PATCH', `/admin/orders/${order._id}/verify`, {}, { token: mira.token })
    await Promise.all([...checks, byStaff])
    const { history, paymentStatus } = await read(order)
    expect([paymentStatus, history.filter(({ what }) => what === 'verified').length]).toEqual(['verified', 1])
    expect(await ledger()).toHaveLength(1)
  })
})

describe('a transfer that is not what was asked for', () => {
  it('is found by its hash, reported as short, and adds up with the rest', async () => {
    const order = await buildRequested()
    const hash = await pay(order.amount - cents(300))
    await chain.mine(confirmations)
    expect((await markPaid(order, `https://bscscan.com/tx/${hash.toUpperCase().replace('0X', '0x')}`)).status).toBe(200)
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 21.37, missing: 3 })
    expect((await server.call('PATCH', `/admin/orders/${order._id}/verify`, {}, { token: mira.token })).status).toBe(
      422,
    )
    const { rest } = await read(order)
    await pay(parseUnits(rest!.amount, 18)!)
    expect(await progressOf(order), 'the rest, not the part that counts already').toMatchObject({
      state: 'confirming',
      confirmations: 1,
    })
    await chain.mine(confirmations)
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 24.37, missing: 0, rest: null })
  })

  it('counts for the order whose customer names it after it was final', async () => {
    const order = await buildRequested()
    const hash = await pay(order.amount - cents(300))
    await chain.mine(confirmations)
    await round()
    expect(await unassigned()).toMatchObject([{ state: 'final' }])
    await markPaid(order, hash)
    await round()
    expect(await read(order)).toMatchObject({ received: 21.37, missing: 3, payments: [{ counted: 21.37 }] })
    expect(await unassigned()).toEqual([])
  })

  it('stays without an order once staff have taken it from the one that named it', async () => {
    const order = await buildRequested()
    await markPaid(order, await pay(order.amount - cents(300)))
    await chain.mine(confirmations)
    await round()
    const [payment] = (await read(order)).payments
    await server.call('PATCH', `/admin/payments/${payment!._id}`, { order: null }, { token: mira.token })
    await round()
    expect(await read(order)).toMatchObject({ received: 0, payments: [] })
    expect(await unassigned()).toMatchObject([{ _id: payment!._id }])
    expect(await progressOf(order)).toMatchObject({ state: 'used' })
  })

  it('is set aside or sent back only once it is final', async () => {
    await buildRequested()
    await pay(cents(900))
    await round()
    const [payment] = await unassigned()
    expect(payment).toMatchObject({ state: 'confirming' })
    const decide = (decision: object) =>
      server.call('PATCH', `/admin/payments/${payment!._id}`, decision, { token: mira.token })
    for (const decision of [{ dismiss: 'Not for us' }, { sentBack: 'OUT-1' }]) {
      expect(await decide(decision)).toMatchObject({ status: 409, body: { error: 'not_final' } })
    }
    expect(await unassigned()).toEqual([payment])
    await chain.mine(confirmations)
    await round()
    expect((await decide({ dismiss: 'Not for us' })).status).toBe(200)
  })

  it('is found behind 500 hashes that customers made up', async () => {
    const invented = await buildRequested()
    await markPaid(invented, randomBytes(32).toString('hex'))
    const [row] = await server.app.db.select().from(orders).where(eq(orders.id, invented._id))
    const copies = Array.from({ length: 500 }, () => ({
      ...row!,
      id: newId(),
      paymentReference: newPaymentReference(),
      referenceKey: randomBytes(32).toString('hex').toUpperCase(),
    }))
    for (const copy of copies) await server.app.db.insert(orders).values(copy)
    const order = await buildRequested(5000)
    await markPaid(order, await pay(order.amount - cents(300)))
    for (let n = 0; n < 3; n += 1) await round()
    expect(await read(order)).toMatchObject({ payments: [{ counted: 47 }] })
  })

  it('is not money without an order when staff had verified its order by hand', async () => {
    const order = await buildRequested()
    await buildRequested(700)
    await markPaid(order, await pay(order.amount - cents(300)))
    const verified = await server.call('PATCH', `/admin/orders/${order._id}/verify`, {}, { token: mira.token })
    expect(verified.status).toBe(200)
    await chain.mine(confirmations)
    await round()
    await round()
    expect(await unassigned()).toEqual([])
    expect(await ledger()).toHaveLength(1)
    await server.call('PATCH', `/admin/orders/${order._id}/unverify`, { reason: 'Too little' }, { token: mira.token })
    await round()
    expect(await read(order), 'the transfer waits for staff').toMatchObject({ paymentStatus: 'paid', received: 0 })
    expect(await unassigned()).toHaveLength(1)
  })

  it('counts a surplus, and leaves the decision to staff', async () => {
    const order = await buildRequested()
    const hash = await pay(order.amount + cents(500))
    await chain.mine(confirmations)
    await markPaid(order, hash)
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 29.37 })
  })

  it.each([
    ['in another token', usdc, undefined, 'wrong_token'],
    ['of a contract that imitates the token', imitation, undefined, 'wrong_token'],
    ['to somebody else', usdt, `0x${'11'.repeat(20)}`, 'not_to_us'],
  ])('%s is explained and not counted', async (_, token, to, state) => {
    const order = await buildRequested()
    await markPaid(order, await pay(order.amount, token, to))
    expect(await progressOf(order)).toMatchObject({ state })
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
  })

  it('on another network is found there, explained, and left to staff', async () => {
    const polygon: typeof proxies = []
    await openProxy(polygon, '0x89')
    await openProxy(polygon, '0x89')
    const file = join(folder, 'two-chains.json')
    const on = (list: typeof proxies) => ({ endpoints: list.map(({ url }) => ({ url })), confirmations })
    writeFileSync(file, JSON.stringify({ networks: { BEP20: on(proxies), MATIC: on(polygon) } }))
    await start({ CHAIN_CHECK: file })
    // Both are the same chain here: what is sent on one isn't known on the other.
    for (const proxy of proxies) {
      proxy.behaviour = (method, result) => (method.startsWith('eth_getTransaction') ? null : result)
    }
    const order = await buildRequested()
    await markPaid(order, await pay(24_370_000n, polygonUsdt))
    expect(await progressOf(order)).toMatchObject({ state: 'unknown', network: 'BEP20' })
    expect(await progressOf(order)).toMatchObject({ state: 'wrong_network', network: 'MATIC' })
    await chain.mine(confirmations)
    expect(await progressOf(order), 'and stays so').toMatchObject({ state: 'wrong_network' })
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
    expect(await unassigned()).toMatchObject([
      { amount: '24.37', note: expect.stringContaining('MATIC instead of BEP20') },
    ])
    const other = await buildRequested(999)
    await markPaid(other, await pay(5n, imitation))
    await progressOf(other)
    for (const time of ['found', 'looked at again']) {
      expect(await progressOf(other), time).toMatchObject({ state: 'wrong_network', network: 'MATIC' })
    }
    for (const { server: proxy } of polygon) {
      proxy.closeAllConnections()
      proxy.close()
    }
  })

  it('that is older than the order is explained and not counted', async () => {
    const order = await buildRequested()
    const hash = await pay(order.amount)
    const later = new Date(Date.now() + 3_600_000)
    await server.app.db.update(orders).set({ createdAt: later }).where(eq(orders.id, order._id))
    await markPaid(order, hash)
    await chain.mine(confirmations)
    expect(await progressOf(order)).toMatchObject({ state: 'older_than_order' })
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
  })

  it('of nothing leaves no trace', async () => {
    const order = await buildRequested()
    await pay(0n)
    await chain.mine(confirmations)
    await round()
    expect(await ledger()).toEqual([])
    expect((await read(order)).paymentStatus).toBe('pending')
  })

  it('that failed, or that nobody knows, is explained', async () => {
    const order = await buildRequested()
    await markPaid(order, await pay(10n ** 40n))
    expect(await progressOf(order)).toMatchObject({ state: 'reverted' })
    const other = await buildRequested(999)
    await markPaid(other, `0x${'5a'.repeat(32)}`)
    expect(await progressOf(other)).toMatchObject({ state: 'unknown' })
  })

  it('that is someone else’s is rejected for another customer who submits its hash', async () => {
    const order = await buildRequested()
    const hash = await pay(order.amount)
    const eve = await buildUser(server)
    const copied = await buildRequested(2437, eve)
    await markPaid(copied, hash, eve)
    await chain.mine(confirmations)
    expect(await progressOf(copied)).toMatchObject({ state: 'used' })
    expect(await read(copied, eve)).toMatchObject({ paymentStatus: 'paid', received: 0 })
    expect((await read(order)).paymentStatus).toBe('verified')
    const byHand = await server.call('PATCH', `/admin/orders/${copied._id}/verify`, {}, { token: mira.token })
    expect([byHand.status, byHand.body.error]).toEqual([409, 'transaction_used'])
    const later = await buildRequested(900, eve)
    await markPaid(later, hash, eve)
    const notifications = await server.call<{ message: string }[]>('GET', '/notifications', undefined, {
      token: eve.token,
    })
    expect(JSON.stringify(notifications.body)).toContain('was used already')
  })

  it('pays several orders when it is a batch, ours third', async () => {
    const [one, two] = [await buildRequested(), await buildRequested()]
    expect(one.amount).not.toBe(two.amount)
    await chain.transfer(usdt, [`0x${'11'.repeat(20)}`, 5n], [us, two.amount], [us, one.amount])
    await chain.mine(confirmations)
    await round()
    expect([(await read(one)).paymentStatus, (await read(two)).paymentStatus]).toEqual(['verified', 'verified'])
    expect((await ledger()).map(({ sourceId }) => Number(sourceId.split(':')[2])).toSorted((a, b) => a - b)).toEqual([
      1, 2,
    ])
  })

  it('is money without an order when it is late, unknown, or a second payment; less than 50 cents is only counted', async () => {
    const [late, twice, waiting] = [await buildRequested(), await buildRequested(500), await buildRequested(700)]
    await runMutation(server.app, (ctx) => expire(ctx, late._id))
    let small = 0
    const stop = onReport('small-transfer', () => (small += 1))
    for (const amount of [late.amount, twice.amount, twice.amount, cents(51), cents(49)]) await pay(amount)
    await chain.mine(confirmations)
    await round()
    await round()
    stop()
    const money = await unassigned()
    expect(money.map(({ amount }) => amount).toSorted()).toEqual(
      [late.request.amount, twice.request.amount, '0.51'].toSorted(),
    )
    const proposals = money.map(({ proposals: [first] }) => first?._id).filter((id) => id !== undefined)
    expect(proposals.toSorted()).toEqual([late._id, twice._id].toSorted())
    expect(small, 'once, though both endpoints report it').toBe(1)
    expect((await read(late)).paymentStatus, 'never by itself').toBe('cancelled')
    expect(await read(twice)).toMatchObject({ paymentStatus: 'verified', received: 5 })
    expect((await read(waiting)).paymentStatus).toBe('pending')
  })
})

it('finds the money of a closed order when no other waits, looking once a minute', async () => {
  const late = await buildRequested()
  await runMutation(server.app, (ctx) => expire(ctx, late._id))
  await round()
  await pay(late.amount)
  await chain.mine(confirmations)
  const before = proxies.map(({ calls }) => calls)
  await round()
  expect(proxies.map(({ calls }) => calls)).toEqual(before)
  now += 60_000
  await round()
  expect(await unassigned()).toMatchObject([{ amount: late.request.amount, proposals: [{ _id: late._id }] }])
  expect((await read(late)).paymentStatus, 'never by itself').toBe('cancelled')
})

describe('staff decide', () => {
  it.each<[string, Record<string, string>, (order: Order) => Promise<unknown>]>([
    ['above the limit', { CHAIN_AUTO_LIMIT: '24' }, async () => {}],
    ['above the day’s limit', { CHAIN_AUTO_DAILY: '24' }, async () => {}],
    [
      'about an order that a colleague has claimed since it was found',
      {},
      ({ _id }) => server.call('POST', `/admin/orders/${_id}/claim`, {}, { token: mira.token }),
    ],
    [
      'about the order of a member of staff',
      {},
      () => server.app.db.update(usersTable).set({ isAdmin: true }).where(eq(usersTable.id, ada.id)),
    ],
  ])('%s', async (_, overrides, prepare) => {
    await start(overrides)
    const order = await buildRequested()
    await pay(order.amount)
    await round()
    await prepare(order)
    await chain.mine(confirmations)
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 24.37 })
  })
})

describe('the chain', () => {
  it('can drop a transfer: the progress goes back, and nothing is verified', async () => {
    const order = await buildRequested()
    await pay(order.amount)
    await chain.mine(2)
    await round()
    expect(await progressOf(order)).toMatchObject({ state: 'confirming', confirmations: 3 })
    await chain.call('anvil_reorg', 3, [])
    await chain.call('anvil_dropAllTransactions')
    await chain.mine(confirmations)
    expect(await progressOf(order)).toMatchObject({ state: 'gone' })
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [{ state: 'gone' }] })
    await pay(order.amount)
    await chain.mine(confirmations)
    await round()
    expect((await read(order)).paymentStatus, 'paid again').toBe('verified')
  })

  it('can take back what was verified: staff are alarmed, and the order stays as it is', async () => {
    const order = await buildRequested()
    await pay(order.amount)
    await chain.mine(confirmations - 1)
    await round()
    expect((await read(order)).paymentStatus).toBe('verified')
    await chain.call('anvil_reorg', confirmations, [])
    await chain.call('anvil_dropAllTransactions')
    await chain.mine(confirmations)
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'verified', received: 0, payments: [{ state: 'gone' }] })
  })

  it('is remembered over a restart', async () => {
    const order = await buildRequested()
    await pay(order.amount)
    await round()
    const env = { ...settings(), APP_SECRET: 'a secret that only the tests use' }
    await server.stop()
    server = await startTestServer(env, server.folder)
    await chain.mine(confirmations)
    await round()
    expect((await server.app.db.select().from(orders))[0]).toMatchObject({ paymentStatus: 'verified' })
    await chain.mine(confirmations * 2)
    await round()
    expect((await server.app.db.select().from(chainTransfers))[0]!.settledAt).not.toBeNull()
  })
})

describe('staff', () => {
  const check = ({ _id }: { _id: string }, by = mira) =>
    server.call<Wire['order']>('POST', `/admin/orders/${_id}/check`, undefined, { token: by.token })
  const pause = (on: unknown, by = mira) =>
    server.call<{ paused: boolean }>('POST', '/admin/chain/pause', { on }, { token: by.token })
  const system = async () =>
    (await server.call<System>('GET', '/admin/system', undefined, { token: mira.token })).body.data
  const actions = async () => (await server.app.db.select().from(audit)).map(({ action }) => action)

  it('have the chain looked at now, live for customer and colleague, 10 times a minute', async () => {
    await start({ RATE_LIMITS: 'on' })
    const order = await buildRequested()
    const customer = await server.connect({ token: ada.token })
    expect((await check(order)).body).toMatchObject({ progress: null, message: 'Nothing found on BNB Smart Chain' })
    await pay(order.amount)
    const { status, body } = await check(order)
    expect([status, body.message]).toEqual([200, 'Seen on BNB Smart Chain · 1 of 5 confirmations'])
    expect(body).toMatchObject({ data: { paymentStatus: 'paid' }, progress: { state: 'confirming', confirmations: 1 } })
    await waitFor(() => customer.eventSummaries().includes('order.changed paid'))
    expect((await actions()).filter((action) => action === 'order.check')).toHaveLength(2)
    for (let calls = 2; calls < 10; calls += 1) expect((await check(order)).status).toBe(200)
    expect((await check(order)).status).toBe(429)
  })

  it('are told when nobody answers, or the order is not paid on a chain that is looked at', async () => {
    const [order, other] = [await buildRequested(), await buildOrder(server, ada, { price: 900 })]
    for (const proxy of proxies) proxy.behaviour = () => undefined
    expect((await check(order)).body).toMatchObject({ message: 'No source answers just now on BNB Smart Chain' })
    expect(await check(other)).toMatchObject({ status: 422, body: { error: 'no_chain' } })
    expect((await check({ _id: 'none' })).status).toBe(404)
    expect((await check(order, ada)).status).toBe(403)
    await start({ CHAIN_CHECK: '' })
    expect(await check(await buildRequested())).toMatchObject({ status: 409, body: { error: 'chain_off' } })
  })

  it('pause automatic verification: what is found waits for them, and goes on when they resume', async () => {
    const colleague = await server.connect({ token: mira.token })
    expect(await pause(true)).toMatchObject({ status: 200, body: { data: { paused: true } } })
    await pause(true)
    expect((await system()).chain).toMatchObject({ policy: 'auto', paused: { name: mira.firstName } })
    await waitFor(() => colleague.payloads('system').some((state) => (state as System).chain?.paused))
    const order = await buildRequested()
    await pay(order.amount)
    await chain.mine(confirmations)
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 24.37 })
    expect((await pause(false)).body.data).toEqual({ paused: false })
    const next = await buildRequested()
    await pay(next.amount)
    await chain.mine(confirmations)
    await round()
    expect((await read(next)).paymentStatus).toBe('verified')
    expect((await actions()).filter((action) => action.startsWith('payment.'))).toEqual([
      'payment.pause-automatic',
      'payment.resume-automatic',
    ])
    expect((await pause('yes')).status).toBe(400)
    expect((await pause(true, ada)).status).toBe(403)
    expect((await system()).chain).toMatchObject({ paused: null })
  })

  it('see how each source is doing, without its address', async () => {
    const before = await system()
    expect(before.chain!.networks[0]!.endpoints.map(({ state }) => state)).toEqual(['new', 'new'])
    proxies[1]!.behaviour = (method, result) => (method === 'eth_blockNumber' ? undefined : result)
    await buildRequested()
    await round()
    const { chain: state } = await system()
    expect(state!.networks).toMatchObject([
      {
        network: 'BEP20',
        disputed: 0,
        endpoints: [
          { state: 'working', head: Number(await chain.call('eth_blockNumber')), lastError: null },
          { state: 'failing', head: null, lastError: 'down' },
        ],
      },
    ])
    expect(JSON.stringify(await system())).not.toContain('127.0.0.1')
    await start({ CHAIN_CHECK: '' })
    expect((await system()).chain).toBeNull()
  })

  it('are alarmed while sources disagree, and when a chain takes a verified payment back', async () => {
    const alarms = async () => (await system()).alarms.filter(({ kind }) => kind === 'chain')
    const order = await buildRequested()
    proxies[1]!.behaviour = (method, result) =>
      method === 'eth_getTransactionReceipt' && result ? { ...result, logs: [] } : result
    await pay(order.amount)
    await round()
    expect(await alarms()).toMatchObject([{ text: expect.stringContaining('disagree about a transaction') }])
    proxies[1]!.behaviour = honest
    await chain.mine(confirmations - 1)
    await round()
    expect((await read(order)).paymentStatus).toBe('verified')
    expect(await alarms()).toEqual([])
    await chain.call('anvil_reorg', confirmations, [])
    await chain.call('anvil_dropAllTransactions')
    await chain.mine(confirmations)
    await round()
    const expected = [{ text: expect.stringContaining('is gone'), href: `/admin/orders/${order._id}` }]
    expect(await alarms()).toMatchObject(expected)
    now += 48 * 3_600_000
    await round()
    expect(await alarms(), 'until staff have decided').toMatchObject(expected)
    await server.call(
      'PATCH',
      `/admin/orders/${order._id}/unverify`,
      { reason: 'The money is gone' },
      { token: mira.token },
    )
    expect(await alarms()).toEqual([])
  })
})

describe('two endpoints, one of which', () => {
  const lying =
    (change: (receipt: Record<string, unknown>) => unknown): Behaviour =>
    (method, result) =>
      method === 'eth_getTransactionReceipt' && result ? change(result as Record<string, unknown>) : result
  it.each<[string, Behaviour, string]>([
    ['reports another block', lying((receipt) => ({ ...receipt, logs: [] })), 'disputed'],
    ['says that it failed', lying((receipt) => ({ ...receipt, status: '0x0' })), 'disputed'],
    ['knows nothing', lying(() => null), 'seen'],
    ['drops connections', (method, result) => (method === 'eth_getTransactionReceipt' ? undefined : result), 'seen'],
    ['belongs to another chain', (method, result) => (method === 'eth_chainId' ? '0x1' : result), 'seen'],
  ])('%s: nothing is verified', async (_, behaviour, state) => {
    await start()
    proxies[1]!.behaviour = behaviour
    const order = await buildRequested()
    await markPaid(order, await pay(order.amount))
    await chain.mine(confirmations * 3)
    expect(await progressOf(order)).toMatchObject({ state })
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
  })

  it.each<[string, unknown]>([
    ['has turned its search off', []],
    ['refuses every search', refused],
  ])('%s does not hide a payment', async (_, logs) => {
    proxies[1]!.behaviour = (method, result) => (method === 'eth_getLogs' ? logs : result)
    const order = await buildRequested()
    for (let searches = 0; searches < 10; searches += 1) await round()
    await pay(order.amount)
    await chain.mine(confirmations)
    await round()
    expect((await read(order)).paymentStatus).toBe('verified')
  })
})

it('asks nobody while no order waits, or without CHAIN_CHECK', async () => {
  const before = proxies.map(({ calls }) => calls)
  await buildOrder(server, ada, { price: 900 })
  await round()
  expect(proxies.map(({ calls }) => calls)).toEqual(before)
  await start({ CHAIN_CHECK: '' })
  expect(server.app.chain).toBeNull()
  await start({ CHAIN_POLICY: 'off' })
  expect(server.app.chain).toBeNull()
})
