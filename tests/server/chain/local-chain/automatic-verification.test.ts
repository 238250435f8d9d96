import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { audit, users as usersTable } from '../../../../drizzle/schema.ts'
import type { System } from '../../../../shared/staff/system-schema.ts'
import { waitFor } from '../../../app.ts'
import {
  ada,
  mira,
  confirmations,
  chain,
  server,
  start,
  buildRequested,
  ledger,
  proxies,
  pay,
  round,
  read,
  type Order,
  setUpLocalChain,
} from './local-chain-store.ts'

setUpLocalChain()

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

describe('pausing automatic verification', () => {
  const pause = (on: unknown, by = mira) =>
    server.call<{ paused: boolean }>('POST', '/admin/chain/pause', { on }, { token: by.token })
  const system = async () =>
    (await server.call<System>('GET', '/admin/system', undefined, { token: mira.token })).body.data
  const decide = async ({ _id }: Order, action: string, body: object = {}) =>
    expect((await server.call('PATCH', `/admin/orders/${_id}/${action}`, body, mira)).status).toBe(200)
  const actions = async () => (await server.app.db.select().from(audit)).map(({ action }) => action)

  it('leaves what is found to staff; once it goes on, the store verifies what they have left, after another look', async () => {
    const colleague = await server.connect({ token: mira.token })
    expect(await pause(true)).toMatchObject({ status: 200, body: { data: { paused: true } } })
    await pause(true)
    expect((await system()).chain).toMatchObject({ policy: 'auto', paused: { name: mira.firstName } })
    await waitFor(() => colleague.payloads('system').some((state) => (state as System).chain?.paused))
    const [left, taken] = [await buildRequested(), await buildRequested(900)]
    for (const order of [left, taken]) await pay(order.amount)
    await chain.mine(confirmations)
    await round()
    expect(await read(left)).toMatchObject({ paymentStatus: 'paid', received: 24.37 })
    await decide(taken, 'verify')
    await decide(taken, 'unverify', { reason: 'The customer called' })
    await chain.mine(confirmations * 3)
    for (let n = 0; n < 2; n += 1) await round()
    expect((await read(left)).paymentStatus, 'however long it takes').toBe('paid')
    const before = proxies.map(({ calls }) => calls)
    await round()
    expect(
      proxies.map(({ calls }) => calls),
      'nothing is watched any more',
    ).toEqual(before)

    expect((await pause(false)).body.data).toEqual({ paused: false })
    expect((await read(left)).paymentStatus, 'not before the chain was looked at again').toBe('paid')
    const next = await buildRequested(700)
    await pay(next.amount)
    await chain.mine(confirmations)
    await round()
    for (const order of [left, next]) expect((await read(order)).paymentStatus).toBe('verified')
    expect((await read(left)).history.filter(({ what }) => what === 'verified')).toMatchObject([{ who: 'store' }])
    expect(await read(taken), 'what staff took back is theirs').toMatchObject({ paymentStatus: 'paid', received: 9 })
    expect(await ledger()).toHaveLength(3)
    expect((await actions()).filter((action) => action.startsWith('payment.'))).toEqual([
      'payment.pause-automatic',
      'payment.resume-automatic',
    ])
    expect((await pause('yes')).status).toBe(400)
    expect((await pause(true, ada)).status).toBe(403)
    expect((await system()).chain).toMatchObject({ paused: null })
  })

  it.each<[string, (order: Order) => Promise<unknown>, string]>([
    [
      'the chain has taken back meanwhile',
      async () => {
        await chain.call('anvil_reorg', confirmations, [])
        await chain.call('anvil_dropAllTransactions')
        await chain.mine(confirmations)
      },
      'gone',
    ],
    ['a colleague has claimed', ({ _id }) => server.call('POST', `/admin/orders/${_id}/claim`, {}, mira), 'final'],
  ])('does not verify afterwards what %s', async (_, happen, state) => {
    await pause(true)
    const order = await buildRequested()
    await pay(order.amount)
    await chain.mine(confirmations - 1)
    await round()
    expect((await read(order)).payments).toMatchObject([{ state: 'final' }])
    await happen(order)
    await pause(false)
    for (let n = 0; n < 2; n += 1) await round()
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', payments: [{ state }] })
  })
})
