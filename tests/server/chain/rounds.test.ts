import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../../drizzle/kit.ts'
import { chainTransfers, orders, payments } from '../../../drizzle/schema.ts'
import { newPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import type { SimulatedChain, SimulatedNode } from './simulated-node.ts'
import {
  act,
  ada,
  buildRequested,
  confirmations,
  markPaid,
  mira,
  nodes,
  passTime,
  read,
  round,
  server,
  setUpSimulatedStore,
  start,
  us,
} from './simulated-store.ts'

setUpSimulatedStore()

const cents = (count: number) => BigInt(count) * 10n ** 16n
const isReceiptOf = (result: unknown, hash: string) =>
  (result as { transactionHash?: string } | null)?.transactionHash === `0x${hash}`
const countOf = ({ calls }: SimulatedNode, wanted: string) => calls.filter((method) => method === wanted).length

/** Sends transfers, each named by an order. @returns their hashes */
async function nameTransfers(chain: SimulatedChain, count: number): Promise<string[]> {
  const named = await buildRequested('BEP20')
  const hashes = Array.from({ length: count }, (_, n) => chain.transfer({ to: us, amount: cents(1000 + n) }))
  await markPaid(named, hashes[0]!)
  const [row] = await server.app.db.select().from(orders).where(eq(orders.id, named._id))
  for (const hash of hashes.slice(1)) {
    const copy = { id: newId(), paymentReference: newPaymentReference(), referenceKey: hash.toUpperCase() }
    await server.app.db.insert(orders).values({ ...row!, ...copy })
  }
  return hashes
}

describe('a round', () => {
  it('looks at 200 transactions once every 5 seconds, 8 at a time', async () => {
    const { BEP20: chain } = await start({ BEP20: 2 })
    await nameTransfers(chain!, 200)
    let [open, mostOpen] = [0, 0]
    for (const node of nodes.BEP20!) {
      node.behaviour = async (_, result) => {
        open += 1
        mostOpen = Math.max(mostOpen, open)
        await new Promise(setImmediate)
        open -= 1
        return result
      }
    }
    for (const time of ['at first', 'again']) {
      for (const node of nodes.BEP20!) node.calls = []
      await server.app.chain!.run(passTime(5000))
      await server.app.chain!.run(passTime(2500))
      await server.app.chain!.run(passTime(2499))
      for (const node of nodes.BEP20!) {
        expect(countOf(node, 'eth_getTransactionReceipt'), time).toBe(200)
        expect(countOf(node, 'eth_getBlockByNumber')).toBe(200)
        expect(countOf(node, 'eth_blockNumber')).toBe(1)
        expect(node.calls.length).toBeLessThan(410)
      }
    }
    expect(mostOpen).toBeGreaterThan(1)
    expect(mostOpen).toBeLessThanOrEqual(8 * 2)
    expect(await server.app.db.$count(payments)).toBe(200)
  })

  it('of a network whose endpoints hang does not hold up another network', async () => {
    const { BEP20: chain } = await start({ MATIC: 2, BEP20: 2 })
    let release = () => {}
    const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)))
    for (const node of nodes.MATIC!) node.behaviour = () => released
    await buildRequested('MATIC')
    const order = await buildRequested('BEP20')
    chain!.transfer({ to: us, amount: order.amount })
    const [hanging, healthy] = server.app.chain!.rounds
    let hasEnded = false
    const ended = hanging!(passTime(6000)).then(() => (hasEnded = true))
    await expect.poll(() => nodes.MATIC!.map(({ calls }) => calls.length)).toEqual([1, 1])
    await healthy!(passTime(6000))
    expect((await read(order)).paymentStatus).toBe('paid')
    chain!.mine(confirmations)
    await healthy!(passTime(6000))
    expect((await read(order)).paymentStatus).toBe('verified')
    expect(hasEnded, 'the other still waits').toBe(false)
    release()
    await ended
  })

  it('waits for an endpoint that hangs once, not for each call, while the others agree', async () => {
    const { BEP20: chain } = await start({ BEP20: 3 })
    const sent = [await buildRequested('BEP20', 1000), await buildRequested('BEP20', 1100)]
    for (const { amount } of sent) chain!.transfer({ to: us, amount })
    chain!.mine(confirmations)
    const hanging = nodes.BEP20![2]!
    hanging.behaviour = (method, result) => (method === 'eth_getLogs' ? new Promise(() => {}) : result)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const ended = round()
      await vi.waitUntil(() => countOf(hanging, 'eth_getLogs') === 1)
      await vi.advanceTimersByTimeAsync(5000)
      await ended
    } finally {
      vi.useRealTimers()
    }
    expect(hanging.calls).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_getLogs'])
    for (const order of sent) expect((await read(order)).paymentStatus).toBe('verified')
    await round()
    hanging.behaviour = (_, result) => result
    await buildRequested('BEP20', 1300)
    await round()
    expect(countOf(hanging, 'eth_getLogs'), 'asked again in the next round').toBeGreaterThan(1)
  })

  it('leaves in the metrics how the endpoints are doing, and the highest block', async () => {
    const { BEP20: chain } = await start({ BEP20: 2 })
    const metrics = createMetrics(server.app, { engine: { clientsCount: 0 } as never })
    const samples = async () =>
      (await metrics.read()).split('\n').filter((line) => /^kade_chain_(endpoints|height)/.test(line))
    await buildRequested('BEP20')
    nodes.BEP20![1]!.behaviour = () => undefined
    await round()
    const height = Number(chain!.answer('eth_blockNumber', [null]))
    expect(await samples()).toEqual([
      'kade_chain_endpoints{network="BEP20",state="working"} 1',
      'kade_chain_endpoints{network="BEP20",state="failing"} 1',
      `kade_chain_height{network="BEP20"} ${height}`,
    ])
    nodes.BEP20![1]!.behaviour = (_, result) => result
    await round()
    expect((await samples())[0]).toBe('kade_chain_endpoints{network="BEP20",state="working"} 2')
    metrics.close()
  })

  it('asks an endpoint about all other transactions when it refuses one', async () => {
    const { BEP20: chain } = await start({ BEP20: 2 })
    const hashes = await nameTransfers(chain!, 30)
    const node = nodes.BEP20![1]!
    node.behaviour = (method, result) => {
      // Such as a batch of thousands of transfers, whose receipt is too long.
      if (isReceiptOf(result, hashes[0]!)) throw new Error(method)
      return result
    }
    await round()
    expect(countOf(node, 'eth_getTransactionReceipt')).toBe(30)
    const found = await server.app.db.select({ hash: chainTransfers.hash }).from(chainTransfers)
    expect(found.map(({ hash }) => hash.toLowerCase()).toSorted()).toEqual(hashes.slice(1).toSorted())
  })
})

