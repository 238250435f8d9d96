import { expectAccessible } from './expect-accessible.ts'
import { findItems, listOrders } from './api.ts'
import { openHydrated } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

const publicPages = ['/', '/items', '/items?q=nosuchthing', '/faq', '/auth', '/cart', '/nowhere']
const customerPages = [
  '/',
  '/items',
  '/cart',
  '/orders',
  '/orders?paymentStatus=failed',
  '/notifications',
  '/dashboard',
  '/profile',
  '/profile?tab=points',
  '/profile?tab=password',
]

test('public pages have no serious accessibility violations in either theme', async ({ newVisitor }) => {
  test.setTimeout(180_000)
  const page = await newVisitor()
  const { items } = await findItems(page, 'sortBy=rating&limit=1')
  for (const path of [...publicPages, `/items/${items[0]!._id}`]) await expectAccessible(page, path)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await page.getByRole('button', { name: 'Login to Review' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/items')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page)
})

test('customer pages have no serious accessibility violations in either theme', async ({ logIn }) => {
  test.setTimeout(240_000)
  const ada = await logIn('ada@example.com')
  const { page, call } = ada
  const { items } = await findItems(page, 'limit=2')
  for (const { _id } of items) await call('POST', '/cart', { item: _id })
  const orders = await listOrders(ada)
  // One order of each status.
  const details = new Map(
    orders.map(({ _id, paymentStatus, orderStatus }) => [`${paymentStatus} ${orderStatus}`, `/orders/details/${_id}`]),
  )
  for (const path of [...customerPages, ...details.values()]) await expectAccessible(page, path)
  await page.goto(details.get('verified completed')!)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByRole('note')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expectAccessible(page)
  const pending = orders.find(({ paymentStatus }) => paymentStatus === 'pending')!
  await expectAccessible(page, `/orders/${pending._id}`)
  await page.getByRole('radio', { name: /^Crypto wallet/ }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(page)
})

test('public pages are readable without JavaScript', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/items?sortBy=price-low')
  await expect(page.getByText(/^2\d\d services found$/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveTitle(/· Kade$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('a missing item responds with 404 and a message', async ({ newVisitor }) => {
  const page = await newVisitor()
  for (const path of ['/items/nothing', '/items/No_such-item']) {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Item not found').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(calls, 'the page has the answer, so it isn’t asked for again').not.toContain(`/api${path}`)
  }
})

test('dark mode applies on the first paint', async ({ newVisitor, app }) => {
  const page = await newVisitor()
  const prefs = encodeURIComponent(JSON.stringify({ theme: 'dark', currency: 'LKR', initials: '' }))
  await page.context().addCookies([{ name: 'prefs', value: prefs, url: app.url }])
  const html = await (await page.context().request.get('/items')).text()
  expect(html).toContain('data-theme="dark"')
  expect(html).toMatch(/Rs\s[\d,]+\.\d\d/)
})

test('paper has no controls, and colours chosen by the user show what the theme draws', async ({ logIn }) => {
  const ada = await logIn('ada@example.com')
  const { page } = ada
  const { items } = await findItems(page, 'limit=1')
  await openHydrated(page, `/items/${items[0]!._id}`)
  const skipLink = page.getByRole('link', { name: 'Skip to content' })
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(skipLink).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toBeHidden()
  await expect(page.getByRole('tablist')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  const [order] = await listOrders(ada)
  await openHydrated(page, `/orders/details/${order!._id}`)
  const receipt = page.locator('.receipt-paper')
  await expect(receipt).toHaveCSS('border-top-width', '1px')
  await expect(receipt).toHaveCSS('mask-image', 'none')
})

test('a button of a menu leaves its state to the browser, and a card under the pointer rises', async ({
  newVisitor,
}) => {
  const page = await newVisitor()
  await openHydrated(page, '/items')
  const buttons = page.locator('button[popovertarget]')
  expect(await buttons.count()).toBeGreaterThan(0)
  for (const button of await buttons.all()) await expect(button).not.toHaveAttribute('aria-expanded')
  const card = page.getByRole('article').first()
  await card.hover()
  await expect(card).toHaveCSS('translate', '0px -2px')
})
