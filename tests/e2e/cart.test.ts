import Database from 'better-sqlite3'
import { field, findItems, open, stockItem, toast, welcomed, written } from './shop.ts'
import { expect, test } from './store.ts'

test.use({ provoked: /status of 5\d\d|ERR_FAILED/ })

test('§2 Cart — empty, and for visitors', async ({ browse, newcomer }) => {
  const visitor = await browse()
  await visitor.goto('/cart')
  await expect(visitor.getByRole('heading', { name: 'Please log in to view your cart' })).toBeVisible()
  await expect(visitor.getByText('You need to be logged in to access your shopping cart.')).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Login / Register' })).toHaveAttribute(
    'href',
    '/auth',
  )
  const { page } = await newcomer()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Services' })).toHaveAttribute('href', '/items')
})

test('§2 Cart — lines, sums with 4 % of fees, and the count in every tab', async ({ newcomer }) => {
  const { page, context, call } = await newcomer()
  const { items } = await findItems(page, 'sortBy=price-high&limit=2')
  const [first, second] = items
  const other = await context.newPage()
  await other.goto('/faq')
  await open(page, `/items/${first!._id}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(toast(page, 'Item added to cart successfully!')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await call('POST', '/cart', { item: second!._id, count: 2 })
  await expect(other.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()

  await page.getByRole('link', { name: 'Cart, 3 items' }).click()
  const line = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(line(first!.name).getByRole('link')).toHaveAttribute('href', `/items/${first!._id}`)
  await expect(line(second!.name)).toContainText(`${written(second!.price)} each`)
  await expect(line(second!.name)).toContainText(written(second!.price * 2))
  const sums = (subtotal: number) => [subtotal, Math.round(subtotal * 4) / 100, Math.round(subtotal * 104) / 100]
  const leader = (label: string) =>
    page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')
  async function expectSums(subtotal: number) {
    const [net, fees, total] = sums(subtotal)
    await expect(leader('Subtotal')).toHaveText(written(net!))
    await expect(leader('Processing fees')).toHaveText(written(fees!))
    await expect(leader('Total').last()).toHaveText(written(total!))
  }
  await expectSums(first!.price + second!.price * 2)

  const [less, more] = ['One less', 'One more'].map((name) => line(second!.name).getByRole('button', { name }))
  await expect(line(first!.name).getByRole('button', { name: 'One less' }), 'one is the least').toBeDisabled()
  await more!.click()
  await expectSums(first!.price + second!.price * 3)
  await expect(other.getByRole('link', { name: 'Cart, 4 items' })).toBeVisible()

  // While it is being sent nothing more can be pressed, and the focus stays.
  let answer = () => {}
  await page.route('**/api/cart/*', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await less!.focus()
  await page.keyboard.press('Enter')
  await expectSums(first!.price + second!.price * 2)
  await expect(less!).toBeDisabled()
  await expect(less!).toBeFocused()
  answer()
  await expect(less!).toBeEnabled()
  await expect(less!).toBeFocused()
  await page.unroute('**/api/cart/*')

  await page.getByRole('button', { name: `Remove ${first!.name}` }).click()
  await expect(toast(page, 'Item removed from cart')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/items')
  await page.getByRole('button', { name: `Remove ${second!.name}` }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement !== document.body), 'the focus is not lost').toBe(true)
})

test('§8 cart — what is refused is taken back, and said', async ({ newcomer }) => {
  const { page, call } = await newcomer()
  const { items } = await findItems(page, 'limit=1')
  const [item] = items
  await call('POST', '/cart', { item: item!._id, count: 2 })
  await page.goto('/cart')
  const quantity = page.getByRole('textbox', { name: `Quantity of ${item!.name}` })
  await expect(quantity).toHaveValue('2')

  await page.route('**/api/cart/*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(toast(page, 'Error updating cart item')).toBeVisible()
  await expect(quantity).toHaveValue('2')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Error removing cart item')).toBeVisible()
  await expect(quantity).toHaveValue('2')
  await page.unroute('**/api/cart/*')

  await page.route('**/api/cart/*', (route) => route.abort())
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(toast(page, 'Error updating cart item')).toBeVisible()
  await expect(quantity).toHaveValue('2')
  await page.unroute('**/api/cart/*')
  // The store's own words come first.
  const words = { success: false, message: 'There are only two of it.', error: 'few' }
  await page.route('**/api/cart/*', (route) => route.fulfill({ status: 422, json: words }))
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(toast(page, words.message)).toBeVisible()
  await expect(quantity).toHaveValue('2')

  await open(page, `/items/${item!._id}`)
  await page.route('**/api/cart', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(toast(page, 'Error adding item to cart')).toBeVisible()
  await page.goto('/faq')
  await expect(toast(page, 'Failed to get cart count')).toBeVisible()
  await page.goto('/cart', { waitUntil: 'commit' })
  const live = welcomed(page)
  await expect(toast(page, 'Error loading cart')).toBeVisible()
  // From then on nothing but the button asks again.
  await live
  // In vain the first time.
  const again = page.waitForResponse((answer) => answer.url().endsWith('/api/cart'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/cart')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(quantity).toHaveValue('2')
})

test('§8 checkout — the words for each way it can fail', async ({ newcomer }) => {
  const { page, call } = await newcomer()
  const { items } = await findItems(page, 'limit=1')
  await call('POST', '/cart', { item: items[0]!._id })
  await page.goto('/cart')
  const proceed = page.getByRole('button', { name: 'Proceed to Checkout' })
  const failures: [string, Parameters<typeof page.route>[1]][] = [
    ['Failed to create order', (route) => route.fulfill({ status: 502, body: 'Bad gateway' })],
    ['Checkout error', (route) => route.fulfill({ status: 200, json: { success: true } })],
    ['Network error creating order', (route) => route.abort()],
    ['Sold out.', (route) => route.fulfill({ status: 422, json: { success: false, message: 'Sold out.' } })],
  ]
  for (const [words, fail] of failures) {
    await page.route('**/api/checkout', fail)
    await proceed.click()
    await expect(toast(page, words)).toBeVisible()
    await expect(proceed).toBeEnabled()
    await page.unroute('**/api/checkout')
  }
  // What somebody puts into the cart elsewhere meanwhile is not ordered unseen.
  await page.route('**/api/checkout', async (route) => {
    await call('POST', '/cart', { item: items[0]!._id })
    await route.continue()
  })
  await proceed.click()
  await expect(
    page
      .getByRole('main')
      .getByText(/changed/i)
      .first(),
  ).toBeVisible()
  await page.unroute('**/api/checkout')

  let answer = () => {}
  await page.route('**/api/checkout', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await proceed.click()
  const creating = page.getByRole('button', { name: 'Creating Order…' })
  await expect(creating).toBeDisabled()
  await expect(creating).toBeFocused()
  answer()
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
})

test('§2 Cart — a price that is another one by now is said', async ({ newcomer, store }) => {
  const { page, call } = await newcomer()
  const { items } = await findItems(page, 'limit=2')
  for (const { _id } of items) await call('POST', '/cart', { item: _id })
  // As if they had cost so much when they were added.
  const database = new Database(store.file)
  const change = database.prepare('update cart_lines set price_when_added = ? where item_id = ?')
  change.run(123_456, items[0]!._id)
  database.close()
  await page.goto('/cart')
  await expect(page.getByRole('listitem').filter({ hasText: items[0]!.name })).toContainText(
    'Was $1,234.56 when you added it',
  )
  await expect(page.getByText(/when you added it/)).toHaveCount(1)
})

test('§2 Cart — a price that changes while it is open is said at once, and what it came to before is not ordered', async ({
  newcomer,
  signedIn,
}) => {
  const { page, call } = await newcomer()
  const staff = await signedIn('staff@example.com')
  const item = await stockItem(staff, 'Marigold Backup', 20)
  await call('POST', '/cart', { item: item._id, count: 2 })
  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ hasText: item.name })
  await expect(field(page, 'Subtotal')).toHaveText('$40.00')
  await expect(line).not.toContainText('when you added it')
  await item.change({ price: 25 })
  await expect(field(page, 'Subtotal')).toHaveText('$50.00')
  await expect(field(page, 'Total')).toHaveText('$52.00')
  await expect(line).toContainText('Was $20.00 when you added it')

  // Dearer still, in the very moment in which it is ordered.
  await page.route('**/api/checkout', async (route) => {
    await item.change({ price: 30 })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  const words = 'Your cart has changed. Please review it.'
  await expect(toast(page, words)).toBeVisible()
  await expect(page.getByRole('main').getByText(words)).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await expect(field(page, 'Subtotal')).toHaveText('$60.00')
  await page.unroute('**/api/checkout')
  expect((await call('GET', '/checkout')).data, 'nothing was ordered').toEqual([])
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)
  await expect(field(page, 'Total')).toHaveText('$60.00')
  await item.change({ price: 99 })
  await page.reload()
  await expect(field(page, 'Total'), 'an order keeps its prices').toHaveText('$60.00')
})
