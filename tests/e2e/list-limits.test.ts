import { findItems, createOrder, markPaid } from './api.ts'
import { openHydrated, pauseClock, toast, formatAmount } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

test('lists: notifications, points and attachments load 50, and more on request @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) requested.push(pathname + search)
  })
  const at = new Date().toISOString()
  const notification = (index: number) => ({
    _id: `n${index}`,
    type: 'info',
    message: `News ${index}`,
    link: null,
    read: true,
    createdAt: at,
  })
  const page1 = Array.from({ length: 50 }, (_, index) => notification(index))
  const page2 = [50, 51, 52].map(notification)
  await page.route('**/api/notifications?*', (route) => {
    const isFirst = !route.request().url().includes('cursor=')
    const notifications = isFirst ? page1 : page2
    return route.fulfill({ json: { success: true, notifications, unread: 0, nextCursor: isFirst ? 'next' : null } })
  })
  await openHydrated(page, '/faq')
  await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(50)
  await expect(panel.getByRole('listitem').first(), 'names the type for screen readers').toContainText('Info: News 0')
  await panel.getByRole('button', { name: 'Show more' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(53)
  await page.keyboard.press('Escape')

  const entry = (index: number) => ({
    _id: `p${index}`,
    source: 'adjustment',
    amount: 0,
    points: 1,
    note: `Gift ${index}`,
    createdAt: at,
  })
  await page.route('**/api/points/me?*', (route) => {
    const pageNumber = Number(new URL(route.request().url()).searchParams.get('page'))
    const entries = Array.from({ length: pageNumber === 1 ? 50 : 3 }, (_, index) =>
      entry((pageNumber - 1) * 50 + index),
    )
    return route.fulfill({
      json: { success: true, entries, totalPoints: 53, totalCount: 53, page: pageNumber, limit: 50 },
    })
  })
  await openHydrated(page, '/profile?tab=points')
  const gifts = page.getByRole('row').filter({ hasText: 'Gift' })
  await expect(gifts).toHaveCount(50)
  await page.getByRole('main').getByRole('button', { name: 'Show more' }).click()
  await expect(gifts).toHaveCount(53)

  await openHydrated(page, '/support')
  await page.getByRole('button', { name: 'Attach an item or an order' }).click()
  const choices = page.getByRole('dialog').getByRole('tabpanel', { name: 'Items' }).getByRole('listitem')
  await expect(choices).toHaveCount(50)
  expect(requested).toEqual(
    expect.arrayContaining(['/api/notifications?limit=50', '/api/points/me?page=1&limit=50', '/api/items?limit=50']),
  )
})

test('fields: enforce their maximum lengths @thorough', async ({ newCustomer, newVisitor }) => {
  const { page, call } = await newCustomer()
  await openHydrated(page, '/profile')
  const [code, number] = ['Country code', 'Phone number'].map((name) =>
    page.getByRole('textbox', { name, exact: true }),
  )
  await code!.pressSequentially('+9a4-12345')
  await expect(code!).toHaveValue('9412')
  await number!.pressSequentially('(77) 123-456 789 012 345 678')
  await expect(number!).toHaveValue('771234567890123')
  // A phone number in the old format, without a dash.
  const { user } = (await call('GET', '/auth/me')) as unknown as { user: Record<string, unknown> }
  await page.route('**/api/auth/me', (route) =>
    route.fulfill({ json: { success: true, user: { ...user, phone: '+94771234567' } } }),
  )
  await openHydrated(page, '/profile')
  await expect(number!).toHaveValue('771234567')
  await expect(code!).toHaveValue('94')

  const visitor = await newVisitor()
  await openHydrated(visitor, '/auth')
  await visitor.getByRole('button', { name: 'Create an account' }).click()
  const referral = visitor.getByLabel('Referral code')
  await referral.pressSequentially('a'.repeat(40))
  await expect(referral).toHaveValue('a'.repeat(32))
})

test('referral dialog: closes 0.8 s after saving; 33 letters are too long @thorough', async ({ newCustomer }) => {
  const { page, id } = await newCustomer()
  await page.clock.install()
  await openHydrated(page, '/profile?tab=points')
  await page.getByRole('button', { name: 'Create referral code' }).click()
  const dialog = page.getByRole('dialog')
  const save = () => dialog.getByRole('button', { name: 'Save code' }).click()
  await dialog.getByRole('textbox').fill('A'.repeat(33))
  await save()
  await expect(toast(page, 'Code must be 2-32 characters: letters and numbers only')).toBeVisible()
  await dialog.getByRole('textbox').fill(`L${id}`.padEnd(32, 'X').slice(-32))
  await pauseClock(page)
  await save()
  await expect(toast(page, 'Referral code saved')).toBeVisible()
  await page.clock.runFor(780)
  await expect(dialog).toHaveCount(1)
  await page.clock.runFor(40)
  await expect(dialog).toHaveCount(0)
})

test(
  'money: every amount in the chosen currency with two decimals, on every page',
  { tag: '@thorough' },
  async ({ newCustomer }) => {
    const customer = await newCustomer()
    const { page, call } = customer
    const { items } = await findItems(page, 'sortBy=price-high&limit=1')
    const [item] = items
    const order = await createOrder(customer, { _id: item!._id, count: 2 })
    await call('POST', '/cart', { item: item!._id, count: 3 })
    const rates = [
      ['LKR', 'Rs ', 305],
      ['INR', '₹', 89],
      ['USD', '$', 1],
    ] as const
    for (const [currency, symbol, rate] of rates) {
      await call('POST', '/auth/change-currency', { currency })
      const inCurrency = (dollars: number) => formatAmount((Math.round(dollars * 100) * rate) / 100, symbol)
      const pages = [
        [`/items/${item!._id}`, [item!.price]],
        ['/cart', [item!.price, item!.price * 3, Math.round(item!.price * 312) / 100]],
        ['/orders', [order.total]],
        [`/orders/${order._id}`, [item!.price, order.total, 0]],
        [`/orders/details/${order._id}`, [order.total]],
      ] as const
      for (const [path, amounts] of pages) {
        await page.goto(path)
        for (const amount of amounts) {
          await expect(page.getByRole('main'), `${path} in ${currency}`).toContainText(inCurrency(amount))
        }
        await expect(page.getByLabel('Currency')).toHaveValue(currency)
      }
    }
    const card = page.getByRole('listitem').filter({ hasText: order._id.slice(-6).toUpperCase() })
    await page.goto('/orders')
    await expect(card, 'counts quantities, not lines').toContainText('2 items')
    await markPaid(customer, order)
    await expect(card).toContainText('Waiting to be checked')
  },
)

test('stars: the average is rounded to whole stars and read out exactly @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  const response = await page.request.get('/api/items?sortBy=rating&limit=100')
  const { data } = (await response.json()) as { data: { _id: string; averageRating: number }[] }
  // One item for each number of halves of stars.
  const itemByHalves = new Map(data.map((item) => [Math.round(item.averageRating * 2), item]))
  itemByHalves.delete(0)
  expect(itemByHalves.size).toBeGreaterThan(1)
  for (const [halves, { _id, averageRating }] of itemByHalves) {
    await page.goto(`/items/${_id}`)
    const image = page
      .getByRole('main')
      .getByRole('img', { name: /out of 5/ })
      .first()
    await expect(image).toHaveAccessibleName(`${Number(averageRating.toFixed(1))} out of 5`)
    await expect(image).toContainClass(`rating-stars-${halves}`)
  }
})
