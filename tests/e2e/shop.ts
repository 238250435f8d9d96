import type { Page } from '@playwright/test'
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

/** A message that lasts a few seconds. */
export const toast = (page: Page, text: string) => page.getByLabel('Messages').getByText(text, { exact: true })
