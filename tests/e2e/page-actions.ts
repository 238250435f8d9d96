import { expect, type Locator, type Page } from '@playwright/test'
import { createOrder, findItems } from './api.ts'
import type { TestUser } from './fixtures.ts'

/** '#PG3BED' */
export const orderNumber = (id: string) => `#${id.slice(-6).toUpperCase()}`

/** '$1,234.50' */
export const formatAmount = (amount: number, symbol = '$') => symbol + amountFormat.format(amount)
const amountFormat = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Opens a page and waits until React has hydrated it; it is visible before that. */
export async function openHydrated(page: Page, path: string) {
  await page.goto(path)
  await untilHydrated(page)
}

/** Resolves once React has hydrated the page and its effects have run: from then on, it listens for keys. */
export async function untilHydrated(page: Page) {
  await page.waitForFunction(() => {
    const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
    const main = document.querySelector('main')
    // The captcha renders its own.
    const controls = main?.querySelectorAll(':is(button, input, select, textarea):not(altcha-widget *)') ?? []
    return main && [main, ...controls].every(isHydrated)
  })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Lets no script arrive until the returned function is called. Call it before the page opens. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\.js$/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Resolves once the page's socket has received its stream heads. Call it before the page opens. */
export async function socketReady(page: Page) {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('42["welcome"'))
}

/** A toast that is currently shown. */
export const toast = (page: Page, text: string) => page.getByLabel('Messages').getByText(text, { exact: true })

/** Records toasts, including those that have disappeared. Call it before the page opens. @returns how to read them */
export async function recordToasts(page: Page) {
  await page.addInitScript(() => {
    const toasts: string[] = (Reflect.set(window, 'toasts', []), Reflect.get(window, 'toasts'))
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (added instanceof Element && added.matches('.toast'))
          toasts.push(added.querySelector('.toast-text')?.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate((): string[] => Reflect.get(window, 'toasts'))
}

/**
 * Clicks a "Try again" button and lets the requests to `url`, which failed so far, succeed. They are held until after
 * the click, because a page also retries by itself when its socket connects, and the button would be gone.
 */
export async function retrySuccessfully(page: Page, url: string | RegExp, button: Locator) {
  let release = () => {}
  const clicked = new Promise<void>((resolve) => (release = resolve))
  // Takes precedence over the routes that fail.
  await page.route(url, async (route) => {
    await clicked
    // The click aborts a request of the page's own retry.
    await route.continue().catch(() => undefined)
  })
  await button.click()
  release()
}

/** From here on, only `page.clock.runFor` advances the page's time. Needs `page.clock.install()` first. */
export const pauseClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)

/** The payment reference of an order in the two groups in which it is shown. */
export const shownReference = ({ reference }: { reference: string }) => `${reference.slice(0, 3)} ${reference.slice(3)}`

/** The amount of a token that the payment page asks for, in its smallest unit. It is the order's own. */
export async function unitsToSend(page: Page, token: string, decimals: number): Promise<string> {
  const amount = definitionOf(page, 'Send exactly')
  await expect(amount).toHaveText(new RegExp(`^[\\d,]+\\.\\d{2,}\\s${token}$`))
  const [whole, fraction] = (await amount.textContent())!.replace(/[^\d.]/g, '').split('.') as [string, string]
  return String(BigInt(whole + fraction.padEnd(decimals, '0')))
}

/** The description (`dd`) of a term (`dt`). */
export const definitionOf = (page: Page, term: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd')
    .first()

/** Creates a pending order of two items and opens its page. */
export async function openNewOrder(user: TestUser, query = 'limit=2&sortBy=name') {
  const { items } = await findItems(user.page, query)
  const order = await createOrder(user, { _id: items[0]!._id, count: 2 }, { _id: items[1]!._id })
  await user.page.goto(`/orders/${order._id}`)
  await expect(user.page.getByRole('heading', { name: `Order ${orderNumber(order._id)}` })).toBeVisible()
  return { ...user, items, order }
}

/** Creates a pending order and proceeds to its payment page. */
export async function openPaymentPage(user: TestUser, method: string) {
  const opened = await openNewOrder(user)
  await opened.page.getByRole('radio', { name: method }).check()
  await opened.page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(opened.page).toHaveURL('/payment')
  await expect(opened.page.getByRole('heading', { name: '1. Send the transfer' })).toBeVisible()
  return opened
}
