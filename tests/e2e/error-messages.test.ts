import type { Page, Route } from '@playwright/test'
import { findItems, createOrder, markPaid } from './api.ts'
import { openHydrated, orderNumber, pauseClock, retrySuccessfully, toast } from './page-actions.ts'
import { expect, password, test } from './fixtures.ts'

test.use({ expectedErrors: /status of 5\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED/ })

const failWithoutMessage = (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' })
const failToConnect = (route: Route) => route.abort()

/** Expects one toast when a call fails without a message, and another (or the same) when the server is unreachable. */
async function expectErrors(
  page: Page,
  url: string,
  act: () => Promise<unknown>,
  failed: string,
  unreachable = failed,
) {
  for (const [fail, message] of [
    [failWithoutMessage, failed],
    [failToConnect, unreachable],
  ] as const) {
    await page.route(url, fail)
    await act()
    await expect(toast(page, message)).toBeVisible()
    await page.getByLabel('Messages').getByRole('button', { name: 'Dismiss' }).last().click()
    await page.unroute(url)
  }
}

test('catalogue: loading errors show a message and a retry button @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  const { items } = await findItems(page, 'sortBy=popular&limit=30')
  await openHydrated(page, '/faq')
  await page.route('**/api/items?*', failWithoutMessage)
  await page.route('**/api/items', failWithoutMessage)
  await page.route('**/api/categories', failWithoutMessage)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(toast(page, 'Error loading items')).toBeVisible()
  await expect(toast(page, 'Error loading categories')).toBeVisible()
  const results = page.getByRole('region', { name: 'Results' })
  await retrySuccessfully(page, /\/api\/items(\?|$)/, results.getByRole('button', { name: 'Try again' }))
  await expect(page.getByRole('article')).toHaveCount(24)
  await expect(page.getByRole('main'), 'the keyboard goes on from here').toBeFocused()
  await page.unrouteAll()

  await page.route('**/api/items/*', failWithoutMessage)
  await page.route('**/api/items/*/related', failWithoutMessage)
  await page.route('**/api/reviews?*', failWithoutMessage)
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[0]!.name)
  await expect(toast(page, 'Error loading item details')).toBeVisible()
  await expect(toast(page, 'Error loading reviews')).toBeVisible()
  await expect(page.locator('.buy-box .skeleton'), 'it can be bought without its plans').toHaveCount(0)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  const reviews = page.getByRole('tabpanel', { name: /^Reviews/ })
  await retrySuccessfully(page, '**/api/reviews?*', reviews.getByRole('button', { name: 'Try again' }))
  await expect(page.getByRole('button', { name: 'Login to Review' })).toBeVisible()
  await page.unrouteAll()
  await page.goBack()
  await expectErrors(
    page,
    '**/api/items?*',
    () => page.getByRole('link', { name: 'Show more' }).click(),
    'Error loading items',
  )
})

