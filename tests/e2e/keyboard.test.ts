import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createOrder, findItems, markPaid } from './api.ts'
import { openHydrated, toast } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

test('keyboard: from the home page to a paid order', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await page.clock.install()
  await openHydrated(page, '/')
  await press(page, 'Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await press(page, 'Enter')
  await tabTo(page, /^Browse services/)
  await press(page, 'Enter')
  await expect(page).toHaveURL('/items')
  await expect(page.getByRole('main')).toBeFocused()

  const name = await page.getByRole('article').first().getByRole('heading').innerText()
  await tabTo(page, name)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await tabTo(page, 'One more')
  await press(page, 'Enter')
  await tabTo(page, 'Add to cart')
  await press(page, 'Enter')
  await expect(toast(page, 'Item added to cart successfully!')).toBeVisible()

  await tabTo(page, 'Cart, 2 items')
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  await tabTo(page, 'One less')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'One less' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'One less' })).toBeFocused()
  await tabTo(page, 'Proceed to Checkout')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/orders\/[a-z0-9]+$/)

  await tabTo(page, /^Binance Pay/)
  await press(page, 'ArrowDown')
  await press(page, 'ArrowDown')
  await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeChecked()
  await tabTo(page, 'Coupon code')
  await page.keyboard.type('WELCOME10')
  await press(page, 'Enter')
  await expect(page.getByText('WELCOME10', { exact: true })).toBeVisible()
  await tabTo(page, 'Proceed to Payment')
  await press(page, 'Enter')
  await expect(page).toHaveURL('/payment')
  await expect(page.getByRole('heading', { name: /^Pay order/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy amount/ })).toBeVisible()
  await tabTo(page, /^Copy amount/)
  await page.clock.fastForward(61_000)
  await tabTo(page, /^Transfer reference/)
  await page.keyboard.type('CEFT-12')
  await tabTo(page, 'Mark as PAID')
  await press(page, 'Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Mark as PAID' })).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('button', { name: 'Mark as PAID' })).toBeFocused()
  await press(page, 'Enter')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/orders\/details\//)
  await expect(page.getByText('Paid (pending verification)').first()).toBeVisible()
  await expect(page.getByRole('main'), 'the new page takes the focus').toBeFocused()
})

test('keyboard: menus and dialogs open, navigate, close and return the focus @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await openHydrated(page, '/items')
  await tabTo(page, /^Account of/)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem').or(page.getByRole('menuitemcheckbox')).first()).toBeFocused()
  await press(page, 'End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeFocused()

  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: /^Notifications/ })
  await bell.focus()
  await press(page, 'Enter')
  await expect(panel.getByText('No notifications', { exact: true })).toBeVisible()
  await tabTo(page, 'Cart')
  await expect(panel, 'the page behind it is in view').toHaveCount(0)
})

test('keyboard: reviews, settings, cancelling an order and logging out @thorough', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page } = customer
  const { items } = await findItems(page, 'limit=1')
  const order = await createOrder(customer, items[0]!)

  await openHydrated(page, `/items/${items[0]!._id}`)
  await tabTo(page, 'Description')
  await press(page, 'ArrowRight')
  await expect(page.getByRole('tab', { name: /^Reviews/ })).toBeFocused()
  await tabTo(page, 'Write a review')
  await press(page, 'Enter')
  await expect(page.getByRole('radio', { name: '5 stars' })).toBeFocused()
  await press(page, 'ArrowLeft')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await tabTo(page, 'Your review')
  await page.keyboard.type('Works from the first minute')
  await tabTo(page, 'Submit review')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tabTo(page, 'Delete')
  await press(page, 'Enter')
  await tabTo(page, 'Delete review')
  await press(page, 'Enter')
  await expect(page.getByText('Works from the first minute')).toHaveCount(0)
  await expect(page.getByRole('tabpanel', { name: /^Reviews/ })).toBeFocused()

  await openHydrated(page, `/orders/details/${order._id}`)
  await tabTo(page, 'Cancel order')
  await press(page, 'Enter')
  await tabTo(page, 'Cancel order')
  await press(page, 'Enter')
  await expect(toast(page, 'Order cancelled')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()

  await openHydrated(page, '/profile')
  await tabTo(page, 'Last name')
  await page.keyboard.type('Silva')
  await press(page, 'Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Save changes' })).toBeFocused()
  await press(page, 'Enter')
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await tabTo(page, 'Profile Information')
  await press(page, 'ArrowRight')
  await tabTo(page, 'Create referral code')
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: 'Referral code' })).toBeFocused()
  await page.keyboard.type(randomReferralCode())
  await press(page, 'Enter')
  await expect(toast(page, 'Referral code saved')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await tabTo(page, /^Account of/)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await press(page, 'End')
  await press(page, 'Enter')
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible()
})

const randomReferralCode = () => `K${randomUUID().slice(0, 8)}`

const press = (page: Page, key: string) => page.keyboard.press(key)

