import type { Page, Route } from '@playwright/test'
import { findItems, open, toast } from './shop.ts'
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
  await submit('Register')()
  await expect(toast(visitor, 'Registered successfully')).toBeVisible()
  const begun = Date.now()
  await expect(visitor).toHaveURL('/items')
  expect(Date.now() - begun, '1.5 s after it was said').toBeGreaterThan(1000)
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

test('§9 toasts — last 3 s, and as long as they are looked at', async ({ browse }) => {
  const page = await browse()
  await open(page, '/auth')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const said = toast(page, 'Email is required')
  await expect(said).toBeVisible()
  const begun = Date.now()
  await expect(said).toHaveCount(0)
  expect(Date.now() - begun).toBeGreaterThan(2200)
  expect(Date.now() - begun).toBeLessThan(4500)
})
