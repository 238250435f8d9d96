import type { Page } from '@playwright/test'
import type { Call } from './main.ts'

type Screen = {
  name: string
  as?: 'ada' | 'staff'
  path(means: { call: Call }): string | Promise<string>
  /** What is done on it before the picture is taken. */
  act?(page: Page): Promise<void>
}

const fixed = (path: string) => () => path

/** One of Ada's orders, by its state. */
const adas =
  (page: string, payment: string, order?: string) =>
  async ({ call }: { call: Call }) => {
    const { data } = await call('GET', '/checkout?limit=100')
    const found = data.find((one) => one.paymentStatus === payment && (!order || one.orderStatus === order))
    return `${page}/${found!._id}`
  }

/** Every screen of the store. */
export const screens: Screen[] = [
  { name: 'home', path: fixed('/') },
  { name: 'home-signed-in', as: 'ada', path: fixed('/') },
  { name: 'items', path: fixed('/items') },
  { name: 'items-filtered', path: fixed('/items?q=year&sortBy=price-low&maxPrice=60') },
  { name: 'items-none', path: fixed('/items?q=nosuchthing') },
  { name: 'item', path: async ({ call }) => `/items/${(await call('GET', '/items?sortBy=rating')).data[0]!._id}` },
  { name: 'item-none', path: fixed('/items/nothing') },
  { name: 'auth', path: fixed('/auth') },
  { name: 'faq', path: fixed('/faq') },
  { name: 'not-found', path: fixed('/nowhere') },
  { name: 'cart-visitor', path: fixed('/cart') },
  { name: 'cart-empty', as: 'staff', path: fixed('/cart') },
  {
    name: 'cart',
    as: 'ada',
    path: async ({ call }) => {
      const { data } = await call('GET', '/items?sortBy=name&limit=3')
      for (const { _id } of data) await call('POST', '/cart', { item: _id })
      return '/cart'
    },
  },
  { name: 'order-pending', as: 'ada', path: adas('/orders', 'pending') },
  { name: 'order-verified', as: 'ada', path: adas('/orders', 'verified') },
  {
    name: 'payment',
    as: 'ada',
    path: adas('/orders', 'pending'),
    act: (page) => page.getByRole('button', { name: 'Proceed to Payment' }).click(),
  },
  { name: 'orders', as: 'ada', path: fixed('/orders') },
  { name: 'details-pending', as: 'ada', path: adas('/orders/details', 'pending') },
  { name: 'details-paid', as: 'ada', path: adas('/orders/details', 'paid') },
  { name: 'details-processing', as: 'ada', path: adas('/orders/details', 'verified', 'processing') },
  { name: 'details-completed', as: 'ada', path: adas('/orders/details', 'verified', 'completed') },
  { name: 'details-rejected', as: 'ada', path: adas('/orders/details', 'failed') },
  { name: 'details-refunded', as: 'ada', path: adas('/orders/details', 'refunded') },
  { name: 'notifications', as: 'ada', path: fixed('/notifications') },
  { name: 'staff-payments', as: 'staff', path: fixed('/admin/payments') },
  {
    name: 'staff-order',
    as: 'staff',
    path: async ({ call }) => `/admin/orders/${(await call('GET', '/admin/orders?paymentStatus=paid')).data[0]!._id}`,
  },
]
