import type { Page } from '@playwright/test'
import { findItems, createOrder, markPaid } from './api.ts'
import { openHydrated } from './page-actions.ts'
import { expect, type TestUser, test } from './fixtures.ts'

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket|status of 404/ })

test('a page that is opened offline says so, appears with its styles, and its code is not asked for all the time', async ({
  logIn,
}) => {
  const { page, context } = await logIn('mira@example.com')
  const code = /\/assets\/admin-statements-/
  // It would be loaded ahead of time.
  await page.route(code, (route) => route.abort('internetdisconnected'))
  await page.goto('/admin/payments')
  const link = page.getByRole('link', { name: 'Statements' })
  await expect(link).toBeVisible()
  await context.setOffline(true)
  let requests = 0
  page.on('requestfailed', (request) => void (requests += Number(code.test(request.url()))))
  await link.click()
  await expect(reconnectingNote(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This page opens once you’re reconnected' })).toBeVisible()
  await expect.poll(() => requests).toBeGreaterThan(2)
  expect(requests).toBeLessThan(20)
  await page.unroute(code)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'No statements yet' })).toBeVisible()
  const hasStyles = () =>
    Array.from(document.styleSheets).some(
      (sheet) => sheet.href?.includes('/admin-statements-') && sheet.cssRules.length > 0,
    )
  expect(await page.evaluate(hasStyles)).toBe(true)
})

/** Answers requests for code of a page with 404, and counts them. */
async function removeCode(page: Page, code: RegExp) {
  const removed = { requests: 0 }
  await page.route(code, (route) => {
    removed.requests += 1
    return route.fulfill({ status: 404 })
  })
  return removed
}

/** Whether the store has been updated is asked with HEAD. */
const replaceStore = (page: Page) =>
  page.route(/\/assets\/.*\.js$/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.fallback(),
  )

test('a page whose code an update of the store has removed is reloaded', async ({ logIn }) => {
  const { page } = await logIn('ada@example.com')
  const removed = await removeCode(page, /\/assets\/orders-.*\.js$/)
  await openHydrated(page, '/items')
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await expect.poll(() => removed.requests).toBeGreaterThan(2)
  await expect(
    page.getByText('This page is taking a while'),
    'the store still has the other scripts of this page',
  ).toBeVisible()
  page.once('framenavigated', () => void page.unrouteAll())
  await replaceStore(page)
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
})

test('a page is announced by its own title, once its code is there @thorough', async ({ logIn }) => {
  const { page } = await logIn('ada@example.com')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/orders-.*\.js$/, (route) => held.then(() => route.continue()))
  await openHydrated(page, '/items')
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(globalThis, { announced })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status]'))
        if (region.textContent?.includes('Kade')) announced.push(region.textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click()
  await expect(page.getByText('This page is taking a while')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => [...new Set((globalThis as unknown as { announced: string[] }).announced)]))
    .toEqual(['Your Orders · Kade'])
})

test('a page that needs code which an update of the store has removed offers to reload', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/items')
  const notice = page.getByText('The store has been updated. Reload the page to continue.')
  const removed = await removeCode(page, /\/assets\/filter-sheet-.*\.js$/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect.poll(() => removed.requests).toBeGreaterThan(2)
  await expect(notice, 'the store still has the other scripts of this page').toHaveCount(0)
  await replaceStore(page)
  await expect(notice).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(notice).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
})

const reconnectingNote = (page: Page) => page.getByRole('status').filter({ hasText: 'Reconnecting…' })
const upToDateNote = (page: Page) => page.getByRole('status').filter({ hasText: 'Up to date' })
const liveBadge = (page: Page) => page.getByText('Live', { exact: true })

/** Opens a paid order through a socket that can be silenced without being closed. */
async function openOrderOnSilenceableSocket(customer: TestUser) {
  let isSilent = false
  let droppedCount = 0
  await customer.page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    let isDead = false
    const forward = (send: (message: string | Buffer) => void) => (message: string | Buffer) => {
      // A silenced socket stays dead: the other end has given it up.
      isDead ||= isSilent
      if (isDead) droppedCount += 1
      else send(message)
    }
    socket.onMessage(forward((message) => server.send(message)))
    server.onMessage(forward((message) => socket.send(message)))
  })
  const { items } = await findItems(customer.page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order)
  await customer.page.goto(`/orders/details/${order._id}`)
  await expect(liveBadge(customer.page)).toBeVisible()
  return { order, setSilent: (on: boolean) => void (isSilent = on), droppedMessages: () => droppedCount }
}

