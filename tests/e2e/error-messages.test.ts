import type { Page, Route } from '@playwright/test'
import { findItems, open, orderOf, pay, stopTime, toast } from './shop.ts'
import { expect, password, test } from './store.ts'

test.use({ provoked: /status of 5\d\d|ERR_FAILED/ })

const wordless = (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' })
const unreached = (route: Route) => route.abort()

/** Says the words when the call fails without any of the store's own, and each time that it is not reached. */
async function expectWords(page: Page, call: string | RegExp, act: () => Promise<unknown>, words: string, cut = words) {
  for (const [fail, said] of [
    [wordless, words],
    [unreached, cut],
  ] as const) {
    await page.route(call, fail)
    await act()
    await expect(toast(page, said)).toBeVisible()
    await page.getByLabel('Messages').getByRole('button', { name: 'Dismiss' }).last().click()
    await page.unroute(call)
  }
}

test('§8 catalogue — what could not be loaded is said, with a way to try again', async ({ browse }) => {
  const page = await browse()
  const { items } = await findItems(page, 'limit=30')
  await open(page, '/faq')
  await page.route('**/api/items?*', wordless)
  await page.route('**/api/items', wordless)
  await page.route('**/api/categories', wordless)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(toast(page, 'Error loading items')).toBeVisible()
  await expect(toast(page, 'Error loading categories')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)

  await page.route('**/api/items/*', wordless)
  await page.route('**/api/reviews?*', wordless)
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[0]!.name)
  await expect(toast(page, 'Error loading item details')).toBeVisible()
  await expect(toast(page, 'Error loading reviews')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Login to Review' })).toBeVisible()
  await page.goBack()
  await expectWords(
    page,
    '**/api/items?*',
    () => page.getByRole('button', { name: 'Show more' }).click(),
    'Error loading items',
  )
})

test('§8 account — currency, dark mode, logging in and registering', async ({ newcomer, browse }) => {
  const { page, email } = await newcomer()
  await page.goto('/faq')
  const currency = page.getByLabel('Currency')
  await expectWords(page, '**/change-currency', () => currency.selectOption('INR'), 'Failed to change currency')
  await expect(currency, 'taken back').toHaveValue('USD')
  const toggle = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /Dark mode/ }).click()
    await page.keyboard.press('Escape')
  }
  await expectWords(page, '**/dark-mode', toggle, 'Failed to toggle dark mode')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  const visitor = await browse()
  await visitor.clock.install()
  await open(visitor, '/auth')
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
  await expectWords(visitor, '**/auth/login', submit('Login'), 'An error occurred', 'Network error. Please try again.')

  await visitor.getByRole('button', { name: 'Create an account' }).click()
  await expect(visitor.getByLabel('Email'), 'nothing typed is lost').toHaveValue(email)
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
  await stopTime(visitor)
  await submit('Register')()
  await expect(toast(visitor, 'Registered successfully')).toBeVisible()
  await visitor.clock.runFor(1480)
  await expect(visitor).toHaveURL('/auth')
  await visitor.clock.runFor(40)
  await expect(visitor, '1.5 s after it was said').toHaveURL('/items')
})

test('§8 reviews — one that could not be saved or deleted', async ({ newcomer }) => {
  const { page, call } = await newcomer()
  const { items } = await findItems(page, 'limit=1')
  await open(page, `/items/${items[0]!._id}`)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your review').fill('Kept while it fails.')
  const save = () => dialog.getByRole('button', { name: 'Submit review' }).click()
  await expectWords(page, '**/api/reviews', save, 'Unable to save review', 'Network error')
  await expect(dialog.getByLabel('Your review')).toHaveValue('Kept while it fails.')
  await page.keyboard.press('Escape')
  await call('POST', '/reviews', { item: items[0]!._id, stars: 4, description: 'Written elsewhere.' })
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete review' }).click()
  }
  await expectWords(page, '**/api/reviews/*', remove, 'Unable to delete review', 'Network error')
  await expect(page.getByText('Written elsewhere.')).toBeVisible()
})

