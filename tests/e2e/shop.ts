import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { Somebody } from './store.ts'

/** What tests of the shop need of an item, as it is on the wire. */
export type Item = {
  _id: string
  name: string
  price: number
  originalPrice: number | null
  discount: number
  duration: number
  shortDescription: string
  category: { _id: string; name: string }
}
type Order = {
  _id: string
  total: number
  paymentStatus: string
  orderStatus: string
  deliveryOpenedAt: string | null
  items: { name: string }[]
}
type Found = { items: Item[]; totalCount: number }

/** What the catalogue answers, asked from outside. */
export async function findItems(page: Page, query = ''): Promise<Found> {
  const answer = await page.request.get(`/api/items?${query}`)
  const { data, totalCount } = (await answer.json()) as { data: Item[]; totalCount: number }
  return { items: data, totalCount }
}

/** An order that waits to be paid, of as many of each item as is said. */
export async function orderOf({ call }: Somebody, ...items: { _id: string; count?: number }[]): Promise<Order> {
  for (const { _id, count = 1 } of items) await call('POST', '/cart', { item: _id, count })
  const { data } = await call('POST', '/checkout', { paymentMethod: 'binance' })
  return data as Order
}

export const pay = async ({ call }: Somebody, { _id }: { _id: string }, reference?: string) =>
  call('PATCH', `/checkout/${_id}/mark-paid`, { paymentMethod: 'bank', ...(reference && { reference }) })

export const ordersOf = async ({ call }: Somebody) =>
  (await call('GET', '/checkout?limit=100')).data as unknown as Order[]

export const numberOf = (id: string) => `#${id.slice(-6).toUpperCase()}`

/** '$1,234.50' */
export const written = (amount: number, symbol = '$') => symbol + amounts.format(amount)
const amounts = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Opens a page and waits until it listens: it can be seen before that. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
}

/** As soon as a page begins: when the store has told it where its streams stand. */
export async function welcomed(page: Page) {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('42["welcome"'))
}

/** A message that lasts a few seconds. */
export const toast = (page: Page, text: string) => page.getByLabel('Messages').getByText(text, { exact: true })

/** Before a page is opened: returns how to read all the messages that it has shown since, those that are gone included. */
export async function hearToasts(page: Page) {
  await page.addInitScript(() => {
    const told: string[] = (Reflect.set(window, 'toasts', []), Reflect.get(window, 'toasts'))
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (added instanceof Element && added.matches('.toast'))
          told.push(added.querySelector('.toast-text')?.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate((): string[] => Reflect.get(window, 'toasts'))
}

/** From here on time passes in the page by `page.clock.runFor` alone; begins with `page.clock.install()`. */
export const stopTime = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)

/** Where the demo store takes money. */
export const accounts = JSON.parse(readFileSync('server/config/demo-accounts.json', 'utf8')) as {
  bank: Record<'bankName' | 'branch' | 'accountName' | 'accountNumber' | 'swift', string>
  binance: { name: string; payId: string }
  crypto: { network: string; tokens: string[]; address: string }[]
}

/** Somebody with an order that waits to be paid, on its page. */
export async function atOrder(somebody: Somebody, query = 'limit=2&sortBy=name') {
  const { items } = await findItems(somebody.page, query)
  const order = await orderOf(somebody, { _id: items[0]!._id, count: 2 }, { _id: items[1]!._id })
  await somebody.page.goto(`/orders/${order._id}`)
  await expect(somebody.page.getByRole('heading', { name: `Order ${numberOf(order._id)}` })).toBeVisible()
  return { ...somebody, items, order }
}

/** On the page where it is paid. */
export async function atPayment(somebody: Somebody, method: string) {
  const at = await atOrder(somebody)
  await at.page.getByRole('radio', { name: method }).check()
  await at.page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(at.page).toHaveURL('/payment')
  await expect(at.page.getByRole('heading', { name: '1. Send the transfer' })).toBeVisible()
  return at
}

/** What stands beside a label. */
export const field = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
    .first()

/** An item that only this test sells, with the looks of another; and how staff change it. */
export async function stockItem(staff: Somebody, name: string, price: number) {
  const { items } = await findItems(staff.page, 'limit=1')
  const { data: whole } = await staff.call('GET', `/admin/items/${items[0]!._id}`)
  const { logoLink, bannerLink, duration, shortDescription, description, accountType, features } = whole
  const fields = { logoLink, bannerLink, duration, shortDescription, description, accountType, features }
  const category = items[0]!.category._id
  const written = { ...fields, name, category, price, originalPrice: null }
  let { data: item } = await staff.call('POST', '/admin/items', written)
  const change = async (fields: Partial<Item>) => {
    const { _id, updatedAt } = item as Item & { updatedAt: string }
    ;({ data: item } = await staff.call('PUT', `/admin/items/${_id}`, { ...written, ...fields, updatedAt }))
  }
  return { ...(item as Item), change }
}

/** A coupon that staff have just made. */
export async function makeCoupon(staff: Somebody, given: Record<string, unknown>) {
  const code = `T${randomUUID().slice(0, 8)}`.toUpperCase()
  const open = { validItem: null, validCategory: null, expiresAt: null, usesLimit: null, usesPerCustomer: null }
  const { data, message } = await staff.call('POST', '/admin/coupons', { ...open, code, type: 'Fixed', ...given })
  if (!data) throw new Error(message)
  return { _id: data._id as string, code }
}
