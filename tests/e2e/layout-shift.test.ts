import type { Page } from '@playwright/test'
import { createOrder, findItems, listOrders, markPaid } from './api.ts'
import { expect, test } from './fixtures.ts'
import { openHydrated } from './page-actions.ts'

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

for (const width of [390, 768, 1024, 1440]) {
  test(`signed-in pages don't move while they load, at ${width} px${width === 390 ? '' : ' @thorough'}`, async ({
    newCustomer,
    logIn,
    app,
  }) => {
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
    const pagesOfCustomer = ['dashboard', 'orders', 'cart', 'notifications', 'support', 'profile?tab=points']
    const [conversation] = (await staff.call('GET', '/admin/support?status=open')).data as unknown as { _id: string }[]
    const pagesOfStaff = [
      'payments',
      'orders',
      'items',
      'categories',
      'customers',
      'coupons',
      'support',
      'stats',
      'system',
    ]
    pagesOfStaff.push('payments?paymentMethod=bank', 'security', `support/${conversation!._id}`)
    for (const [{ page, context }, path] of [
      ...pagesOfStaff.map((name) => [staff, `/admin/${name}`] as const),
      ...pagesOfCustomer.map((name) => [customer, `/${name}`] as const),
      [customer, `/orders/details/${order._id}`],
      [customer, `/orders/${order._id}`],
      ...['dashboard', 'support', 'profile?tab=password'].map((name) => [newcomer, `/${name}`] as const),
      ...['dashboard', 'orders', 'notifications'].map((name) => [ada, `/${name}`] as const),
      ...Array.from(adasOrders, (id) => [ada, `/orders/details/${id}`] as const),
    ] as const) {
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