test('account errors: currency, dark mode, login and registration @thorough', async ({ newCustomer, newVisitor }) => {
  const { page, email } = await newCustomer()
  await page.goto('/faq')
  const currency = page.getByLabel('Currency')
  await expectErrors(page, '**/change-currency', () => currency.selectOption('INR'), 'Failed to change currency')
  await expect(currency, 'reverted').toHaveValue('USD')
  const toggle = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /Dark mode/ }).click()
    await page.keyboard.press('Escape')
  }
  await expectErrors(page, '**/dark-mode', toggle, 'Failed to toggle dark mode')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  const visitor = await newVisitor()
  await visitor.clock.install()
  await openHydrated(visitor, '/auth')
  const submit = (name: string) => () => visitor.getByRole('button', { name, exact: true }).click()
  await submit('Login')()
  await expect(toast(visitor, 'Email is required')).toBeVisible()
  await expect(visitor.getByLabel('Email')).toBeFocused()
  await visitor.getByLabel('Email').fill('nobody')
  await submit('Login')()
  await expect(toast(visitor, 'Email is invalid')).toBeVisible()
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill('12345')
  await submit('Login')()
  await expect(toast(visitor, 'Password must be at least 6 characters')).toBeVisible()
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await expectErrors(visitor, '**/auth/login', submit('Login'), 'An error occurred', 'Network error. Please try again.')

  await visitor.getByRole('button', { name: 'Create an account' }).click()
  await expect(visitor.getByLabel('Email'), 'the fields keep their values').toHaveValue(email)
  await submit('Register')()
  await expect(toast(visitor, 'First name is required')).toBeVisible()
  await visitor.getByLabel('First name').fill('Nila')
  await submit('Register')()
  await expect(toast(visitor, 'Last name is required')).toBeVisible()
  await visitor.getByLabel('Last name').fill('Fernando')
  await visitor.getByLabel('Confirm password').fill('something else')
  await submit('Register')()
  await expect(toast(visitor, 'Passwords do not match')).toBeVisible()
  await visitor.getByLabel('Confirm password').fill(password)
  await submit('Register')()
  await expect(toast(visitor, 'An account with this email already exists')).toBeVisible()
  await visitor.getByLabel('Email').fill(`other-${email}`)
  await pauseClock(visitor)
  await submit('Register')()
  await expect(toast(visitor, 'Registered successfully')).toBeVisible()
  await visitor.clock.runFor(1480)
  await expect(visitor).toHaveURL('/auth')
  await visitor.clock.runFor(40)
  await expect(visitor, '1.5 s after the toast').toHaveURL('/items')
})

test('review errors: saving and deleting @thorough', async ({ newCustomer }) => {
  const { page, call } = await newCustomer()
  const { items } = await findItems(page, 'limit=1')
  await openHydrated(page, `/items/${items[0]!._id}`)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your review').fill('Still here after an error.')
  const save = () => dialog.getByRole('button', { name: 'Submit review' }).click()
  await expectErrors(page, '**/api/reviews', save, 'Unable to save review', 'Network error')
  await expect(dialog.getByLabel('Your review')).toHaveValue('Still here after an error.')
  await page.keyboard.press('Escape')
  await call('POST', '/reviews', { item: items[0]!._id, stars: 4, description: 'Written elsewhere.' })
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete review' }).click()
  }
  await expectErrors(page, '**/api/reviews/*', remove, 'Unable to delete review', 'Network error')
  await expect(page.getByText('Written elsewhere.')).toBeVisible()
})

test('reviews: stars are required @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  const { items } = await findItems(page, 'limit=1')
  await openHydrated(page, `/items/${items[0]!._id}`)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your review').fill('No stars at all.')
  // The form always has stars, so the request is changed to get the server's error.
  await page.route('**/api/reviews', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), stars: 0 }) }),
  )
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(toast(page, 'Please select a rating')).toBeVisible()
  await expect(dialog.getByLabel('Your review')).toHaveValue('No stars at all.')
})

