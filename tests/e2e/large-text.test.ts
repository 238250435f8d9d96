import { findItems, createOrder, markPaid } from './api.ts'
import { chromiumArguments } from './chromium.mjs'
import { expect, test } from './fixtures.ts'

// A reader who has set the browser's text to twice its size.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [...chromiumArguments(), '--blink-settings=defaultFontSize=32'],
  },
})

test('large text: with text of twice the size, pages are no wider than a phone, and names break at words', async ({
  logIn,
  newCustomer,
}) => {
  const [staff, customer] = [await logIn('staff@example.com'), await newCustomer()]
  const { items } = await findItems(customer.page, 'sortBy=price-high&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, 'CEFT-78')
  const pages = {
    customer: [
      '/',
      '/items',
      `/items/${items[0]!._id}`,
      '/orders',
      `/orders/details/${order._id}`,
      '/cart',
      '/profile',
    ],
    staff: ['/admin/payments', '/admin/orders', '/admin/items'],
  }
  for (const [{ page }, paths] of [
    [customer, pages.customer],
    [staff, pages.staff],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main .skeleton')).toHaveCount(0)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overflow, path).toBeLessThanOrEqual(0)
    }
  }
  await staff.page.goto('/admin/payments')
  const name = staff.page.locator('[data-key] .line-main').first()
  const lineCount = await name.evaluate((cell) => cell.getBoundingClientRect().height / 32)
  expect(lineCount, 'a name on a line or two, not a letter each').toBeLessThan(5)
})
