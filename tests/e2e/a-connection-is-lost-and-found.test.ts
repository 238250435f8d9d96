import type { Page } from '@playwright/test'
import { findItems, open, orderOf, pay } from './shop.ts'
import { expect, type Somebody, test } from './store.ts'

test.use({ provoked: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket/ })

const lost = (page: Page) => page.getByRole('status').filter({ hasText: 'Reconnecting…' })
const back = (page: Page) => page.getByRole('status').filter({ hasText: 'Up to date' })
const live = (page: Page) => page.getByText('Live', { exact: true })

/** A paid order, looked at by its customer through a network that can be silenced: no end is told of it. */
async function watchOrder(customer: Somebody) {
  let [silent, lost] = [false, 0]
  await customer.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    const heard = () => !silent
    let dead = false
    const pass = (send: (message: string | Buffer) => void) => (message: string | Buffer) => {
      // What was cut once stays so: the other end has long given it up.
      dead ||= !heard()
      if (dead) lost += 1
      else send(message)
    }
    socket.onMessage(pass((message) => server.send(message)))
    server.onMessage(pass((message) => socket.send(message)))
  })
  const { items } = await findItems(customer.page, 'limit=1')
  const order = await orderOf(customer, items[0]!)
  await pay(customer, order)
  await customer.page.goto(`/orders/details/${order._id}`)
  await expect(live(customer.page)).toBeVisible()
  return { order, silence: (on: boolean) => void (silent = on), lost: () => lost }
}

test('a network that falls silent is said within 15 s, and made up for by itself', async ({ newcomer, signedIn }) => {
  test.setTimeout(90_000)
  const customer = await newcomer()
  const staff = await signedIn('staff@example.com')
  const { page } = customer
  const { order, silence } = await watchOrder(customer)
  silence(true)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect(lost(page)).toBeVisible({ timeout: 15_000 })
  silence(false)
  await expect(back(page)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Payment Verified').first()).toBeVisible()
  await expect(back(page)).toHaveCount(0)
})

test('who comes back to a page sees what is true, though its connection died unnoticed', async ({
  newcomer,
  signedIn,
}) => {
  const customer = await newcomer()
  const staff = await signedIn('staff@example.com')
  const { page } = customer
  await page.clock.install()
  const { order, silence, lost: swallowed } = await watchOrder(customer)
  silence(true)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect.poll(swallowed, 'the store has told of it').toBeGreaterThan(0)
  // Long enough for the connection to be doubted at all.
  await page.clock.fastForward(1500)
  await expect(page.getByText('Payment Verified')).toHaveCount(0)
  silence(false)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Payment Verified').first()).toBeVisible()
  await expect(lost(page)).toHaveCount(0)
})

test('a device without a network says so at once, loses nothing that was typed, and is right 2 s later', async ({
  newcomer,
  signedIn,
}) => {
  const customer = await newcomer()
  const staff = await signedIn('staff@example.com')
  const { page, context } = customer
  const { order } = await watchOrder(customer)
  await context.setOffline(true)
  await expect(lost(page)).toBeVisible({ timeout: 3000 })
  await expect(page.getByText('Connecting…', { exact: true })).toBeVisible()
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await context.setOffline(false)
  await expect(page.getByText('Payment Verified').first()).toBeVisible({ timeout: 2500 })
  await expect(back(page)).toBeVisible()
})

test('§4 session — calls that come together renew a token that ran out once, unseen', async ({ newcomer, browse }) => {
  const { page, context, call } = await newcomer()
  await open(page, '/faq')
  await page.evaluate(() => localStorage.setItem('token', 'ran-out'))
  let refreshes = 0
  context.on('request', (request) => void (refreshes += Number(request.url().endsWith('/api/auth/refresh'))))
  await page.goto('/orders')
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page).toHaveURL('/orders')
  expect(refreshes).toBe(1)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe('ran-out')
  expect((await call('GET', '/auth/me')).success, 'the old token is as good as ever').toBe(true)

  const visitor = await browse()
  const asked: string[] = []
  visitor.on('request', (request) => void asked.push(request.url()))
  await open(visitor, '/items')
  expect(asked.filter((url) => url.includes('/auth/'))).toEqual([])
})
