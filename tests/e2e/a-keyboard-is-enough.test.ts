import type { Page } from '@playwright/test'
import { open, toast } from './shop.ts'
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
  await reach(page, 'Copy amount')
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

const press = (page: Page, key: string) => page.keyboard.press(key)

/** Goes on by the Tab key until what has the focus is called so, and can be seen to have it. */
async function reach(page: Page, name: string | RegExp) {
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    const isIt = await expect(focused)
      .toHaveAccessibleName(name, { timeout: 1 })
      .then(() => true)
      .catch(() => false)
    if (!isIt) continue
    await expect(focused).toBeInViewport()
    return
  }
  throw new Error(`${String(name)} was never reached`)
}