test('§5 reviews — one without stars is refused in the store’s words', async ({ newcomer }) => {
  const { page } = await newcomer()
  const { items } = await findItems(page, 'limit=1')
  await open(page, `/items/${items[0]!._id}`)
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your review').fill('No stars at all.')
  // The form always has some: one that had none is what the store answers.
  await page.route('**/api/reviews', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), stars: 0 }) }),
  )
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(toast(page, 'Please select a rating')).toBeVisible()
  await expect(dialog.getByLabel('Your review')).toHaveValue('No stars at all.')
})

test('§8 words — an answer’s message comes first, then its error, then what the network says, else ‘Request failed’', async ({
  newcomer,
}) => {
  const customer = await newcomer()
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await orderOf(customer, items[0]!)
  let fail: (route: Route) => Promise<void> = (route) => route.abort()
  await page.route('**/api/checkout/*', (route) => fail(route))
  await open(page, `/orders/${order._id}`)
  await expect(page.getByText('Failed to load order: Failed to fetch')).toBeVisible()
  const answers = [
    [{ success: false, message: 'Closed for an hour.', error: 'closed' }, 'Closed for an hour.'],
    [{ success: false, error: 'closed' }, 'closed'],
    [{ success: false }, 'Request failed'],
  ] as const
  for (const [json, reason] of answers) {
    fail = (route) => route.fulfill({ status: 503, json })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(`Failed to load order: ${reason}`, { exact: true })).toBeVisible()
  }
  fail = (route) => route.continue()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
})

test('§8 notifications — the store’s words, or ‘Network error’', async ({ newcomer, signedIn }) => {
  const customer = await newcomer()
  const staff = await signedIn('staff@example.com')
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await orderOf(customer, items[0]!)
  await pay(customer, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  let answered = () => {}
  const held = new Promise<void>((resolve) => (answered = resolve))
  await page.route('**/api/notifications?*', async (route) => {
    await held
    await route.continue()
  })
  await open(page, '/notifications')
  await expect(page.getByRole('main').getByText('Loading…')).toBeVisible()
  answered()
  const readAll = page.getByRole('main').getByRole('button', { name: 'Mark all read' })
  const calls = '**/api/notifications/mark-all-read'
  await expectWords(page, calls, () => readAll.click(), 'Network error')
  const json = { success: false, message: 'Not just now.', error: 'busy' }
  await page.route(calls, (route) => route.fulfill({ status: 503, json }))
  await readAll.click()
  await expect(toast(page, 'Not just now.')).toBeVisible()
  await page.unroute(calls)
  await expect(page.getByRole('main').getByText('Unread.').first()).toBeAttached()

  // While it is under way it can't be pressed again.
  let answer = () => {}
  await page.route(calls, async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await readAll.click()
  await expect(readAll).toBeDisabled()
  answer()
  await expect(page.getByRole('main').getByText('Unread.')).toHaveCount(0)
  await expect(readAll, 'there is nothing left').toBeDisabled()
})

test('§9 calls — one that nobody answers ends after 15 s, and what it asked for is taken back', async ({
  newcomer,
}) => {
  const { page, call } = await newcomer()
  const { items } = await findItems(page, 'limit=1')
  await call('POST', '/cart', { item: items[0]!._id })
  // The browser's own timer can't be set forward: these calls' runs out when it is told to.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const late = new AbortController()
      addEventListener(`waited-${ms}`, () => late.abort(new DOMException('Too late', 'TimeoutError')))
      return late.signal
    }
  })
  await page.route('**/api/cart/*', () => undefined)
  await open(page, '/cart')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('textbox', { name: /^Quantity/ }), 'shown at once').toHaveValue('2')
  await page.evaluate(() => dispatchEvent(new Event('waited-15000')))
  await expect(toast(page, 'Error updating cart item')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Quantity/ })).toHaveValue('1')
})

test('§9 toasts — last 3 s, and as long as they are looked at', async ({ browse }) => {
  const page = await browse()
  await page.clock.install()
  await open(page, '/auth')
  await stopTime(page)
  const said = toast(page, 'Email is required')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(said).toBeVisible()
  await page.clock.runFor(2980)
  await expect(said).toBeVisible()
  await page.clock.runFor(40)
  await expect(said).toHaveCount(0)

  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await said.hover()
  await page.clock.runFor(60_000)
  await expect(said).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(3020)
  await expect(said).toHaveCount(0)
})
