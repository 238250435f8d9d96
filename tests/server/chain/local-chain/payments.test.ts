import { describe, expect, it } from 'vitest'
import { chainTransfers, orders } from '../../../../drizzle/schema.ts'
import { expire } from '../../../../server/orders/expire.ts'
import { runMutation } from '../../../../server/events/mutation.ts'
import { waitFor } from '../../../app.ts'
import { buildOrder, buildUser } from '../../../build.ts'
import {
  ada,
  mira,
  confirmations,
  chain,
  proxies,
  server,
  start,
  restart,
  buildRequested,
  pay,
  round,
  usdt,
  us,
  markPaid,
  read,
  ledger,
  unassigned,
  progressOf,
  passTime,
  setUpLocalChain,
} from './local-chain-store.ts'

setUpLocalChain()

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

  it('is verified once by 50 checks and a member of staff at the same time', async () => {
    const order = await buildRequested()
    await pay(order.amount)
    await chain.mine(confirmations)
    const checks = Array.from({ length: 50 }, () => server.app.chain!.check(order._id, passTime(6000)))
    const byStaff = server.call('PATCH', `/admin/orders/${order._id}/verify`, {}, { token: mira.token })
    await Promise.all([...checks, byStaff])
    const { history, paymentStatus } = await read(order)
    expect([paymentStatus, history.filter(({ what }) => what === 'verified').length]).toEqual(['verified', 1])
    expect(await ledger()).toHaveLength(1)
  })

  it('of someone else is rejected for another customer who submits its hash', async () => {
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
  passTime(60_000)
  await round()
  expect(await unassigned()).toMatchObject([{ amount: late.request.amount, proposals: [{ _id: late._id }] }])
  expect((await read(late)).paymentStatus, 'never by itself').toBe('cancelled')
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
    await restart()
    await chain.mine(confirmations)
    await round()
    expect((await server.app.db.select().from(orders))[0]).toMatchObject({ paymentStatus: 'verified' })
    await chain.mine(confirmations * 2)
    await round()
    expect((await server.app.db.select().from(chainTransfers))[0]!.settledAt).not.toBeNull()
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