describe('the chain', () => {
  it('can move a transfer into another block: it counts from there', async () => {
    const { BEP20: chain } = await start({ BEP20: 2 })
    const order = await buildRequested('BEP20')
    chain!.transfer({ to: us, amount: order.amount })
    chain!.mine(confirmations - 2)
    await round()
    expect((await read(order)).payments).toMatchObject([{ state: 'confirming' }])
    chain!.reorganize(confirmations - 1)
    chain!.mine(confirmations - 2)
    await round()
    expect(await read(order), 'one confirmation less than it needs').toMatchObject({
      paymentStatus: 'paid',
      received: 0,
    })
    chain!.mine()
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'verified', received: 24.37 })
    expect(await server.app.db.$count(payments)).toBe(1)
  })

  it('can seem shorter at an endpoint that falls behind: nothing is gone, and nothing final', async () => {
    const { BEP20: chain } = await start({ BEP20: 2 })
    const order = await buildRequested('BEP20')
    chain!.transfer({ to: us, amount: order.amount })
    await round()
    chain!.mine(confirmations * 2)
    nodes.BEP20![1]!.behaviour = (method, result) =>
      method === 'eth_blockNumber' ? `0x${(Number(result) - confirmations * 2).toString(16)}` : result
    await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [{ state: 'confirming' }] })
    nodes.BEP20![1]!.behaviour = (_, result) => result
    await round()
    expect((await read(order)).paymentStatus).toBe('verified')
  })

  it('can go silent: the order waits for staff as without the check, and is found later', async () => {
    const { BEP20: chain } = await start({ BEP20: 2 })
    const order = await buildRequested('BEP20')
    await markPaid(order, chain!.transfer({ to: us, amount: order.amount }))
    for (const node of nodes.BEP20!) node.behaviour = () => undefined
    expect(await server.app.chain!.check(order._id, passTime(6000))).toMatchObject({ state: 'silent' })
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', payments: [] })
    for (const node of nodes.BEP20!) node.behaviour = (_, result) => result
    chain!.mine(confirmations)
    expect(await server.app.chain!.check(order._id, passTime(6000))).toMatchObject({ state: 'final' })
    expect((await read(order)).paymentStatus).toBe('verified')
  })
})

it('pays two orders by two transfers of a half each, named by their hashes', async () => {
  const { BEP20: chain } = await start({ BEP20: 2 })
  const [one, two] = [await buildRequested('BEP20', 3000), await buildRequested('BEP20', 3000)]
  for (const half of [0, 1]) {
    for (const order of [one, two]) {
      const hash = chain!.transfer({ to: us, amount: cents(1500) })
      if (half === 0) await markPaid(order, hash)
      else await server.call('PATCH', `/checkout/${order._id}/reference`, { reference: hash }, ada)
    }
    chain!.mine(confirmations)
    await round()
    for (const order of [one, two]) expect((await read(order)).received).toBe(half === 0 ? 15 : 30)
  }
})

it('keeps what becomes final after its order was refunded as money without an order, and never counts it', async () => {
  const { BEP20: chain } = await start({ BEP20: 2 }, { CHAIN_POLICY: 'suggest' })
  const order = await buildRequested('BEP20')
  chain!.transfer({ to: us, amount: order.amount })
  await round()
  expect((await act(order, 'verify', { acceptShort: true, reason: 'Seen on its chain' })).status).toBe(200)
  expect((await act(order, 'refund', { reason: 'Out of stock' })).status).toBe(200)
  chain!.mine(confirmations)
  await round()
  const waiting = async () =>
    (await server.call<Record<string, unknown>[]>('GET', '/admin/payments?state=unassigned', undefined, mira)).body.data
  expect(await waiting()).toMatchObject([{ state: 'final', order: null, counted: 24.37 }])
  expect((await read(order)).history.at(-1)).toMatchObject({
    what: 'payment',
    note: expect.stringContaining('came after the refund'),
  })
  chain!.mine(confirmations * 2)
  await round()
  expect(await read(order)).toMatchObject({ paymentStatus: 'refunded', received: 0, payments: [] })
  const [payment] = await waiting()
  const decide = (decision: object) => server.call('PATCH', `/admin/payments/${String(payment!._id)}`, decision, mira)
  expect((await decide({ order: order._id })).body.error).toBe('order_refunded')
  expect((await decide({ sentBack: 'OUT-1' })).status).toBe(200)
  expect(await read(order)).toMatchObject({ paymentStatus: 'refunded', received: 0 })
})
