import { describe, expect, it } from 'vitest'
import { audit } from '../../../../drizzle/schema.ts'
import type { System } from '../../../../shared/staff/system-schema.ts'
import { type Wire, waitFor } from '../../../app.ts'
import { buildOrder } from '../../../build.ts'
import {
  ada,
  mira,
  confirmations,
  refused,
  honest,
  chain,
  proxies,
  server,
  start,
  buildRequested,
  pay,
  round,
  read,
  markPaid,
  progressOf,
  passTime,
  type Behaviour,
  setUpLocalChain,
} from './local-chain-store.ts'

setUpLocalChain()

describe('staff', () => {
  const check = ({ _id }: { _id: string }, by = mira) =>
    server.call<Wire['order']>('POST', `/admin/orders/${_id}/check`, undefined, { token: by.token })
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

  it('get an error when no source answers, or the order is not paid on a chain that is looked at', async () => {
    const [order, other] = [await buildRequested(), await buildOrder(server, ada, { price: 900 })]
    for (const proxy of proxies) proxy.behaviour = () => undefined
    expect((await check(order)).body).toMatchObject({ message: 'No source answers just now on BNB Smart Chain' })
    expect(await check(other)).toMatchObject({ status: 422, body: { error: 'no_chain' } })
    expect((await check({ _id: 'none' })).status).toBe(404)
    expect((await check(order, ada)).status).toBe(403)
    await start({ CHAIN_CHECK: '' })
    expect(await check(await buildRequested())).toMatchObject({ status: 409, body: { error: 'chain_off' } })
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
    expect((await system()).alarms, 'it may answer again').toEqual([])
    proxies[1]!.behaviour = () => undefined
    passTime(61_000)
    await round()
    expect((await system()).alarms).toMatchObject([
      {
        kind: 'chain',
        text: expect.stringMatching(/^Only one source for BNB Smart Chain answers, and 2 have to agree/),
      },
    ])
    proxies[1]!.behaviour = honest
    await round()
    expect((await system()).alarms).toEqual([])
    await start({ CHAIN_CHECK: '' })
    expect((await system()).chain).toBeNull()
  })

  it('are alarmed while a source is a minute of blocks behind, and the others are too few to agree', async () => {
    const alarms = async () => (await system()).alarms.map(({ text }) => text)
    await chain.mine(90)
    await buildRequested()
    const behindBy =
      (blocks: number): Behaviour =>
      (method, result) =>
        method === 'eth_blockNumber' ? `0x${(Number(result) - blocks).toString(16)}` : result
    proxies[1]!.behaviour = behindBy(81)
    await round()
    expect(await alarms()).toEqual([
      expect.stringMatching(/^Only one source for BNB Smart Chain is up to date, and 2 have to agree/),
    ])
    proxies[1]!.behaviour = behindBy(80)
    await round()
    expect(await alarms()).toEqual([])
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
    passTime(48 * 3_600_000)
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