test('error text: the message first, then the error, then the network error, else "Request failed" @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  let fail: (route: Route) => Promise<void> = (route) => route.abort()
  await page.route('**/api/checkout/*', (route) => fail(route))
  await openHydrated(page, `/orders/${order._id}`)
  await expect(page.getByText('Failed to load order: We can’t reach the store. Check your connection.')).toBeVisible()
  await expect(page.getByRole('heading', { name: `Order ${orderNumber(order._id)}`, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to orders' })).toBeVisible()
  const responses = [
    [{ success: false, message: 'Closed for an hour.', error: 'closed' }, 'Closed for an hour.'],
    [{ success: false, error: 'closed' }, 'closed'],
    [{ success: false }, 'Request failed'],
  ] as const
  for (const [json, reason] of responses) {
    fail = (route) => route.fulfill({ status: 503, json })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(`Failed to load order: ${reason}`, { exact: true })).toBeVisible()
  }
  fail = (route) => route.continue()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
})

test("notification errors: the server's message, or “Network error” @thorough", async ({ newCustomer, logIn }) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/notifications?*', async (route) => {
    await held
    await route.continue()
  })
  await openHydrated(page, '/notifications')
  await expect(page.getByRole('main').getByText('Loading…')).toBeVisible()
  const markAllRead = page.getByRole('main').getByRole('button', { name: 'Mark all read' })
  await expect(markAllRead, 'nothing is loaded').toBeDisabled()
  release()
  const url = '**/api/notifications/mark-all-read'
  await expectErrors(page, url, () => markAllRead.click(), 'Network error')
  const json = { success: false, message: 'Not just now.', error: 'busy' }
  await page.route(url, (route) => route.fulfill({ status: 503, json }))
  await markAllRead.click()
  await expect(toast(page, 'Not just now.')).toBeVisible()
  await page.unroute(url)
  await expect(page.getByRole('main').getByText('Unread.').first()).toBeAttached()

  // The button is disabled while the request is pending.
  let sendRequest = () => {}
  const sent = new Promise<void>((resolve) => (sendRequest = resolve))
  await page.route(url, async (route) => {
    await sent
    await route.continue()
  })
  await markAllRead.click()
  await expect(markAllRead).toBeDisabled()
  sendRequest()
  await expect(page.getByRole('main').getByText('Unread.')).toHaveCount(0)
  await expect(markAllRead, 'nothing is unread').toBeDisabled()
})

test('requests: time out after 15 s, and the change is rolled back', async ({ newCustomer }) => {
  const { page, call } = await newCustomer()
  const { items } = await findItems(page, 'limit=1')
  await call('POST', '/cart', { item: items[0]!._id })
  // AbortSignal.timeout ignores the fake clock, so an event stands for it.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      addEventListener(`timeout-${ms}`, () => controller.abort(new DOMException('Timed out', 'TimeoutError')))
      return controller.signal
    }
  })
  await page.route('**/api/cart/*', () => undefined)
  await openHydrated(page, '/cart')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('textbox', { name: /^Quantity/ }), 'shown right away').toHaveValue('2')
  await page.evaluate(() => dispatchEvent(new Event('timeout-15000')))
  await expect(toast(page, 'Error updating cart item')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('1')
})

test('toasts: last 3 s, longer while hovered or focused @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await page.clock.install()
  await openHydrated(page, '/auth')
  await pauseClock(page)
  const message = toast(page, 'Email is required')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(message).toBeVisible()
  await page.clock.runFor(2980)
  await expect(message).toBeVisible()
  await page.clock.runFor(40)
  await expect(message).toHaveCount(0)

  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await message.hover()
  await page.clock.runFor(60_000)
  await expect(message).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(3020)
  await expect(message).toHaveCount(0)
})

