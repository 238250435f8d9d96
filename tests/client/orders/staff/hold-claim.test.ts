import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { orders } from '../../../../drizzle/schema.ts'
import { addToCart } from '../../../../client/cart/actions.ts'
import { checkout, markPaid } from '../../../../client/orders/actions.ts'
import { loadStaffOrder, releaseOrder, verifyPayment } from '../../../../client/orders/staff/actions.ts'
import { holdClaim, listTabClaims } from '../../../../client/orders/staff/hold-claim.ts'
import { startTestServer, type TestServer, waitFor } from '../../../app.ts'
import { buildItem } from '../../../build.ts'
import { openNetwork, openUser, stateOf, untilLive } from '../../device.ts'

let server: TestServer
let tab: EventTarget
beforeAll(async () => void (server = await startTestServer()))
beforeEach(() => {
  tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  return server.close()
})

/** A paid order, and a member of staff with a network of their own who has it open. */
async function openPaidOrder() {
  const { client: customer } = await openUser(await openNetwork(server))
  await addToCart(customer, (await buildItem(server)).id)
  const { _id } = await checkout(customer, 'bank')
  await markPaid(customer, _id, { paymentMethod: 'bank' })
  const network = await openNetwork(server)
  const { client: mira, id } = await openUser(network, { firstName: 'Mira', isStaff: true })
  await loadStaffOrder(mira, _id)
  async function reconnect() {
    network.cut()
    await waitFor(() => stateOf(mira).connection.status === 'offline')
    network.heal()
    await untilLive(mira)
  }
  const readClaim = async () => {
    const [row] = await server.app.db.select().from(orders).where(eq(orders.id, _id))
    return { by: row!.claimedBy, until: row!.claimUntil?.getTime() ?? 0 }
  }
  return { id: _id, mira, miraId: id, reconnect, readClaim }
}

it('holds a claim until every holder has released it, and renews it after a lost connection', async () => {
  const { id, mira, miraId, reconnect, readClaim } = await openPaidOrder()
  const [first, second] = [await holdClaim(mira, id), await holdClaim(mira, id)]
  const { by, until } = await readClaim()
  expect(by).toBe(miraId)
  await reconnect()
  await expect.poll(async () => (await readClaim()).until).toBeGreaterThan(until)

  first()
  first()
  await waitFor(() => stateOf(mira).staffOrders.byId[id]!.checkingBy === miraId)
  second()
  await expect.poll(async () => (await readClaim()).by).toBe(null)
})

it('does not claim an order for delivery that was claimed to check its payment', async () => {
  const { id, mira, reconnect, readClaim } = await openPaidOrder()
  await holdClaim(mira, id)
  await verifyPayment(mira, id)
  await reconnect()
  await expect(holdClaim(mira, 'none')).rejects.toMatchObject({ status: 404 })
  expect((await readClaim()).by).toBe(null)
})

it('can be claimed again after it was released elsewhere', async () => {
  const { id, mira, miraId, readClaim } = await openPaidOrder()
  const release = await holdClaim(mira, id)
  await releaseOrder(mira, id)
  expect((await readClaim()).by).toBe(null)
  await holdClaim(mira, id)
  expect((await readClaim()).by).toBe(miraId)
  release()
  expect((await readClaim()).by).toBe(miraId)
})

it('is taken up again after a reload that took longer than the server waits, within a minute', async () => {
  const { id, mira } = await openPaidOrder()
  await holdClaim(mira, id)
  expect(listTabClaims(mira)).toEqual([id])
  tab.dispatchEvent(new Event('pagehide'))
  await releaseOrder(mira, id)
  expect(listTabClaims(mira)).toEqual([id])
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001)
  expect(listTabClaims(mira)).toEqual([])
  later.mockRestore()
  expect(listTabClaims(mira), 'and is forgotten').toEqual([])
})

it('is not taken up again once it was released, without a reload', async () => {
  const { id, mira } = await openPaidOrder()
  await holdClaim(mira, id)
  await releaseOrder(mira, id)
  expect(listTabClaims(mira)).toEqual([])
})
