import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../../drizzle/kit.ts'
import { orders, outbox } from '../../../../drizzle/schema.ts'
import { renderOrderEmail } from '../../../../server/orders/order-emails.ts'
import { expire } from '../../../../server/orders/expire.ts'
import { runMutation } from '../../../../server/events/mutation.ts'
import { onReport } from '../../../../server/reports.ts'
import { newPaymentReference } from '../../../../shared/orders/payment-reference.ts'
import { parseUnits } from '../../../../shared/payments/amounts.ts'
import { waitFor } from '../../../app.ts'
import {
  ada,
  mira,
  usdt,
  usdc,
  polygonUsdt,
  imitation,
  confirmations,
  chain,
  folder,
  proxies,
  openProxy,
  closeProxy,
  server,
  start,
  buildRequested,
  pay,
  round,
  read,
  markPaid,
  ledger,
  unassigned,
  progressOf,
  cents,
  setUpLocalChain,
} from './local-chain-store.ts'

setUpLocalChain()

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
    ['in another token', usdc, undefined, 'wrong_token', 'USDC'],
    ['of a contract that imitates the token', imitation, undefined, 'wrong_token', null],
    ['to somebody else', usdt, `0x${'11'.repeat(20)}`, 'not_to_us', null],
  ])('%s is explained and not counted', async (_, token, to, state, currency) => {
    const order = await buildRequested()
    await markPaid(order, await pay(order.amount, token, to))
    const progress = await progressOf(order)
    expect(progress).toMatchObject({ state })
    const { amount } = order.request
    expect(progress!.transfer).toEqual(currency === null ? undefined : { amount, currency, at: expect.any(Number) })
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
  })

  it('in another token that we take is proposed for the order whose customer named it', async () => {
    const [order, other] = [await buildRequested(), await buildRequested(999)]
    await markPaid(order, await pay(order.amount, usdc))
    await pay(other.amount - cents(300), usdc)
    await chain.mine(confirmations)
    for (let n = 0; n < 2; n += 1) await round()
    const [first, second] = (await unassigned()).toSorted((a, b) => Number(b.amount) - Number(a.amount))
    expect(first).toMatchObject({ currency: 'USDC', proposals: [{ _id: order._id }] })
    expect(second, 'nobody named it').toMatchObject({ note: '', proposals: [] })
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
    const found = {
      state: 'wrong_network',
      network: 'MATIC',
      transfer: { amount: '24.37', currency: 'USDT', at: expect.any(Number) },
    }
    expect(await progressOf(order)).toMatchObject(found)
    await chain.mine(confirmations)
    expect(await progressOf(order), 'and stays so').toMatchObject(found)
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', received: 0, payments: [] })
    expect(await unassigned()).toMatchObject([
      {
        amount: '24.37',
        network: 'MATIC',
        note: expect.stringContaining('sent on Polygon instead of BNB Smart Chain'),
        proposals: [{ _id: order._id }],
      },
    ])
    const other = await buildRequested(999)
    await markPaid(other, await pay(5n, imitation))
    await progressOf(other)
    for (const time of ['found', 'looked at again']) {
      const progress = await progressOf(other)
      expect(progress, time).toMatchObject({ state: 'wrong_network', network: 'MATIC' })
      expect(progress!.transfer, 'in a token that the store doesn’t take').toBeUndefined()
    }
    polygon.forEach(closeProxy)
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

  it('that is late is shown to its customer at once, and what becomes of it', async () => {
    const [order, other] = [await buildRequested(), await buildRequested(500)]
    for (const { _id } of [order, other]) await runMutation(server.app, (ctx) => expire(ctx, _id))
    const customer = await server.connect({ token: ada.token })
    await pay(order.amount)
    await round()
    await waitFor(() => customer.eventSummaries().includes('order.changed payment'))
    const { amount } = order.request
    expect(await read(order)).toMatchObject({
      paymentStatus: 'cancelled',
      received: 0,
      payments: [],
      late: [{ amount, currency: 'USDT', state: 'confirming' }],
    })
    expect((await read(order)).history.at(-1)).toMatchObject({
      who: 'store',
      note: `${amount}\u00a0USDT seen on BNB Smart Chain after the order was closed`,
    })
    expect((await read(other)).late).toEqual([])
    await chain.mine(confirmations)
    await round()
    expect((await read(order)).late).toMatchObject([{ state: 'final' }])
    const { body } = await server.call('GET', '/notifications', undefined, { token: ada.token })
    const messages = body.notifications.map(({ message }) => message)
    expect(messages.filter((message) => !message.endsWith('has expired'))).toEqual([
      expect.stringMatching(new RegExp(`^${amount}\\sUSDT arrived for order #.* after it was closed`)),
    ])
    const email = () => renderOrderEmail(server.app.db, server.app.env, 'order_late', order._id, new Date())
    const queued = await server.app.db.select({ kind: outbox.kind, dedupe: outbox.dedupe }).from(outbox)
    expect(queued.filter(({ dedupe }) => dedupe?.startsWith(`order_late ${order._id}`))).toHaveLength(1)
    expect(JSON.stringify(await email())).toContain(`${amount} USDT has arrived for your order after it was closed`)

    const [payment] = await unassigned()
    const decide = (body: object) =>
      server.call('PATCH', `/admin/payments/${payment!._id}`, body, { token: mira.token })
    expect((await decide({ sentBack: 'CEFT-1' })).status).toBe(200)
    expect(await read(order)).toMatchObject({ late: [{ state: 'dismissed' }] })
    expect(await email(), 'not what isn’t so any more').toBeNull()
    expect((await read(order)).history.at(-1)!.note).toMatch(/ sent back$/)
  })

  it('that is late and not for the store is no longer shown, and one that is assigned counts', async () => {
    const [strange, own] = [await buildRequested(), await buildRequested(500)]
    for (const { _id } of [strange, own]) await runMutation(server.app, (ctx) => expire(ctx, _id))
    for (const { amount } of [strange, own]) await pay(amount)
    await chain.mine(confirmations)
    await round()
    await round()
    const money = await unassigned()
    const decide = ({ request }: typeof own, body: object) => {
      const { _id } = money.find(({ amount }) => amount === request.amount)!
      return server.call('PATCH', `/admin/payments/${_id}`, body, { token: mira.token })
    }
    expect((await decide(strange, { dismiss: 'A stranger’s' })).status).toBe(200)
    expect((await read(strange)).late).toEqual([])
    expect((await decide(own, { order: own._id, reopen: 'The money arrived late.' })).status).toBe(200)
    expect(await read(own)).toMatchObject({
      paymentStatus: 'paid',
      received: 5,
      late: [],
      payments: [{ state: 'final' }],
    })
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