for (const width of [390, 768]) {
  test(`at ${width} px, an error covers no heading, way back, bar or dialog @thorough`, async ({
    logIn,
    newCustomer,
  }) => {
    const { page, call } = await newCustomer()
    const staff = (await logIn('staff@example.com')).page
    const { items } = await findItems(page, 'sortBy=rating&limit=1')
    const item = `/items/${items[0]!._id}`
    await call('POST', '/cart', { item: items[0]!._id })
    for (const one of [page, staff]) await one.setViewportSize({ width, height: 844 })

    await openHydrated(page, '/cart')
    await page.route('**/api/cart/*', failWithoutMessage)
    await page.getByRole('button', { name: /^Remove/ }).click()
    expect(await coveredByToast(page, 'h1, .buy-bar, .sticky, header *')).toEqual([])
    await page.unrouteAll()

    await openHydrated(page, item)
    await page.getByRole('tab', { name: /^Reviews/ }).click()
    await page.getByRole('button', { name: 'Write a review' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your review').fill('Still here after an error.')
    await dialog.getByRole('radio', { name: /^4/ }).check({ force: true })
    await page.route('**/api/reviews', failWithoutMessage)
    await dialog.getByRole('button', { name: 'Submit review' }).click()
    expect(await coveredByToast(page, 'dialog')).toEqual([])
    await page.unrouteAll()

    await openHydrated(page, '/support')
    await page.route(/\/api\/support/, failWithoutMessage)
    await page.getByLabel('Write a message').fill('Hello')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    expect(await coveredByToast(page, 'h1, form, .bubble, main button')).toEqual([])
    await page.context().setOffline(false)

    await openHydrated(staff, '/admin/coupons')
    await staff.getByRole('button', { name: 'New coupon' }).click()
    await staff.getByRole('dialog').getByLabel('Code', { exact: true }).fill('COVERED')
    await staff.route('**/api/admin/coupons', failWithoutMessage)
    await staff.getByRole('dialog').getByRole('button', { name: 'Create coupon' }).click()
    expect(await coveredByToast(staff, 'dialog h2, dialog .dialog-foot')).toEqual([])
  })
}

/** What the next toast covers of the selected elements. */
async function coveredByToast(page: Page, selector: string) {
  const toasts = page.locator('.toast')
  await expect(toasts.first()).toBeVisible()
  return toasts.first().evaluate((toast, selected) => {
    const shown = toast.getBoundingClientRect()
    return [...document.querySelectorAll(selected)]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return left < shown.right && right > shown.left && top < shown.bottom && bottom > shown.top
      })
      .map((element) => element.outerHTML.slice(0, 80))
  }, selector)
}

test('inbox: a list and a conversation that both fail to load say so once, and are tried again together @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const { page } = await logIn('staff@example.com')
  const customer = await newCustomer()
  await customer.call('POST', '/support-chat/message', { message: 'A failing question' })
  const error = { success: false, error: 'internal', message: 'Something went wrong. Please try again.' }
  const api = /\/api\/admin\/support(\?|\/\w+$)/
  await page.route(api, (route) => route.fulfill({ status: 500, json: error }))
  await page.goto(`/admin/support/${customer.id}?q=failing+question`)
  const alerts = page.locator('main').getByRole('alert')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(alerts).toHaveText(/^Error loading conversations/)
  await expect(alerts).toHaveCount(1)

  await page.unroute(api)
  await page.route(/\/api\/admin\/support\?/, (route) => route.fulfill({ status: 500, json: error }))
  await retry.click()
  await expect(page.getByRole('textbox', { name: /^Reply to/ })).toBeVisible()
  await expect(alerts, 'now of the list alone').toHaveText(/^Error loading conversations/)
  await page.unroute(/\/api\/admin\/support\?/)
  await retry.click()
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1)
  await expect(alerts).toHaveCount(0)
})

