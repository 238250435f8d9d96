// Reads and prepares data through the API.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { TestUser } from './fixtures.ts'

/** The fields of an item that tests use, in wire form. */
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
export type Order = {
  reference: string
  _id: string
  total: number
  received: number
  paymentStatus: string
  orderStatus: string
  deliveryOpenedAt: string | null
  items: { name: string }[]
}

export async function findItems(page: Page, query = ''): Promise<{ items: Item[]; totalCount: number }> {
  const response = await page.request.get(`/api/items?${query}`)
  const { data, totalCount } = (await response.json()) as { data: Item[]; totalCount: number }
  return { items: data, totalCount }
}

/** All categories, each with the number of its items that match a filter. */
export async function countByCategory(page: Page, query: string) {
  const read = async <T>(path: string) => (await (await page.request.get(`/api${path}`)).json()) as T
  const { data } = await read<{ data: { _id: string; name: string }[] }>('/categories')
  const { categoryCounts } = await read<{ categoryCounts: { category: string; count: number }[] }>(`/items?${query}`)
  const counts = new Map(categoryCounts.map(({ category, count }) => [category, count]))
  return data.map(({ _id, name }) => ({ _id, name, count: counts.get(_id) ?? 0 }))
}

/** Creates an order with a pending payment. */
export async function createOrder({ call }: TestUser, ...items: { _id: string; count?: number }[]): Promise<Order> {
  for (const { _id, count = 1 } of items) await call('POST', '/cart', { item: _id, count })
  const { data } = await call('POST', '/checkout', { paymentMethod: 'binance' })
  return data as Order
}

export const markPaid = async (
  { call }: TestUser,
  { _id }: { _id: string },
  reference?: string,
  paymentMethod = 'bank',
) => call('PATCH', `/checkout/${_id}/mark-paid`, { paymentMethod, ...(reference && { reference }) })

export const listOrders = async ({ call }: TestUser) =>
  (await call('GET', '/checkout?limit=100')).data as unknown as Order[]

/** Creates an item that no other test uses. @returns the item, and `change` to edit it */
export async function createItem(staff: TestUser, name: string, price: number) {
  const { items } = await findItems(staff.page, 'limit=1')
  const { data: template } = await staff.call('GET', `/admin/items/${items[0]!._id}`)
  const { logoLink, bannerLink, duration, shortDescription, description, accountType, features } = template
  const copied = { logoLink, bannerLink, duration, shortDescription, description, accountType, features }
  const input = { ...copied, name, category: items[0]!.category._id, price, originalPrice: null }
  let { data: item } = await staff.call('POST', '/admin/items', input)
  const change = async (fields: Partial<Item>) => {
    const { _id, version } = item as Item & { version: number }
    ;({ data: item } = await staff.call('PUT', `/admin/items/${_id}`, { ...input, ...fields, version }))
  }
  return { ...(item as Item), change }
}

export async function createCoupon(staff: TestUser, fields: Record<string, unknown>) {
  const code = `T${randomUUID().slice(0, 8)}`.toUpperCase()
  const unlimited = { validItem: null, validCategory: null, expiresAt: null, usesLimit: null, usesPerCustomer: null }
  const { data, message } = await staff.call('POST', '/admin/coupons', { ...unlimited, code, type: 'Fixed', ...fields })
  if (!data) throw new Error(message)
  return { _id: data._id as string, code }
}

/** The accounts that receive payments in the demo. */
export const transferAccounts = JSON.parse(readFileSync('server/config/demo-accounts.json', 'utf8')) as {
  bank: Record<'bankName' | 'branch' | 'accountName' | 'accountNumber' | 'swift', string>
  binance: { name: string; payId: string }
  crypto: { network: string; tokens: string[]; address: string }[]
}
