import type { Page } from '@playwright/test'
import { createOrder, findItems, listOrders, markPaid } from './api.ts'
import { expect, test, type TestUser } from './fixtures.ts'
import { openHydrated, orderNumber } from './page-actions.ts'

/** How much of the page has moved by itself since it opened. */
async function openAndMeasure(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { readShift: () => shift })
  })
  await page.goto(path)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (Reflect.get(window, 'readShift') as () => number)())
}

const pagesOf = (user: TestUser, names: string[]) => names.map((name) => [user, `/${name}`] as const)

for (const [width, isMainOnly] of [[390, true], [390], [768], [1024], [1440]] as const) {
  const pages = isMainOnly ? 'queue, inbox, home, dashboard and orders' : 'all signed-in pages'
  test(`${pages} don't move while they load, at ${width} px${isMainOnly ? '' : ' @thorough'}`, async ({
    newCustomer,
    logIn,
    app,
  }) => {
    if (!isMainOnly) test.setTimeout(300_000)
    const customer = await newCustomer()
    const { items } = await findItems(customer.page, 'limit=2')
    const order = await createOrder(customer, { _id: items[0]!._id })
    // Has no orders yet, but a conversation.
    const newcomer = await newCustomer()
    for (let i = 1; i <= 6; i += 1) await newcomer.call('POST', '/support-chat/message', { message: `Question ${i}` })
    const staff = await logIn('mira@example.com')
    // Can be verified with all that were received in full.
    const received = await createOrder(customer, { _id: items[1]!._id })
    await markPaid(customer, received)
    const money = { source: 'manual', currency: 'USD', amount: String(received.total), order: received._id }
    await staff.call('POST', '/admin/payments', money)
    // Has orders in every state.
    const ada = await logIn('ada@example.com')
    const adasOrders = new Map((await listOrders(ada)).map((one) => [one.paymentStatus, one._id])).values()
    const [conversation] = (await staff.call('GET', '/admin/support?status=open')).data as unknown as { _id: string }[]
    const mainPages = [
      ...pagesOf(staff, ['admin/payments', 'admin/orders', 'admin/support', `admin/support/${conversation!._id}`]),
      ...pagesOf(customer, ['', 'dashboard', 'orders', `orders/details/${order._id}`, `orders/${order._id}`]),
      ...pagesOf(
        ada,
        Array.from(adasOrders, (id) => `orders/details/${id}`),
      ),
    ]
    const otherPages = [
      ...pagesOf(staff, ['admin/items', 'admin/categories', 'admin/customers', 'admin/coupons', 'admin/stats']),
      ...pagesOf(staff, ['admin/system', 'admin/security', 'admin/payments?paymentMethod=bank']),
      ...pagesOf(customer, ['cart', 'notifications', 'support', 'profile?tab=points']),
      ...pagesOf(newcomer, ['dashboard', 'support', 'profile?tab=password']),
      ...pagesOf(ada, ['dashboard', 'orders', 'notifications']),
    ]
    for (const [{ page, context }, path] of isMainOnly ? mainPages : [...mainPages, ...otherPages]) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
      const isStaff = path.startsWith('/admin')
      const prefs = { theme: 'light', currency: 'USD', initials: 'NF', isStaff }
      await context.addCookies([{ name: 'prefs', value: encodeURIComponent(JSON.stringify(prefs)), url: app.url }])
      expect.soft(await openAndMeasure(page, path), path).toBeLessThanOrEqual(0.02)
    }
    await staff.page.goto('/admin/payments')
    await expect(staff.page.getByRole('button', { name: 'Verify 1 received in full' })).toBeInViewport({ ratio: 1 })
    await staff.call('PATCH', `/admin/orders/${received._id}/verify`)
  })
}

for (const width of [390, 1350]) {
  test(`public pages don't move when their fonts arrive, at ${width} px`, async ({ newVisitor }) => {
    const page = await newVisitor()
    await page.setViewportSize({ width, height: width < 600 ? 844 : 940 })
    const { items } = await findItems(page, 'limit=1')
    for (const path of ['/', '/items', `/items/${items[0]!._id}`, '/faq']) {
      expect(await openAndMeasure(page, path), path).toBeLessThanOrEqual(0.01)
      expect(await page.evaluate(() => document.fonts.check('1rem "Inter Variable"')), path).toBe(true)
    }
  })
}

test('the home page is painted once its first items are there, which stand above the example on phones', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await page.goto('/')
  const isAfterItems = await page.evaluate(() => {
    const awaited = document.querySelector<HTMLLinkElement>('link[rel=expect][blocking=render]')!
    const target = document.querySelector(new URL(awaited.href).hash)!
    const position = document.querySelector('.home-popular')!.compareDocumentPosition(target)
    return position === Node.DOCUMENT_POSITION_FOLLOWING
  })
  expect(isAfterItems).toBe(true)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`an answer of the FAQ unfolds ${reducedMotion === 'reduce' ? 'at once' : 'slowly'} with ${reducedMotion} @thorough`, async ({
    newVisitor,
  }) => {
    const page = await newVisitor()
    await page.emulateMedia({ reducedMotion })
    await openHydrated(page, '/faq')
    // A busy machine draws few frames.
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Animation.enable')
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.1 })
    const heights = await page.evaluate(async () => {
      const answer = document.querySelector('details:not([open])')!
      const readHeight = () => answer.getBoundingClientRect().height
      const seen = new Set([readHeight()])
      answer.querySelector('summary')!.click()
      for (let frame = 0; frame < 30; frame += 1) {
        await new Promise(requestAnimationFrame)
        seen.add(readHeight())
      }
      return [...seen]
    })
    if (reducedMotion === 'reduce') expect(heights).toHaveLength(2)
    else expect(heights.length).toBeGreaterThan(3)
  })
}

