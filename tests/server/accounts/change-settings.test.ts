import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('publishes changed settings to all of the user’s devices, and to nobody else', async () => {
  const [user, other] = [await buildUser(server), await buildUser(server)]
  const [device, otherDevice] = [
    await server.connect({ token: user.token }),
    await server.connect({ token: other.token }),
  ]
  const { token } = user
  const currency = await server.call('POST', '/auth/change-currency', { currency: 'LKR' }, { token })
  expect(currency.body.user.currency).toBe('LKR')
  const dark = await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token })
  expect(dark.body.user).toMatchObject({ currency: 'LKR', darkMode: true })
  const method = await server.call('POST', '/auth/payment-method', { paymentMethod: 'bank' }, { token })
  expect(method.body.user).toMatchObject({ darkMode: true, paymentMethod: 'bank' })
  await expect.poll(() => device.eventSummaries()).toEqual(['user.changed', 'user.changed', 'user.changed'])
  expect(device.events()[1]!.data).toEqual({ user: dark.body.user })
  expect(otherDevice.eventSummaries()).toEqual([])
})

it.each([
  ['/auth/change-currency', { currency: 'EUR' }, 'currency must be USD, INR or LKR'],
  ['/auth/change-currency', { currency: 'USD', points: 9 }, 'Unknown field: points.'],
  ['/auth/payment-method', { paymentMethod: 'visa' }, 'This payment method is not handled on this page.'],
  ['/auth/dark-mode', { darkMode: 'yes' }, 'darkMode must be true or false'],
])('%s rejects %j', async (path, body, message) => {
  const { token } = await buildUser(server)
  const rejected = await server.call('POST', path, body, { token })
  expect([rejected.status, rejected.body.message]).toEqual([400, message])
})

it('returns 401 for visitors', async () => {
  expect((await server.call('POST', '/auth/dark-mode', { darkMode: true })).status).toBe(401)
})
