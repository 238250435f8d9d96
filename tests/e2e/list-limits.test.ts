import { findItems, open, orderOf, pay, stopTime, toast, written } from './shop.ts'
import { expect, test } from './store.ts'

test('§9 lists — the panel of notifications, the ledger and what can be attached load 50, and more when asked', async ({
  newcomer,
}) => {
  const { page } = await newcomer()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  const at = new Date().toISOString()
  const row = (n: number) => ({
    _id: `n${n}`,
    type: 'info',
    message: `News ${n}`,
    link: null,
    read: true,
    createdAt: at,
  })
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, n) => row(from + n))
  await page.route('**/api/notifications?*', (route) => {
    const isMore = route.request().url().includes('cursor=')
    const notifications = isMore ? rows(50, 3) : rows(0, 50)
    return route.fulfill({ json: { success: true, notifications, unread: 0, nextCursor: isMore ? null : 'next' } })
  })
  await open(page, '/faq')
  await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem')).toHaveCount(50)
  await expect(panel.getByRole('listitem').first(), 'its type is told by a word too').toContainText('Note: News 0')
  await panel.getByRole('button', { name: 'Show more' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(53)
  await page.keyboard.press('Escape')

  const entry = (n: number) => ({
    _id: `p${n}`,
    source: 'adjustment',
    amount: 0,
    points: 1,
    note: `Gift ${n}`,
    createdAt: at,
  })
  await page.route('**/api/points/me?*', (route) => {
    const paged = Number(new URL(route.request().url()).searchParams.get('page'))
    const entries = Array.from({ length: paged === 1 ? 50 : 3 }, (_, n) => entry((paged - 1) * 50 + n))
    return route.fulfill({ json: { success: true, entries, totalPoints: 53, totalCount: 53, page: paged, limit: 50 } })
  })
  await open(page, '/profile?tab=points')
  const gifts = page.getByRole('row').filter({ hasText: 'Gift' })
  await expect(gifts).toHaveCount(50)
  await page.getByRole('main').getByRole('button', { name: 'Show more' }).click()
  await expect(gifts).toHaveCount(53)

  await open(page, '/support')
  await page.getByRole('button', { name: 'Attach an item or an order' }).click()
  const choices = page.getByRole('dialog').getByRole('tabpanel', { name: 'Items' }).getByRole('listitem')
  await expect(choices).toHaveCount(50)
  expect(asked).toEqual(
    expect.arrayContaining(['/api/notifications?limit=50', '/api/points/me?page=1&limit=50', '/api/items?limit=50']),
  )
})

test('§5 fields — take no more digits, letters or referral code than they may', async ({ newcomer, browse }) => {
  const { page, call } = await newcomer()
  await open(page, '/profile')
  const [code, number] = ['Country code', 'Phone number'].map((name) =>
    page.getByRole('textbox', { name, exact: true }),
  )
  await code!.pressSequentially('+9a4-12345')
  await expect(code!).toHaveValue('9412')
  await number!.pressSequentially('(77) 123-456 789 012 345 678')
  await expect(number!).toHaveValue('771234567890123')
  // A phone from before, without a dash.
  const { user } = (await call('GET', '/auth/me')) as unknown as { user: Record<string, unknown> }
  await page.route('**/api/auth/me', (route) =>
    route.fulfill({ json: { success: true, user: { ...user, phone: '+94771234567' } } }),
  )
  await open(page, '/profile')
  await expect(number!).toHaveValue('771234567')
  await expect(code!).toHaveValue('94')

  const visitor = await browse()
  await open(visitor, '/auth')
  await visitor.getByRole('button', { name: 'Create an account' }).click()
  const referral = visitor.getByLabel('Referral code')
  await referral.pressSequentially('a'.repeat(40))
  await expect(referral).toHaveValue('a'.repeat(32))
})

test('§9 referral — the code’s dialog closes 0.8 s after it is saved; one of 33 letters is too long', async ({
  newcomer,
}) => {
  const { page, id } = await newcomer()
  await page.clock.install()
  await open(page, '/profile?tab=points')
  await page.getByRole('button', { name: 'Create referral code' }).click()
  const dialog = page.getByRole('dialog')
  const save = () => dialog.getByRole('button', { name: 'Save code' }).click()
  await dialog.getByRole('textbox').fill('A'.repeat(33))
  await save()
  await expect(toast(page, 'Code must be 2-32 characters: letters and numbers only')).toBeVisible()
  await dialog.getByRole('textbox').fill(`L${id}`.padEnd(32, 'X').slice(-32))
  await stopTime(page)
  await save()
  await expect(toast(page, 'Referral code saved')).toBeVisible()
  await page.clock.runFor(780)
  await expect(dialog).toHaveCount(1)
  await page.clock.runFor(40)
  await expect(dialog).toHaveCount(0)
})

test('§9 money — every amount in rupees of either kind, with two decimals, on every page', async ({ newcomer }) => {
  const customer = await newcomer()
  const { page, call } = customer
  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const [item] = items
  const order = await orderOf(customer, { _id: item!._id, count: 2 })
  await call('POST', '/cart', { item: item!._id, count: 3 })
  const rates = [
    ['LKR', 'Rs ', 305],
    ['INR', '₹', 89],
    ['USD', '$', 1],
  ] as const
  for (const [currency, symbol, rate] of rates) {
    await call('POST', '/auth/change-currency', { currency })
    const shown = (dollars: number) => written((Math.round(dollars * 100) * rate) / 100, symbol)
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
        await expect(page.getByRole('main'), `${path} in ${currency}`).toContainText(shown(amount))
      }
      await expect(page.getByLabel('Currency')).toHaveValue(currency)
    }
  }
  const card = page.getByRole('listitem').filter({ hasText: order._id.slice(-6).toUpperCase() })
  await page.goto('/orders')
  await expect(card, 'counted by things, not by lines').toContainText('2 items')
  await pay(customer, order)
  await expect(card).toContainText('Paid (pending verification)')
})

test('§9 stars — an average is rounded to stars out of 5, and said as it is', async ({ browse }) => {
  const page = await browse()
  const answer = await page.request.get('/api/items?sortBy=rating&limit=100')
  const { data } = (await answer.json()) as { data: { _id: string; averageRating: number }[] }
  // Of each number of stars one.
  const shown = new Map(data.map((item) => [Math.round(item.averageRating), item]))
  shown.delete(0)
  expect(shown.size).toBeGreaterThan(1)
  for (const [stars, { _id, averageRating }] of shown) {
    await page.goto(`/items/${_id}`)
    const image = page
      .getByRole('main')
      .getByRole('img', { name: /out of 5/ })
      .first()
    await expect(image).toHaveAccessibleName(`${Number(averageRating.toFixed(1))} out of 5`)
    await expect(image.locator('.star-lit')).toHaveCount(stars)
  }
})