test('with reduced motion, a stylesheet that arrives late applies at once', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openHydrated(page, '/faq')
  const transitions = await page.evaluate(async () => {
    const properties: string[] = []
    document.addEventListener('transitionrun', ({ propertyName }) => properties.push(propertyName))
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('main { padding-top: 40px } main * { flex-grow: 1; line-height: 3 }')
    document.adoptedStyleSheets.push(sheet)
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return properties
  })
  expect(transitions).toEqual([])
})

for (const width of [390, 1440]) {
  test(`an item opened from its card doesn't move while its plans load, at ${width} px @thorough`, async ({
    newVisitor,
    newCustomer,
  }) => {
    const visitor = await newVisitor()
    const { page: customer } = await newCustomer()
    for (const page of [visitor, customer]) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
      for (const plans of [1, 2, 3, 4]) {
        const item = await findItemWithPlans(page, plans)
        await openCatalogue(page, item.name)
        await recordFirstPlaces(page)
        // Later than the page waits for them.
        await page.route('**/related', async (route) => {
          await expect(page.locator('.add-to-cart')).toBeVisible()
          await route.continue()
        })
        const loaded = page.waitForResponse('**/related')
        const link = page.getByRole('link', { name: item.name, exact: true })
        // On the way to a click, the pointer has the page's code loaded.
        await link.hover()
        await expect.poll(() => page.evaluate(hasItemCode)).toBe(true)
        await link.click()
        await loaded
        await expect(page.getByRole('navigation', { name: /^Plans of/ })).toHaveCount(plans > 1 ? 1 : 0)
        await expect(page.getByRole('list', { name: 'Before you buy' })).toBeVisible()
        expect(await placesNow(page), `with ${plans} plans`).toEqual(await firstPlaces(page))
        await page.unroute('**/related')
      }
    }
  })
}

test('a paid order is loaded before it opens from the list, with its place in the queue', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await createOrder(customer, { _id: items[0]!._id })
  await markPaid(customer, order)
  // Without the signals, which come a moment later.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).startsWith('42["queue"')) socket.send(message)
    })
  })
  await openHydrated(page, '/orders')
  await page.evaluate((path) => {
    const isListShown: boolean[] = []
    const { fetch } = window
    window.fetch = (...args) => {
      if (new Request(...args).url.endsWith(path)) isListShown.push(document.querySelector('.order-number') !== null)
      return fetch(...args)
    }
    Object.assign(window, { isListShown })
  }, `/api/checkout/${order._id}`)
  await page.getByRole('link', { name: `Order ${orderNumber(order._id)}`, exact: true }).click()
  const place = /payments? (is|are) ahead of yours|next payment to be checked/
  await expect(page.locator('.step-current')).toContainText(place)
  expect(await page.evaluate(() => Reflect.get(window, 'isListShown') as boolean[]), 'loaded once').toEqual([true])
})

const hasItemCode = () => performance.getEntriesByType('resource').some(({ name }) => /\/item-[^/]+\.js/.test(name))

async function openCatalogue(page: Page, name: string) {
  await openHydrated(page, `/items?q=${encodeURIComponent(name)}`)
  await page.waitForLoadState('networkidle')
}

async function findItemWithPlans(page: Page, count: number) {
  const { items } = await findItems(page, 'limit=100')
  for (const item of items) {
    const answer = await page.request.get(`/api/items/${item._id}/related`)
    const { data } = (await answer.json()) as { data: { plans: unknown[] } }
    if (data.plans.length === count) return item
  }
  throw new Error(`No item has ${count} plans.`)
}

/** Records where the button, and what follows the plans and facts, are as soon as the item's page is there. */
const recordFirstPlaces = (page: Page) =>
  page.evaluate(() => {
    const readPlaces = () =>
      ['.add-to-cart', '.buy-box > section:last-child'].map((selector) =>
        Math.round(document.querySelector(selector)!.getBoundingClientRect().top + scrollY),
      )
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.add-to-cart')) return
      observer.disconnect()
      Object.assign(window, { readPlaces, firstPlaces: readPlaces() })
    }).observe(document.body, { childList: true, subtree: true })
  })

const firstPlaces = (page: Page) => page.evaluate(() => Reflect.get(window, 'firstPlaces') as number[])
const placesNow = (page: Page) => page.evaluate(() => (Reflect.get(window, 'readPlaces') as () => number[])())
