import { expectNoFault } from './expect-no-fault.ts'
import { findItems, open, ordersOf } from './shop.ts'
import { expect, test } from './store.ts'

const publicPages = ['/', '/items', '/items?q=nosuchthing', '/faq', '/auth', '/cart', '/nowhere']
const customersPages = [
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

test('public pages have no fault that axe calls serious, in either theme', async ({ browse }) => {
  test.setTimeout(180_000)
  const page = await browse()
  const { items } = await findItems(page, 'sortBy=rating&limit=1')
  for (const path of [...publicPages, `/items/${items[0]!._id}`]) await expectNoFault(page, path)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await page.getByRole('button', { name: 'Login to Review' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFault(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/items')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectNoFault(page)
})

test('customers’ pages have no fault that axe calls serious, in either theme', async ({ signedIn }) => {
  test.setTimeout(240_000)
  const ada = await signedIn('ada@example.com')
  const { page, call } = ada
  const { items } = await findItems(page, 'limit=2')
  for (const { _id } of items) await call('POST', '/cart', { item: _id })
  const orders = await ordersOf(ada)
  // One of each state.
  const details = new Map(orders.map((one) => [one.paymentStatus + one.orderStatus, `/orders/details/${one._id}`]))
  for (const path of [...customersPages, ...details.values()]) await expectNoFault(page, path)
  await page.goto(details.get('verifiedcompleted')!)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByRole('note')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expectNoFault(page)
  const pending = orders.find((one) => one.paymentStatus === 'pending')!
  await expectNoFault(page, `/orders/${pending._id}`)
  await page.getByRole('radio', { name: /^Crypto wallet/ }).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectNoFault(page)
})

test('public pages can be read without JavaScript', async ({ browser, store }) => {
  const context = await browser.newContext({ baseURL: store.address, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/items?sortBy=price-low')
  await expect(page.getByText(/^2\d\d services found$/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveTitle(/· Kade$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('an item that is not there is told so, with the status that says it', async ({ browse }) => {
  const page = await browse()
  const answer = await page.goto('/items/nothing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Item not found').first()).toBeVisible()
})

test('the dark look is there on the first paint', async ({ browse, store }) => {
  const page = await browse()
  const prefs = encodeURIComponent(JSON.stringify({ theme: 'dark', currency: 'LKR', initials: '' }))
  await page.context().addCookies([{ name: 'prefs', value: prefs, url: store.address }])
  const html = await (await page.context().request.get('/items')).text()
  expect(html).toContain('data-theme="dark"')
  expect(html).toMatch(/Rs [\d,]+\.\d\d/)
})