test('home page and filters: what can’t be loaded is said once, and loaded by trying again', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/faq')
  await page.waitForLoadState('networkidle')
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('link', { name: 'Kade', exact: true }).first().click()
  await expect(page.getByText('Error loading items')).toHaveCount(1)
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Popular right now' })).toBeVisible()
  await expect(page.locator('.home-popular').getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  await expect(page.getByText('Error loading items')).toHaveCount(0)

  await openHydrated(page, '/faq')
  await page.waitForLoadState('networkidle')
  let isFailing = true
  await page.route('**/api/categories*', (route) =>
    isFailing ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click()
  const filters = page.getByRole('form', { name: 'Filters' })
  await expect(filters.getByText('Error loading categories.')).toBeVisible()
  isFailing = false
  await filters.getByRole('button', { name: 'Try again' }).click()
  await expect(filters.getByRole('radio', { name: /Streaming/ })).toBeVisible()
})

for (const [path, label, api, text] of [
  ['/admin/items', 'Category', '**/api/admin/categories', 'Error loading categories'],
  ['/admin/support', 'Assignee', '**/api/admin/support-staff', 'Error loading staff'],
] as const) {
  test(`${path}: a select says that its options couldn’t be loaded, and loads them when it is opened @thorough`, async ({
    logIn,
  }) => {
    const { page } = await logIn('staff@example.com')
    let isFailing = true
    await page.route(api, (route) => (isFailing ? route.fulfill({ status: 500, body: '{}' }) : route.continue()))
    await page.goto(path)
    const select = page.getByRole('main').getByLabel(label, { exact: true }).first()
    const options = select.getByRole('option')
    await expect(options.filter({ hasText: text })).toHaveCount(1)
    const before = await options.count()
    isFailing = false
    await select.focus()
    await expect(options.filter({ hasText: text })).toHaveCount(0)
    expect(await options.count()).toBeGreaterThanOrEqual(before)
  })
}

test('About, the empty queue and a new item say what couldn’t be loaded, and load it by trying again @thorough', async ({
  newVisitor,
  logIn,
}) => {
  const visitor = await newVisitor()
  await openHydrated(visitor, '/faq')
  await visitor.route('**/api/storefront/shop', failWithoutMessage)
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByText('Error loading who checks your payment')).toBeVisible()
  await retrySuccessfully(visitor, '**/api/storefront/shop', visitor.getByRole('button', { name: 'Try again' }))
  await expect(visitor.getByRole('heading', { name: 'Who checks your payment' })).toBeVisible()
  await expect(visitor.getByText('Error loading')).toHaveCount(0)

  const { page } = await logIn('staff@example.com')
  // Everything has been verified; other tests need what awaits it.
  await page.route('**/api/admin/orders?*paymentStatus=paid*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), data: [], totalCount: 0, nextCursor: null } })
  })
  await page.route('**/api/admin/orders?*paymentStatus=verified*', failWithoutMessage)
  await page.goto('/admin/payments')
  const main = page.getByRole('main')
  await expect(main.getByText('Error loading orders')).toBeVisible()
  await retrySuccessfully(
    page,
    '**/api/admin/orders?*paymentStatus=verified*',
    main.getByRole('button', { name: 'Try again' }),
  )
  await expect(main.getByRole('list', { name: 'Recently verified payments' }).getByRole('listitem')).toHaveCount(5)
  await expect(main.getByText('Error loading')).toHaveCount(0)

  await page.route('**/api/admin/categories', failWithoutMessage)
  await page.goto('/admin/items/new')
  await expect(main.getByText('Error loading categories')).toBeVisible()
  await retrySuccessfully(page, '**/api/admin/categories', main.getByRole('button', { name: 'Try again' }))
  await expect(main.getByLabel('Name', { exact: true })).toBeVisible()
  await expect(main.getByText('Error loading')).toHaveCount(0)

  await page.goto('/admin/statements/none')
  await expect(page.getByRole('heading', { level: 1, name: 'Statement not found' })).toBeVisible()
  await main.getByRole('link', { name: 'All statements' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible()
})

test('an order and an item attached to a message say that they couldn’t be loaded @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page, call } = customer
  const { items } = await findItems(page, 'limit=1')
  const [item] = items
  const order = await createOrder(customer, { _id: item!._id })
  await call('POST', '/support-chat/message', { message: 'This order', order: order._id })
  await call('POST', '/support-chat/message', { message: 'This item', item: item!._id })
  await page.route(`**/api/checkout/${order._id}`, failWithoutMessage)
  await page.route(`**/api/items/${item!._id}`, failWithoutMessage)
  await openHydrated(page, '/support')
  const log = page.getByRole('log', { name: 'Conversation' })
  await expect(log.getByText('Error loading order')).toBeVisible()
  await expect(log.getByText('Error loading item')).toBeVisible()
  await expect(log.getByRole('link', { name: `Order ${orderNumber(order._id)}` })).toBeVisible()
})
