import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('watching an order', () => {
  it('tells the customer which staff member has the order open, until nobody has', async () => {
    const ada = await buildUser(server)
    const [mira, sol] = [
      await buildStaff(server, { firstName: 'Mira' }),
      await buildStaff(server, { firstName: 'Sol' }),
    ]
    const { _id: orderId } = await buildPaidOrder(server, ada)
    const customer = await server.connect({ token: ada.token })
    const [first, second] = [await server.connect({ token: mira.token }), await server.connect({ token: sol.token })]
    const viewing = () => customer.payloads('viewing').map((one) => one.name)

    expect(await customer.emit('watch', { orderId })).toEqual({ success: true })
    expect(customer.payloads('viewing')).toEqual([{ orderId, name: null }])
    expect(await first.emit('watch', { orderId })).toEqual({ success: true })
    await waitFor(() => viewing().at(-1) === 'Mira')
    await second.emit('watch', { orderId })
    await first.emit('unwatch', { orderId })
    await waitFor(() => viewing().at(-1) === 'Sol')
    second.socket.disconnect()
    await waitFor(() => viewing().at(-1) === null)
    expect(first.payloads('viewing')).toEqual([])

    await customer.emit('unwatch', { orderId })
    const countBefore = viewing().length
    await first.emit('watch', { orderId })
    await server.call('GET', '/health')
    expect(viewing()).toHaveLength(countBefore)
  })

  it('tells a customer who connects later', async () => {
    const [ada, mira] = [await buildUser(server), await buildStaff(server, { firstName: 'Mira' })]
    const { _id: orderId } = await buildPaidOrder(server, ada)
    const staff = await server.connect({ token: mira.token })
    await staff.emit('watch', { orderId })
    const customer = await server.connect({ token: ada.token })
    await customer.emit('watch', { orderId })
    expect(customer.payloads('viewing')).toEqual([{ orderId, name: 'Mira' }])
  })

  it('forgets a socket that disconnects before the acknowledgement', async () => {
    const [ada, mira] = [await buildUser(server), await buildStaff(server, { firstName: 'Mira' })]
    const { _id: orderId } = await buildPaidOrder(server, ada)
    const staff = await server.connect({ token: mira.token })
    staff.socket.emit('watch', { orderId })
    staff.socket.disconnect()
    const readViewing = async () => {
      const customer = await server.connect({ token: ada.token })
      await customer.emit('watch', { orderId })
      return customer.payloads('viewing')
    }
    // Until the server has noticed.
    await expect.poll(readViewing).toEqual([{ orderId, name: null }])
  })

  it('tells how many payments are ahead in the queue, as that changes', async () => {
    const own = await startTestServer()
    const [ada, sam, mira] = [await buildUser(own), await buildUser(own), await buildStaff(own)]
    const earlier = await buildPaidOrder(own, ada)
    const { _id: orderId } = await buildPaidOrder(own, sam)
    const customer = await own.connect({ token: sam.token })
    await customer.emit('watch', { orderId })
    expect(customer.payloads('queue')).toEqual([{ orderId, ahead: 1 }])
    await own.call('PATCH', `/admin/orders/${earlier._id}/verify`, undefined, { token: mira.token })
    await waitFor(() => customer.payloads('queue').length === 2)
    expect(customer.payloads('queue')[1]).toEqual({ orderId, ahead: 0 })
    await own.close()
  })

  it('sends the place in the queue with a paid order, too, in the order in which staff see the queue', async () => {
    const own = await startTestServer()
    const [ada, mira] = [await buildUser(own), await buildStaff(own)]
    const positionOf = async (id: string) => {
      const { body } = await own.call('GET', `/checkout/${id}`, undefined, { token: ada.token })
      return (body as unknown as { queuePosition: number | null }).queuePosition
    }
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push((await buildPaidOrder(own, ada))._id)
    // Paid at the same time, as it can happen: their ids decide.
    const paidAt = new Date()
    await own.app.db
      .update(orders)
      .set({ paidAt })
      .where(inArray(orders.id, ids.slice(2)))
    const { body } = await own.call<{ _id: string }[]>('GET', '/admin/orders?paymentStatus=paid', undefined, {
      token: mira.token,
    })
    const queue = body.data.map(({ _id }) => _id)
    expect(queue.toSorted()).toEqual(ids.toSorted())
    for (const [position, id] of queue.entries()) expect(await positionOf(id)).toBe(position)

    expect(await positionOf((await buildOrder(own, ada))._id), 'of a pending order').toBeNull()
    await own.call('PATCH', `/admin/orders/${queue[0]!}/verify`, undefined, { token: mira.token })
    expect(await positionOf(queue[0]!), 'of a verified order').toBeNull()
    expect(await positionOf(queue[4]!)).toBe(3)
    await own.close()
  })

  it('sends no queue signal for an order that is not awaiting verification', async () => {
    const ada = await buildUser(server)
    const { _id: orderId } = await buildOrder(server, ada)
    const customer = await server.connect({ token: ada.token })
    await customer.emit('watch', { orderId })
    expect(customer.payloads('queue')).toEqual([])
  })

  it('returns 404 to another customer, as for an unknown order, and 401 to a visitor', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    const { _id: orderId } = await buildPaidOrder(server, ada)
    const customer = await server.connect({ token: ada.token })
    await customer.emit('watch', { orderId })
    const stranger = await server.connect({ token: eve.token })
    const rejected = { success: false, message: 'Order not found', error: 'not_found' }
    expect(await stranger.emit('watch', { orderId })).toEqual(rejected)
    expect(await stranger.emit('watch', { orderId: 'none' })).toEqual(rejected)
    expect(await (await server.connect()).emit('watch', { orderId })).toEqual({
      success: false,
      message: 'Please log in.',
      error: 'unauthorized',
    })
    expect(stranger.received.map((one) => one.name)).toEqual(['welcome'])
    expect(customer.payloads('viewing')).toHaveLength(1)
  })
})
