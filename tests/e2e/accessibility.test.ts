import { expectAccessible } from './expect-accessible.ts'
import { expectValidHtml } from './expect-valid-html.ts'
import { findItems, listOrders } from './api.ts'
import { openHydrated } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

// Each walk is a test of its own, so that they run side by side.
test.describe.configure({ mode: 'parallel' })

const publicPages = ['/', '/items', '/items?q=nosuchthing', '/faq', '/about', '/contact', '/auth', '/cart', '/nowhere']
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

test('public pages are accessible in both themes, and valid HTML as they are sent', async ({ newVisitor }) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'sortBy=rating&limit=1')
  for (const path of [...publicPages, `/items/${items[0]!._id}`]) {
    await expectAccessible(page, path)
    await expectValidHtml(await (await page.request.get(path)).text(), path)
  }
})

test('other public pages are valid HTML as they are sent', async ({ newVisitor }) => {
  const { request } = await newVisitor()
  const content = ['/how-it-works', '/terms', '/refunds', '/privacy', '/items?q=netflx&minPrice=1', '/items?from=x']
  const accounts = ['/profile', '/auth/forgot', '/auth/reset?token=x', '/auth/confirm-email?token=x', '/items/nothing']
  for (const path of [...content, ...accounts]) await expectValidHtml(await (await request.get(path)).text(), path)
})

test('dialogs and menus of public pages are accessible @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'sortBy=rating&limit=1')
  await openHydrated(page, `/items/${items[0]!._id}`)
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

test('customer pages are accessible in both themes', { tag: '@thorough' }, async ({ logIn }) => {
  const { page, call } = await logIn('ada@example.com')
  const { items } = await findItems(page, 'limit=2')
  for (const { _id } of items) await call('POST', '/cart', { item: _id })
  for (const path of customerPages) await expectAccessible(page, path)
})

test(
  'orders of each status, and what opens on them, are accessible in both themes',
  { tag: '@thorough' },
  async ({ logIn }) => {
    const ada = await logIn('ada@example.com')
    const { page } = ada
    const orders = await listOrders(ada)
    const details = new Map(
      orders.map(({ _id, paymentStatus, orderStatus }) => [
        `${paymentStatus} ${orderStatus}`,
        `/orders/details/${_id}`,
      ]),
    )
    for (const path of details.values()) await expectAccessible(page, path)
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
  },
)

test('public pages can be read, paged, filtered and sorted without JavaScript', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/items?sortBy=price-low')
  await expect(page.getByText(/^2\d\d services found$/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(24)
  const last = await page.getByRole('article').last().getByRole('heading').innerText()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/sortBy=price-low&from=/)
  await expect(page.getByRole('article')).toHaveCount(24)
  await expect(page.getByRole('heading', { name: last, exact: true })).toHaveCount(0)
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByRole('radio', { name: /^Streaming/ }).check()
  await filters.getByLabel('Minimum price').fill('10')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/category=[\w-]+&minPrice=10&.*sortBy=price-low/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Streaming')
  await page.getByLabel('Sort by').selectOption('name')
  await page.getByRole('button', { name: 'Apply' }).last().click()
  await expect(page).toHaveURL(/sortBy=name&category=[\w-]+&minPrice=10/)
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
    expect(calls, 'the page contains the answer, so it isn’t fetched again').not.toContain(`/api${path}`)
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

test('paper has no controls, and colours chosen by the user show what the theme draws @thorough', async ({ logIn }) => {
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
  await page.setViewportSize({ width: 390, height: 844 })
  await openHydrated(page, '/items')
  await page.getByRole('button', { name: 'Filters' }).click()
  const chips = page.getByRole('dialog').locator('.filter-chip')
  await expect(chips.filter({ has: page.locator(':checked') }).first()).toHaveCSS('border-top-width', '3px')
  await expect(chips.filter({ hasNot: page.locator(':checked') }).first()).toHaveCSS('border-top-width', '1px')
})

test('a button of a menu leaves its state to the browser, and a card under the pointer rises @thorough', async ({
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
