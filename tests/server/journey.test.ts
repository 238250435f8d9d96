import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, waitFor, type Wire } from '../app.ts'
import { buildCoupon, buildItem, buildStaff, buildUser } from '../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('leads from the cart to a payment that is verified live', async () => {
  const ada = await buildUser(server, { firstName: 'Ada' })
  const mira = await buildStaff(server, { firstName: 'Mira' })
  const [first, second] = [await buildItem(server, { price: 1299 }), await buildItem(server, { price: 500 })]
  const coupon = await buildCoupon(server, { code: 'WELCOME10' })

  const customer = await server.connect({ token: ada.token })
  const staff = await server.connect({ token: mira.token })
  await waitFor(() => customer.received.length > 0 && staff.received.length > 0)
  expect(customer.received[0]).toMatchObject({
    name: 'welcome',
    data: { streams: { user: { mode: 'live', head: 0 } } },
  })

  await server.call('POST', '/cart', { item: first.id, count: 2 }, { token: ada.token })
  const cart = await server.call('POST', '/cart', { item: second.id }, { token: ada.token })
  expect(cart.body).toMatchObject({ success: true, data: [{ count: 2 }, { count: 1 }] })

  const placed = await server.call(
    'POST',
    '/checkout',
    { paymentMethod: 'binance', subtotal: 30.98 },
    { token: ada.token, key: 'one' },
  )
  expect(placed.body).toMatchObject({ data: { total: 30.98, paymentStatus: 'pending', orderStatus: 'pending' } })
  const id = placed.body.data._id as string
  expect(
    (
      await server.call(
        'POST',
        '/checkout',
        { paymentMethod: 'binance', subtotal: 30.98 },
        { token: ada.token, key: 'one' },
      )
    ).body,
  ).toEqual(placed.body)

  const found = await server.call('GET', '/coupons/welcome10', undefined, { token: ada.token })
  expect(found.body.data).toMatchObject({ _id: coupon.id, type: 'Percentage', amount: 10 })
  const discounted = await server.call(
    'PATCH',
    `/checkout/${id}/apply-coupon`,
    { couponId: coupon.id },
    { token: ada.token },
  )
  expect(discounted.body.data).toMatchObject({ discountAmount: 3.1, total: 27.88, couponCode: 'WELCOME10' })

  const outdated = await server.call(
    'PATCH',
    `/checkout/${id}/mark-paid`,
    { paymentMethod: 'bank', discountAmount: 9 },
    { token: ada.token },
  )
  expect(outdated).toMatchObject({ status: 409, body: { message: 'The order total has changed. Please review it.' } })
  await server.call(
    'PATCH',
    `/checkout/${id}/mark-paid`,
    { paymentMethod: 'bank', reference: 'CEFT-1', discountAmount: 3.1 },
    { token: ada.token },
  )
  const paidEvent = await waitFor(() => staff.events().find((event) => event.data.change === 'paid'))
  expect(paidEvent).toMatchObject({
    stream: 'staff',
    type: 'order.changed',
    data: { order: { _id: id, transferReference: 'CEFT-1', customer: { firstName: 'Ada' } } },
  })

  const verified = await server.call('PATCH', `/admin/orders/${id}/verify`, undefined, { token: mira.token })
  expect(verified.body.data).toMatchObject({ paymentStatus: 'verified', orderStatus: 'processing' })
  await waitFor(() => customer.events().some((event) => event.data.change === 'verified'))
  expect(customer.events().map((event) => event.type)).toEqual([
    'cart.changed',
    'cart.changed',
    'cart.changed',
    'order.changed',
    'order.changed',
    // The method is remembered.
    'user.changed',
    'order.changed',
    'notification.created',
    'points.changed',
    'notification.created',
    'order.changed',
  ])
  expect(customer.events().map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  const { body } = await server.call('GET', '/points/me', undefined, { token: ada.token })
  expect(body).toMatchObject({
    totalPoints: 27,
    totalCount: 1,
    entries: [{ source: 'order', points: 27, amount: 27.88 }],
  })
  const order = await server.call<Wire['order']>('GET', `/checkout/${id}`, undefined, { token: ada.token })
  expect(order.body.data.history.map(({ what, name }) => [what, name])).toEqual([
    ['created', 'Ada'],
    ['coupon', 'Ada'],
    ['paid', 'Ada'],
    ['verified', 'Mira'],
  ])
})
