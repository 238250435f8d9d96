import type { Page } from '@playwright/test'
import { createOrder, findItems, listOrders, markPaid } from './api.ts'
import { chromiumArguments } from './chromium.mjs'
import { expect, test } from './fixtures.ts'
import { findLayoutProblems } from './layout-problems.ts'
import { openPaymentPage } from './page-actions.ts'

// A reader who has set the browser's text to twice its size.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: [...chromiumArguments(), '--blink-settings=defaultFontSize=32'],
  },
})

test('large text: with text of twice the size, everything fits a phone, and names break at words', async ({
  logIn,
  newCustomer,
}) => {
  const [staff, customer] = [await logIn('staff@example.com'), await newCustomer()]
  const { items } = await findItems(customer.page, 'sortBy=price-high&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, 'CEFT-78')
  await customer.call('POST', '/support-chat/message', { message: 'Is there more?' })
  const customerPages = ['/', `/items/${items[0]!._id}`, `/orders/${order._id}`, '/dashboard', '/profile?tab=points']
  const staffPages = ['/admin/payments', `/admin/orders/${order._id}`, `/admin/support/${customer.id}`]
  const problems = [
    ...(await findProblems(customer.page, customerPages, [390])),
    ...(await findProblems(staff.page, staffPages, [390])),
  ]
  expect(problems).toEqual([])

  await openPaymentPage(customer, 'Crypto')
  const networks = customer.page.locator('.network')
  await expect(networks.filter({ hasText: 'Arbitrum' })).toBeVisible()
  const overflows = await networks.evaluateAll((labels) => labels.map((one) => one.scrollWidth - one.clientWidth))
  expect(Math.max(...overflows), 'names of networks stay in their frames').toBeLessThanOrEqual(0)

  await staff.page.goto('/admin/payments')
  const name = staff.page.locator('[data-key] .line-main').first()
  const lineCount = await name.evaluate((cell) => cell.getBoundingClientRect().height / 32)
  expect(lineCount, 'a name on a line or two, not a letter each').toBeLessThan(5)
})

test('large text: with text of twice the size, every page fits every width @thorough', async ({
  logIn,
  newVisitor,
}) => {
  test.setTimeout(240_000)
  const widths = [390, 768, 1440]
  const [visitor, ada, staff] = [await newVisitor(), await logIn('ada@example.com'), await logIn('staff@example.com')]
  const { items } = await findItems(visitor, 'sortBy=price-high&limit=1')
  const item = items[0]!._id
  const orders = await listOrders(ada)
  const oneOfEach = [...new Map(orders.map((order) => [order.paymentStatus, order])).values()]
  const visitorPages = ['/', '/items', '/items?q=netzz', `/items/${item}`, '/faq', '/how-it-works', '/about', '/auth']
  const adaPages = ['/', '/cart', '/orders', '/dashboard', '/notifications', '/support', '/profile']
  const tabs = ['points', 'referrals', 'password'].map((tab) => `/profile?tab=${tab}`)
  const orderPages = oneOfEach.flatMap(({ _id }) => [`/orders/${_id}`, `/orders/details/${_id}`])
  const sections = ['payments', 'deliveries', 'orders', 'support', 'money', 'statements', 'items', 'coupons']
  const otherSections = ['categories', 'customers', 'reviews', 'audit', 'stats', 'system', 'security']
  const ofAda = [`support/${ada.id}`, `customers/${ada.id}`, ...oneOfEach.map(({ _id }) => `orders/${_id}`)]
  const staffPages = [...sections, ...otherSections, `items/${item}`, ...ofAda].map((path) => `/admin/${path}`)
  const problems = [
    ...(await findProblems(visitor, visitorPages, widths)),
    ...(await findProblems(ada.page, [...adaPages, ...tabs, ...orderPages], widths)),
    ...(await findProblems(staff.page, staffPages, widths)),
  ]
  expect(problems).toEqual([])
})

/** What is wrong with the layout of pages, each at some widths. */
async function findProblems(page: Page, paths: string[], widths: number[]) {
  const problems: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of paths) {
    await page.setViewportSize({ width: widths[0]!, height: 844 })
    await page.goto(path)
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    await expect(page.locator('main .skeleton')).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      let found: string[] = []
      const settled = expect.poll(async () => (found = await findLayoutProblems(page)), { timeout: 1500 }).toEqual([])
      await settled.catch(() => undefined)
      problems.push(...found.map((problem) => `${path} at ${width}: ${problem}`))
    }
  }
  return problems
}