test('a silent network is reported within 15 s and recovered from automatically', async ({ newCustomer, logIn }) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const { order, setSilent } = await openOrderOnSilenceableSocket(customer)
  setSilent(true)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect(reconnectingNote(page)).toBeVisible()
  setSilent(false)
  await expect(upToDateNote(page)).toBeVisible()
  await expect(page.getByText('Payment Verified').first()).toBeVisible()
  await expect(upToDateNote(page)).toHaveCount(0)
})

test('returning to a page with a dead connection updates it', async ({ newCustomer, logIn }) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  await page.clock.install()
  const { order, setSilent, droppedMessages } = await openOrderOnSilenceableSocket(customer)
  setSilent(true)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect.poll(droppedMessages, 'the event was sent').toBeGreaterThan(0)
  // After this time, a page that becomes visible checks its connection.
  await page.clock.fastForward(1500)
  await expect(page.getByText('Payment Verified')).toHaveCount(0)
  setSilent(false)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Payment Verified').first()).toBeVisible()
  await expect(reconnectingNote(page)).toHaveCount(0)
})

test('going offline shows right away, and the page recovers within 2.5 s of coming back', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page, context } = customer
  const { order } = await openOrderOnSilenceableSocket(customer)
  await context.setOffline(true)
  await expect(reconnectingNote(page)).toBeVisible()
  await expect(page.getByText('Not live', { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Not live', { exact: true }), 'on a phone, too').toBeVisible()
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await context.setOffline(false)
  await expect(page.getByText('Payment Verified').first()).toBeVisible({ timeout: 2500 })
  await expect(upToDateNote(page)).toBeVisible()
})

for (const [user, path] of [
  ['staff@example.com', '/admin/payments'],
  ['ada@example.com', '/orders'],
] as const) {
  test(`on ${path} without a connection, the note about it is in the navigation and covers nothing @thorough`, async ({
    logIn,
  }) => {
    const { page, context } = await logIn(user)
    const isStaff = path.startsWith('/admin')
    const banner = page.getByRole('banner')
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await openHydrated(page, path)
      if (isStaff)
        await expect(page.getByRole('navigation').getByRole('link', { name: /^Payments/ })).toContainText(/\d/)
      else await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d/)
      const height = (await banner.boundingBox())!.height
      const group = banner.locator('.connection-status').locator('xpath=..')
      const place = await group.boundingBox()
      await context.setOffline(true)
      const note = banner.getByText('Reconnecting…')
      await expect(note).toBeInViewport({ ratio: 1 })
      const covered = await note.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        // What is in main isn't drawn outside it: it scrolls there in the staff area.
        return [...document.querySelectorAll('main, a:not(.logo, main *), button:not(main *)')]
          .filter((other) => {
            const box = other.getBoundingClientRect()
            return box.left < right && box.right > left && box.top < bottom && box.bottom > top
          })
          .map((other) => other.outerHTML.slice(0, 80))
      })
      expect(covered, `at ${width} px`).toEqual([])
      // In the narrowest windows, it takes the place of the search.
      if (!isStaff && width >= 360) expect(await group.boundingBox(), `nothing moves at ${width} px`).toEqual(place)
      // On phones, where tabs fill the bar of staff, it has a line of its own.
      if (!isStaff || width >= 640) expect((await banner.boundingBox())!.height, `at ${width} px`).toBe(height)
      await context.setOffline(false)
      await expect(note).toHaveCount(0)
    }
  })
}

test('session: concurrent calls refresh an expired token once', async ({ newCustomer, newVisitor }) => {
  const { page, context, call } = await newCustomer()
  await openHydrated(page, '/faq')
  await page.evaluate(() => localStorage.setItem('token', 'expired'))
  let refreshes = 0
  context.on('request', (request) => void (refreshes += Number(request.url().endsWith('/api/auth/refresh'))))
  await page.goto('/orders')
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page).toHaveURL('/orders')
  expect(refreshes).toBe(1)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe('expired')
  expect((await call('GET', '/auth/me')).success, 'the previous token stays valid').toBe(true)

  const visitor = await newVisitor()
  const urls: string[] = []
  visitor.on('request', (request) => void urls.push(request.url()))
  await openHydrated(visitor, '/items')
  expect(urls.filter((url) => url.includes('/auth/'))).toEqual([])
})