/** Presses Tab until the element with this name has the focus, and expects it to be in view. */
async function tabTo(page: Page, name: string | RegExp) {
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press('Tab')
    if (!(await focusedTexts(page)).some((text) => (typeof name === 'string' ? text === name : name.test(text))))
      continue
    const focused = page.locator(':focus')
    await expect(focused).toHaveAccessibleName(name)
    await expect(focused).toBeInViewport()
    return
  }
  throw new Error(`${String(name)} can't be reached with the Tab key`)
}

/** The texts that may name the focused element. */
const focusedTexts = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement
    const texts = [
      focused.ariaLabel,
      focused.innerText,
      focused.textContent,
      ...[...(focused.labels ?? [])].map((label) => label.innerText),
    ]
    return texts.flatMap((text) => (text ? [text.trim(), text.split('\n')[0]!.trim()] : []))
  })

/** Goes through the page with a key, and names what has the focus while something sticky lies over it. */
async function findCovered(page: Page, key: 'Tab' | 'Shift+Tab', presses: number): Promise<string[]> {
  const covered: string[] = []
  for (let i = 0; i < presses; i += 1) {
    await page.keyboard.press(key)
    const name = await page.evaluate(() => {
      const element = document.activeElement
      if (
        !element ||
        element === document.body ||
        element.closest('header, .list-bar, .save-bar, .sticky-bar, .buy-bar')
      )
        return null
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0) return null
      // Of what is in the window: an editor may be higher.
      const middle = (Math.max(y, 0) + Math.min(y + height, innerHeight)) / 2
      const top = document.elementFromPoint(x + width / 2, middle)
      const isSeen = top !== null && (element.contains(top) || top.contains(element) || top.closest('label') !== null)
      return isSeen
        ? null
        : `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`
    })
    if (name !== null) covered.push(name)
  }
  return covered
}

test('keyboard: after what was done with it has removed a control, the focus stays at its part of the page @thorough', async ({
  newCustomer,
  logIn,
}) => {
  const [{ page }, customer] = [await logIn('staff@example.com'), await newCustomer()]
  const { items } = await findItems(customer.page, 'limit=1')
  const { _id } = await createOrder(customer, { _id: items[0]!._id })
  await markPaid(customer, { _id })
  const region = (name: string, on = page) => on.getByRole('region', { name, exact: true })

  await openHydrated(page, `/admin/orders/${_id}`)
  await page.getByLabel('Add a note').fill('Called the bank')
  await page.getByRole('button', { name: 'Add note' }).click()
  await region('Internal notes').getByRole('button', { name: 'Remove' }).focus()
  await press(page, 'Enter')
  await expect(region('Internal notes')).toBeFocused()
  await page.getByRole('button', { name: 'Reject payment' }).focus()
  await press(page, 'Enter')
  await page.getByRole('alertdialog').getByRole('textbox').fill('Nothing came')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reject payment' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Reopen order' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement!.closest('section')?.ariaLabel)).toBe('Payment')

  await openHydrated(page, `/admin/customers/${customer.id}`)
  await region('Sessions').getByRole('button', { name: 'End', exact: true }).focus()
  await press(page, 'Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).focus()
  await press(page, 'Enter')
  await expect(region('Sessions').getByText('No active sessions')).toBeVisible()
  await expect(region('Sessions')).toBeFocused()
  await press(page, 'Tab')
  await expect(page.locator(':focus'), 'goes on from there').not.toHaveText('Dismiss')

  await openHydrated(page, `/admin/items/${items[0]!._id}`)
  await page.getByLabel('Name', { exact: true }).fill(`${items[0]!.name} by key`)
  await page.getByRole('button', { name: 'Save changes' }).focus()
  // A toast that has the focus stays.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const dismiss = document.querySelector<HTMLElement>('.toasts button[aria-label="Dismiss"]')
      if (!dismiss || !document.activeElement?.matches('[role=group]')) return
      observer.disconnect()
      dismiss.focus()
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await press(page, 'Enter')
  const dismiss = page.getByLabel('Messages').getByRole('button', { name: 'Dismiss' })
  await expect(dismiss).toBeFocused()
  await press(page, 'Enter')
  await expect(dismiss).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Save', exact: true })).toBeFocused()
})

