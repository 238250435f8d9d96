import Database from 'better-sqlite3'
import { itemPath } from '../../shared/catalogue/rules.ts'
import { createItem, findItems, listOrders } from './api.ts'
import { definitionOf, formatAmount, openHydrated, pauseClock, retrySuccessfully, toast } from './page-actions.ts'
import { expect, password, test } from './fixtures.ts'

test.use({ expectedErrors: /status of 5\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket/ })

test('cart: empty, and logged out @thorough', async ({ newVisitor, newCustomer }) => {
  const visitor = await newVisitor()
  await visitor.goto('/cart')
  await expect(visitor.getByRole('heading', { name: 'Please log in to view your cart' })).toBeVisible()
  await expect(
    visitor.getByText(/^You need to be logged in to access your shopping cart\. .* stays on this device/),
  ).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Login / Register' })).toHaveAttribute(
    'href',
    '/auth?from=%2Fcart',
  )
  const { page } = await newCustomer()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Services' })).toHaveAttribute('href', '/items')
})

test('cart: a visitor who logs in or registers returns to it @thorough', async ({ newVisitor, newCustomer }) => {
  const { email } = await newCustomer()
  const visitor = await newVisitor()
  const openForm = async () => {
    await openHydrated(visitor, '/cart')
    await visitor.getByRole('main').getByRole('link', { name: 'Login / Register' }).click()
    await expect(visitor.getByRole('heading', { name: 'Log in to Kade' })).toBeVisible()
  }
  await openForm()
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(visitor).toHaveURL('/cart')
  await expect(visitor.getByText('Your cart is empty')).toBeVisible()

  await visitor.context().clearCookies()
  await visitor.evaluate(() => localStorage.clear())
  await openForm()
  await visitor.getByRole('button', { name: 'Create an account' }).click()
  const fields = { 'First name': 'Nila', 'Last name': 'Dias', Email: `cart-${email}` }
  for (const [label, text] of Object.entries(fields)) await visitor.getByLabel(label, { exact: true }).fill(text)
  for (const label of ['Password', 'Confirm password']) await visitor.getByLabel(label, { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(visitor).toHaveURL('/cart')
  await expect(visitor.getByText('Your cart is empty')).toBeVisible()
})

test('cart: what a visitor adds stays on the device, and is in the cart after logging in', async ({
  newVisitor,
  newCustomer,
  logIn,
}) => {
  const staff = await logIn('staff@example.com')
  const [kept, gone] = [await createItem(staff, 'Foxglove Kept', 10), await createItem(staff, 'Foxglove Gone', 20)]
  const visitor = await newVisitor()
  for (const item of [kept, gone]) {
    await openHydrated(visitor, `/items/${item._id}`)
    await visitor.getByRole('button', { name: 'Add to cart' }).click()
    await expect(toast(visitor, 'Please login to add items to cart')).toBeVisible()
    await expect(visitor.getByRole('dialog', { name: 'Log in to Kade' })).toBeVisible()
    await visitor.keyboard.press('Escape')
  }
  const otherTab = await visitor.context().newPage()
  await otherTab.goto('/faq')
  await expect(otherTab.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await visitor.getByRole('main').getByRole('link', { name: 'View cart' }).click()
  await expect(visitor.getByRole('heading', { name: 'Please log in to view your cart' })).toBeVisible()
  await expect(definitionOf(visitor, 'You pay')).toHaveText('$30.00')
  await visitor.getByRole('button', { name: 'One more' }).first().click()
  await expect(otherTab.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  await staff.call('DELETE', `/admin/items/${gone._id}`)
  await expect(visitor.getByText('No longer available')).toBeVisible()
  await expect(definitionOf(visitor, 'You pay')).toHaveText('$20.00')

  const customer = await newCustomer()
  await customer.page.goto('/cart')
  await expect(customer.page.getByText('Your cart is empty')).toBeVisible()
  await visitor.getByRole('main').getByRole('link', { name: 'Login / Register' }).click()
  await visitor.getByLabel('Email').fill(customer.email)
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast(visitor, 'No longer available: Foxglove Gone.')).toBeVisible()
  await expect(visitor).toHaveURL('/cart')
  await expect(visitor.getByRole('link', { name: 'Foxglove Kept' })).toBeVisible()
  await expect(customer.page.getByRole('link', { name: 'Foxglove Kept' }), 'on the other device').toBeVisible()
  for (const page of [visitor, otherTab]) await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  expect(await visitor.evaluate(() => localStorage.getItem('cart'))).toBeNull()
})

test('cart: the message that an item was added ends with the cart, or when the cart is open @thorough', async ({
  newCustomer,
}) => {
  const { page, call } = await newCustomer()
  // Without the clock, the message would end by itself.
  await page.clock.install()
  const { items } = await findItems(page, 'limit=1')
  const message = toast(page, 'Item added to cart successfully!')
  const add = async () => {
    await openHydrated(page, `/items/${items[0]!._id}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(message).toBeVisible()
    await pauseClock(page)
  }
  await add()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/items')
  await expect(message, 'elsewhere it stays').toBeVisible()
  await page.getByLabel('Messages').getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(message).toHaveCount(0)

  await page.clock.resume()
  await add()
  await page.getByRole('link', { name: /^Cart, 2 items/ }).click()
  await expect(page).toHaveURL('/cart')
  await expect(message).toHaveCount(0)

  await page.clock.resume()
  await add()
  const order = await call('POST', '/checkout', { paymentMethod: 'binance' })
  expect(order.success).toBe(true)
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
  await expect(message).toHaveCount(0)
})

test('cart: lines, totals with the 4 % fee, and the count in every tab', async ({ newCustomer }) => {
  const { page, context, call } = await newCustomer()
  const { items } = await findItems(page, 'sortBy=price-high&limit=2')
  const [first, second] = items
  const other = await context.newPage()
  await other.goto('/faq')
  await openHydrated(page, `/items/${first!._id}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(toast(page, 'Item added to cart successfully!')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await call('POST', '/cart', { item: second!._id, count: 2 })
  await expect(other.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()

  await page.getByRole('link', { name: 'Cart, 3 items' }).click()
  const line = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(line(first!.name).getByRole('link')).toHaveAttribute('href', itemPath(first!))
  await expect(line(second!.name)).toContainText(`${formatAmount(second!.price)} each`)
  await expect(line(second!.name)).toContainText(formatAmount(second!.price * 2))
  const summary = (label: string) =>
    page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')
  async function expectTotals(subtotal: number) {
    await expect(summary('Subtotal')).toHaveText(formatAmount(subtotal))
    await expect(summary('Processing fees')).toHaveText(formatAmount(Math.round(subtotal * 4) / 100))
    await expect(summary('Total').last()).toHaveText(formatAmount(Math.round(subtotal * 104) / 100))
    await expect(summary('Fee waived for transfers')).toHaveText(`−${formatAmount(Math.round(subtotal * 4) / 100)}`)
    await expect(summary('You pay'), 'as the order will say').toHaveText(formatAmount(subtotal))
  }
  await expectTotals(first!.price + second!.price * 2)

  const [less, more] = ['One less', 'One more'].map((name) => line(second!.name).getByRole('button', { name }))
  await expect(line(first!.name).getByRole('button', { name: 'One less' }), 'the minimum is 1').toBeDisabled()
  await more!.click()
  await expectTotals(first!.price + second!.price * 3)
  await expect(other.getByRole('link', { name: 'Cart, 4 items' })).toBeVisible()

  // While the request is pending, the buttons are disabled and keep the focus.
  let sendRequest = () => {}
  await page.route('**/api/cart/*', async (route) => {
    await new Promise<void>((resolve) => (sendRequest = resolve))
    await route.continue()
  })
  await less!.focus()
  await page.keyboard.press('Enter')
  await expectTotals(first!.price + second!.price * 2)
  await expect(less!).toBeDisabled()
  await expect(less!).toBeFocused()
  sendRequest()
  await expect(less!).toBeEnabled()
  await expect(less!).toBeFocused()
  await page.unroute('**/api/cart/*')

  await page.getByRole('button', { name: `Remove ${first!.name}` }).click()
  await expect(toast(page, 'Item removed from cart')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/items')
  await page.getByRole('button', { name: `Remove ${second!.name}` }).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement !== document.body), 'focus moved to a visible element').toBe(
    true,
  )
})

test('cart: a removed line fades out, what is below it slides to its place, and the count moves when it grows @thorough', async ({
  newCustomer,
}) => {
  const { page, call } = await newCustomer()
  await page.addInitScript(() => {
    let bumps = 0
    document.addEventListener('animationstart', ({ animationName }) => {
      if (animationName === 'bump') bumps += 1
    })
    Object.assign(window, { readBumps: () => bumps })
  })
  const readBumps = () => page.evaluate(() => (Reflect.get(window, 'readBumps') as () => number)())
  const { items } = await findItems(page, 'limit=2')
  for (const { _id } of items) await call('POST', '/cart', { item: _id })
  await page.goto('/cart')
  const lines = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  expect(await readBumps(), 'not when it is loaded').toBe(0)
  await lines.last().getByRole('button', { name: 'One more' }).click()
  await expect.poll(readBumps).toBe(1)

  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Animation.enable')
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.0001 })
  const readTop = () => lines.last().evaluate((line) => line.getBoundingClientRect().top)
  const top = await readTop()
  const removed = await lines.first().getByRole('link').first().innerText()
  await lines
    .first()
    .getByRole('button', { name: /^Remove / })
    .click()
  await expect(lines).toHaveCount(1)
  expect(Math.abs((await readTop()) - top)).toBeLessThan(1)
  await expect(page.locator('main [inert]'), 'fades out').toContainText(removed)
  expect(await readBumps(), 'not when it shrinks').toBe(1)
})

test('cart: what was removed can be put back on its page', async ({ newCustomer, newVisitor }) => {
  const { page, call } = await newCustomer()
  // Without the clock, the message would end by itself.
  await page.clock.install()
  const { items } = await findItems(page, 'limit=1')
  const [item] = items
  await call('POST', '/cart', { item: item!._id, count: 3 })
  await page.goto('/cart')
  const undo = page.getByRole('button', { name: 'Undo' })
  const remove = page.getByRole('button', { name: `Remove ${item!.name}` })
  await remove.click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await undo.click()
  await expect(page.getByRole('textbox', { name: `Quantity of ${item!.name}` })).toHaveValue('3')
  await remove.click()
  await expect(undo).toBeVisible()
  await pauseClock(page)
  await page.getByRole('main').getByRole('link', { name: 'Browse Services' }).click()
  await expect(page).toHaveURL('/items')
  await expect(undo, 'not on another page').toHaveCount(0)
  await page.clock.resume()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()

  const visitor = await newVisitor()
  await openHydrated(visitor, itemPath(item!))
  await visitor.getByRole('button', { name: 'Add to cart' }).click()
  await expect(visitor.getByText('Please login to add items to cart')).toBeVisible()
  await visitor.goto('/cart')
  await visitor.getByRole('button', { name: `Remove ${item!.name}` }).click()
  await expect(visitor.getByRole('list', { name: 'Items on this device' })).toBeHidden()
  await visitor.getByRole('button', { name: 'Undo' }).click()
  await expect(visitor.getByRole('textbox', { name: `Quantity of ${item!.name}` })).toHaveValue('1')
})

test('cart: each of two removed items can be put back, and none that is removed after the page was left @thorough', async ({
  newCustomer,
}) => {
  const { page, call } = await newCustomer()
  await page.clock.install()
  const { items } = await findItems(page, 'limit=2')
  for (const { _id } of items) await call('POST', '/cart', { item: _id })
  await page.goto('/cart')
  const undo = page.getByRole('button', { name: 'Undo' })
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
  const [first, second] = items.map(({ name }) => name) as [string, string]
  await remove(first).click()
  await expect(undo).toHaveCount(1)
  await pauseClock(page)
  await remove(second).click()
  await expect(undo).toHaveCount(2)
  for (const name of [first, second]) {
    await undo.first().click()
    await expect(remove(name)).toBeVisible()
  }
  await expect(undo).toHaveCount(0)

  let sendRequest = () => {}
  await page.route('**/api/cart/*', async (route) => {
    await new Promise<void>((resolve) => (sendRequest = resolve))
    await route.continue()
  })
  await remove(first).click()
  await expect(remove(first)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/items')
  sendRequest()
  await expect(toast(page, 'Item removed from cart')).toBeVisible()
  await expect(undo).toHaveCount(0)
})

test('cart: what one user removed is not put back by the next one @thorough', async ({ newCustomer }) => {
  const [first, second] = [await newCustomer(), await newCustomer()]
  const { page, context } = first
  const { items } = await findItems(page, 'limit=1')
  await first.call('POST', '/cart', { item: items[0]!._id })
  // Without the clock, the message would end by itself.
  await page.clock.install()
  await openHydrated(page, '/cart')
  await page.getByRole('button', { name: `Remove ${items[0]!.name}` }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await pauseClock(page)

  const other = await context.newPage()
  await other.goto('/faq')
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  await expect(undo, 'as soon as its user is gone').toHaveCount(0)
  await page.clock.resume()
  await page.getByLabel('Email').fill(second.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect((await second.call('GET', '/cart')).data).toEqual([])
})

test('cart: a rejected change is rolled back with a message', async ({ newCustomer }) => {
  const { page, call } = await newCustomer()
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
  // The server's message takes precedence.
  const rejection = { success: false, message: 'Only two are left.', error: 'few' }
  await page.route('**/api/cart/*', (route) => route.fulfill({ status: 422, json: rejection }))
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(toast(page, rejection.message)).toBeVisible()
  await expect(quantity).toHaveValue('2')

  await openHydrated(page, `/items/${item!._id}`)
  await page.route('**/api/cart', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(toast(page, 'Error adding item to cart')).toBeVisible()
  await page.goto('/faq')
  await expect(toast(page, 'Failed to get cart count')).toBeVisible()
  await page.goto('/cart', { waitUntil: 'commit' })
  await expect(toast(page, 'Error loading cart')).toBeVisible()
  await retrySuccessfully(page, '**/api/cart', page.getByRole('button', { name: 'Try again' }))
  await expect(quantity).toHaveValue('2')
})

test('checkout: a message for each failure @thorough', async ({ newCustomer }) => {
  const { page, call } = await newCustomer()
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
  for (const [message, fail] of failures) {
    await page.route('**/api/checkout', fail)
    await proceed.click()
    await expect(toast(page, message)).toBeVisible()
    await expect(proceed).toBeEnabled()
    await page.unroute('**/api/checkout')
  }
  // An item that was added in another tab meanwhile is not ordered unseen.
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

  let sendRequest = () => {}
  await page.route('**/api/checkout', async (route) => {
    await new Promise<void>((resolve) => (sendRequest = resolve))
    await route.continue()
  })
  await proceed.click()
  const creating = page.getByRole('button', { name: 'Creating Order…' })
  await expect(creating).toBeDisabled()
  await expect(creating).toBeFocused()
  sendRequest()
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
})

test('cart: shows that a price has changed since it was added @thorough', async ({ newCustomer, app }) => {
  const { page, call } = await newCustomer()
  const { items } = await findItems(page, 'limit=2')
  for (const { _id } of items) await call('POST', '/cart', { item: _id })
  // Pretends that the first item had another price when it was added.
  const database = new Database(app.databaseFile)
  const setPrice = database.prepare('update cart_lines set price_when_added = ? where item_id = ?')
  setPrice.run(123_456, items[0]!._id)
  database.close()
  await page.goto('/cart')
  await expect(page.getByRole('listitem').filter({ hasText: items[0]!.name })).toContainText(
    'Was $1,234.56 when you added it',
  )
  await expect(page.getByText(/when you added it/)).toHaveCount(1)
})

test('cart: a price that changes while it is open shows at once, and the old total is not ordered', async ({
  newCustomer,
  logIn,
}) => {
  const { page, call } = await newCustomer()
  const staff = await logIn('staff@example.com')
  const item = await createItem(staff, 'Marigold Backup', 20)
  await call('POST', '/cart', { item: item._id, count: 2 })
  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ hasText: item.name })
  await expect(definitionOf(page, 'Subtotal')).toHaveText('$40.00')
  await expect(line).not.toContainText('when you added it')
  await item.change({ price: 25 })
  await expect(definitionOf(page, 'Subtotal')).toHaveText('$50.00')
  await expect(definitionOf(page, 'Total')).toHaveText('$52.00')
  await expect(line).toContainText('Was $20.00 when you added it')

  // The price rises again between the click and the checkout.
  await page.route('**/api/checkout', async (route) => {
    await item.change({ price: 30 })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  const message = 'Your cart has changed. Please review it.'
  await expect(toast(page, message)).toBeVisible()
  await expect(page.getByRole('main').getByText(message)).toBeVisible()
  await expect(page).toHaveURL('/cart')
  await expect(definitionOf(page, 'Subtotal')).toHaveText('$60.00')
  await page.unroute('**/api/checkout')
  expect((await call('GET', '/checkout')).data, 'no order was created').toEqual([])
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)
  await expect(definitionOf(page, 'Total')).toHaveText('$60.00')
  await item.change({ price: 99 })
  await page.reload()
  await expect(definitionOf(page, 'Total'), 'an order keeps its prices').toHaveText('$60.00')
})

for (const isOffline of [false, true]) {
  test(`checkout: an order whose answer is lost ${isOffline ? 'with the connection' : 'twice'} is opened, and is the only one${isOffline ? '' : ' @thorough'}`, async ({
    newCustomer,
  }) => {
    const customer = await newCustomer()
    const { page, context, call } = customer
    const { items } = await findItems(page, 'limit=1')
    await call('POST', '/cart', { item: items[0]!._id, count: 2 })
    await openHydrated(page, '/cart')
    const emptied = page.getByText('Your cart is empty')
    await page.evaluate(() => {
      const texts: string[] = []
      Object.assign(window, { texts })
      new MutationObserver(() => texts.push(document.querySelector('main')!.textContent)).observe(document.body, {
        childList: true,
        subtree: true,
      })
    })
    let lost = 0
    await page.route('**/api/checkout', async (route) => {
      if (lost === 2) return route.continue()
      lost += 1
      await route.fetch()
      if (isOffline) await context.setOffline(true)
      await route.abort()
    })
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await expect(toast(page, 'Network error creating order')).toBeVisible()
    if (isOffline) {
      await expect(page.getByRole('button', { name: 'Reconnecting…' })).toBeVisible()
      lost = 2
      await context.setOffline(false)
    }
    await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)
    await expect(emptied).toHaveCount(0)
    const texts = await page.evaluate(() => Reflect.get(window, 'texts') as string[])
    expect(texts.filter((text) => text.includes('Your cart is empty'))).toEqual([])
    const orders = await listOrders(customer)
    expect(orders.map(({ _id }) => `/orders/${_id}`)).toEqual([new URL(page.url()).pathname])
  })
}

test('checkout: after an answer that was lost, another cart of the same price is another order', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const { page, call } = customer
  const staff = await logIn('staff@example.com')
  const [first, second] = [await createItem(staff, 'Twin One', 20), await createItem(staff, 'Twin Two', 20)]
  await call('POST', '/cart', { item: first._id })
  await openHydrated(page, '/cart')
  const failed = toast(page, 'Network error creating order')
  await page.route('**/api/checkout', async (route) => {
    // Nobody waits for the second try any more.
    if ((await listOrders(customer)).length > 0) await page.getByRole('link', { name: 'Services' }).first().click()
    else await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(failed).toBeVisible()
  await expect(page).toHaveURL('/items')
  await page.unrouteAll()
  await call('POST', '/cart', { item: second._id })
  await page.getByRole('link', { name: 'Cart, 1 item', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Twin Two' })).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)
  const orders = await listOrders(customer)
  expect(orders.map(({ items }) => items.map(({ name }) => name))).toEqual([['Twin Two'], ['Twin One']])
  expect(new URL(page.url()).pathname).toBe(`/orders/${orders[0]!._id}`)
})

test('cart: an item that is taken off sale stays in its place, greyed, and is not ordered', async ({
  newCustomer,
  logIn,
}) => {
  const { page, call } = await newCustomer()
  const staff = await logIn('staff@example.com')
  const [gone, kept] = [await createItem(staff, 'Larkspur Gone', 10), await createItem(staff, 'Larkspur Kept', 20)]
  for (const { _id } of [gone, kept]) await call('POST', '/cart', { item: _id })
  await openHydrated(page, '/cart')
  const lines = page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')
  const announced = page.getByRole('main').getByRole('status').filter({ hasText: 'is no longer available' })
  const proceed = page.getByRole('button', { name: 'Proceed to Checkout' })
  await expect(definitionOf(page, 'You pay')).toHaveText('$30.00')
  await staff.call('DELETE', `/admin/items/${gone._id}`)
  await expect(lines.first()).toContainText('Larkspur Gone')
  await expect(lines.first()).toContainText('No longer available')
  await expect(lines.first().getByRole('textbox')).toHaveCount(0)
  await expect(lines.last().getByRole('textbox', { name: 'Quantity of Larkspur Kept' })).toHaveValue('1')
  await expect(announced).toHaveText('Larkspur Gone is no longer available')
  await expect(definitionOf(page, 'You pay')).toHaveText('$20.00')
  await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  await page.reload()
  await expect(lines.first()).toContainText('No longer available')
  await expect(announced, 'not what was unavailable before').toHaveCount(0)

  // The last one is taken off sale between the click and the checkout, and then put on sale again.
  await page.route('**/api/checkout', async (route) => {
    await staff.call('DELETE', `/admin/items/${kept._id}`)
    await route.continue()
  })
  await proceed.click()
  await expect(page.getByRole('main').getByText('Your cart has changed. Please review it.')).toBeVisible()
  await expect(page.getByText('No longer available', { exact: true })).toHaveCount(2)
  await expect(announced).toHaveText('Larkspur Kept is no longer available')
  await expect(definitionOf(page, 'You pay')).toHaveText('$0.00')
  await expect(proceed).toBeDisabled()
  await page.unroute('**/api/checkout')
  await staff.call('POST', `/admin/items/${kept._id}/restore`)
  await expect(page.getByText('No longer available', { exact: true })).toHaveCount(1)
  await expect(announced).toHaveCount(0)
  await proceed.click()
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)
  await expect(definitionOf(page, 'Total')).toHaveText('$20.00')
  expect((await call('GET', '/cart')) as unknown, 'the cart is empty').toMatchObject({ data: [], unavailable: [] })
})

test('cart: what is no longer available can be removed, but not put back @thorough', async ({ newCustomer, logIn }) => {
  const { page, call } = await newCustomer()
  const staff = await logIn('staff@example.com')
  const gone = await createItem(staff, 'Larkspur Only', 10)
  await call('POST', '/cart', { item: gone._id })
  await staff.call('DELETE', `/admin/items/${gone._id}`)
  await openHydrated(page, '/cart')
  await expect(page.getByText('No longer available', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove Larkspur Only' }).click()
  await expect(toast(page, 'Item removed from cart')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})
