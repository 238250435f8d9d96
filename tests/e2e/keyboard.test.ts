import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findItems, open, orderOf, toast } from './shop.ts'
import { expect, test } from './store.ts'

test('from the first page to a paid order without a pointer', async ({ newcomer }) => {
  test.setTimeout(90_000)
  const { page } = await newcomer()
  await page.clock.install()
  await open(page, '/')
  await press(page, 'Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await press(page, 'Enter')
  await reach(page, /^Browse services/)
  await press(page, 'Enter')
  await expect(page).toHaveURL('/items')
  await expect(page.getByRole('main')).toBeFocused()

  const name = await page.getByRole('article').first().getByRole('heading').innerText()
  await reach(page, name)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await reach(page, 'One more')
  await press(page, 'Enter')
  await reach(page, 'Add to cart')
  await press(page, 'Enter')
  await expect(toast(page, 'Item added to cart successfully!')).toBeVisible()

  await reach(page, 'Cart, 2 items')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await reach(page, 'One less')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'One less' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'One less' })).toBeFocused()
  await reach(page, 'Proceed to Checkout')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)

  await reach(page, /^Binance Pay/)
  await press(page, 'ArrowDown')
  await press(page, 'ArrowDown')
  await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeChecked()
  await reach(page, 'Coupon code')
  await page.keyboard.type('WELCOME10')
  await press(page, 'Enter')
  await expect(page.getByText('WELCOME10', { exact: true })).toBeVisible()
  await reach(page, 'Proceed to Payment')
  await press(page, 'Enter')
  await expect(page).toHaveURL('/payment')
  await expect(page.getByRole('heading', { name: /^Pay order/ })).toBeVisible()
  await reach(page, /^Copy amount/)
  await page.clock.fastForward(61_000)
  await reach(page, /^Transfer reference/)
  await page.keyboard.type('CEFT-12')
  await reach(page, 'Mark as PAID')
  await press(page, 'Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Mark as PAID' })).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('button', { name: 'Mark as PAID' })).toBeFocused()
  await press(page, 'Enter')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/orders\/details\//)
  await expect(page.getByText('Paid (pending verification)').first()).toBeVisible()
  await expect(page.getByRole('main'), 'the new page has the focus').toBeFocused()
})

test('menus and dialogs open, walk, close and give the focus back', async ({ newcomer }) => {
  const { page } = await newcomer()
  await open(page, '/items')
  await reach(page, /^Account of/)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem').or(page.getByRole('menuitemcheckbox')).first()).toBeFocused()
  await press(page, 'End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeFocused()
})

test('reviews, settings, a cancelled order and leaving, without a pointer', async ({ newcomer }) => {
  test.setTimeout(90_000)
  const somebody = await newcomer()
  const { page } = somebody
  const { items } = await findItems(page, 'limit=1')
  const order = await orderOf(somebody, items[0]!)

  await open(page, `/items/${items[0]!._id}`)
  await reach(page, 'Description')
  await press(page, 'ArrowRight')
  await expect(page.getByRole('tab', { name: /^Reviews/ })).toBeFocused()
  await reach(page, 'Write a review')
  await press(page, 'Enter')
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeFocused()
  await press(page, 'ArrowLeft')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await reach(page, 'Your review')
  await page.keyboard.type('Works from the first minute')
  await reach(page, 'Submit review')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await reach(page, 'Delete')
  await press(page, 'Enter')
  await reach(page, 'Delete review')
  await press(page, 'Enter')
  await expect(page.getByText('Works from the first minute')).toHaveCount(0)

  await open(page, `/orders/details/${order._id}`)
  await reach(page, 'Cancel order')
  await press(page, 'Enter')
  await reach(page, 'Cancel order')
  await press(page, 'Enter')
  await expect(toast(page, 'Order cancelled')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()

  await open(page, '/profile')
  await reach(page, 'Last name')
  await page.keyboard.type('Silva')
  await press(page, 'Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Save changes' })).toBeFocused()
  await press(page, 'Enter')
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await reach(page, 'Profile Information')
  await press(page, 'ArrowRight')
  await reach(page, 'Create referral code')
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: 'Referral code' })).toBeFocused()
  await page.keyboard.type(codeOfSomebody())
  await press(page, 'Enter')
  await expect(toast(page, 'Referral code saved')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await reach(page, /^Account of/)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await press(page, 'End')
  await press(page, 'Enter')
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible()
})

const codeOfSomebody = () => `K${randomUUID().slice(0, 8)}`

const press = (page: Page, key: string) => page.keyboard.press(key)

/** Goes on by the Tab key until what has the focus is called so, and can be seen to have it. */
async function reach(page: Page, name: string | RegExp) {
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press('Tab')
    if (!(await focusedWords(page)).some((words) => (typeof name === 'string' ? words === name : name.test(words))))
      continue
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(name)
    await expect(focused).toBeInViewport()
    return
  }
  throw new Error(`${String(name)} was never reached`)
}

/** All that what has the focus may be called by. */
const focusedWords = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement
    const words = [
      focused.ariaLabel,
      focused.innerText,
      focused.textContent,
      ...[...(focused.labels ?? [])].map((label) => label.innerText),
    ]
    return words.flatMap((text) => (text ? [text.trim(), text.split('\n')[0]!.trim()] : []))
  })