for (const [who, tag] of [
  ['customer', ''],
  ['visitor', ' @thorough'],
] as const) {
  test(`keyboard: the next Tab after a ${who} removes a line leads to Undo, and from there back to the cart${tag}`, async ({
    newCustomer,
    newVisitor,
  }) => {
    const customer = who === 'customer' ? await newCustomer() : null
    const page = customer ? customer.page : await newVisitor()
    const { items } = await findItems(page, 'limit=3')
    for (const { _id } of items) {
      if (customer) {
        await customer.call('POST', '/cart', { item: _id, count: 1 })
        continue
      }
      await openHydrated(page, `/items/${_id}`)
      await page.getByRole('button', { name: 'Add to cart' }).first().click()
      await page.keyboard.press('Escape')
    }
    const remove = page.getByRole('button', { name: /^Remove / })
    const undo = page.getByLabel('Messages').getByRole('button', { name: 'Undo' })
    await openHydrated(page, '/cart')
    await expect(remove).toHaveCount(3)
    await remove.first().focus()
    await press(page, 'Enter')
    await expect(undo).toBeVisible()
    const focused = await page.evaluateHandle(() => document.activeElement)
    await press(page, 'Tab')
    await expect(undo).toBeFocused()
    await press(page, 'Tab')
    await expect(page.locator(':focus')).toHaveAccessibleName('Dismiss')
    await press(page, 'Tab')
    expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true)
    await press(page, 'Tab')
    await expect(page.locator('main :focus')).toHaveCount(1)

    await openHydrated(page, '/cart')
    await remove.first().focus()
    await press(page, 'Enter')
    await expect(undo).toBeVisible()
    await expect(remove).toHaveCount(1)
    await press(page, 'Tab')
    await press(page, 'Enter')
    await expect(remove).toHaveCount(2)
  })
}

test('keyboard: Tab past the last entry of a menu on a phone closes it @thorough', async ({ newVisitor, logIn }) => {
  for (const [page, path, button, panel] of [
    [await newVisitor(), '/items', 'Menu', '.mobile-menu'],
    [(await logIn('staff@example.com')).page, '/admin/payments', 'More', '.staff-menu'],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 })
    await openHydrated(page, path)
    const menu = page.locator(panel)
    await page.getByRole('button', { name: button, exact: true }).press('Enter')
    await expect(menu.locator('svg:visible').first(), 'its entries are there').toBeVisible()
    await press(page, 'Tab')
    await expect(menu.locator(':focus')).toHaveCount(1)
    await menu.locator('a:visible, button:visible').last().focus()
    await expect(menu).toBeVisible()
    await press(page, 'Tab')
    await expect(menu).toBeHidden()
    await expect(page.locator(':focus')).toBeInViewport()
  }
})

test('keyboard: leaving the button of an open panel backwards closes it @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  await openHydrated(page, '/items')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await page.getByRole('button', { name: 'Notifications' }).press('Enter')
  await expect(panel).toBeVisible()
  await press(page, 'Shift+Tab')
  await expect(panel).toBeHidden()
  await expect(page.locator(':focus')).toBeInViewport()
})

test('keyboard: after one’s own deletion of a row, the next one is selected and none is said to have gone @thorough', async ({
  logIn,
}) => {
  const { page, call } = await logIn('mira@example.com')
  for (const name of ['Keys first', 'Keys last']) await call('POST', '/admin/categories', { name })
  await openHydrated(page, '/admin/categories')
  const notice = page.getByText(/^This row is no longer in the list/)
  await page.getByRole('button', { name: 'Delete Keys first' }).focus()
  await press(page, 'Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete category' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Keys first' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Keys last' }).locator(':focus')).toHaveCount(1)
  await expect(notice).toHaveCount(0)
})

test('keyboard: the letters of shortcuts do nothing in a menu @thorough', async ({ newCustomer, logIn }) => {
  const [{ page, call }, customer] = [await logIn('staff@example.com'), await newCustomer()]
  await customer.call('POST', '/support-chat/message', { message: 'Hello?' })
  await call('POST', '/support-chat/message', { message: 'Hello!', userId: customer.id })
  await openHydrated(page, `/admin/support/${customer.id}`)
  await expect(page.getByRole('log').getByText('Hello?')).toBeVisible()
  await press(page, 'h')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  for (const key of ['e', 'n', 'j']) await press(page, key)
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
  await press(page, 'e')
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
})

test('keyboard: what has the focus is never under a bar, forwards and backwards @thorough', async ({
  newCustomer,
  logIn,
}) => {
  const customer = await newCustomer()
  const { items } = await findItems(customer.page, 'limit=1')
  await customer.call('POST', '/cart', { item: items[0]!._id })
  await customer.page.setViewportSize({ width: 390, height: 700 })
  for (const path of ['/cart', `/items/${items[0]!._id}`, '/profile']) {
    await openHydrated(customer.page, path)
    await customer.page.waitForLoadState('networkidle')
    expect(await findCovered(customer.page, 'Tab', 45), path).toEqual([])
    expect(await findCovered(customer.page, 'Shift+Tab', 45), `${path}, backwards`).toEqual([])
  }
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 1440, height: 700 })
  await openHydrated(page, '/admin/items')
  await page.locator('[data-key]').first().getByRole('checkbox').check()
  expect(await findCovered(page, 'Tab', 60), 'below a selected item').toEqual([])
  expect(await findCovered(page, 'Shift+Tab', 75), 'and back to the filters').toEqual([])
  await page.setViewportSize({ width: 320, height: 256 })
  await openHydrated(page, '/admin/items/new')
  await page.waitForLoadState('networkidle')
  expect(await findCovered(page, 'Tab', 25), 'in the editor at four times the size').toEqual([])
})
