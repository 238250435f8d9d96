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

const orderOf = async ({ call }: { call: Call }) => (await call('GET', '/checkout?limit=1')).data[0]!._id

/** The one that was written in last. */
const conversation = async ({ call }: { call: Call }) =>
  `/admin/support/${(await call('GET', '/admin/support')).data[0]!._id}`

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
  {
    name: 'details-delivered',
    as: 'ada',
    path: adas('/orders/details', 'verified', 'completed'),
    act: (page) => page.getByRole('button', { name: 'Reveal' }).click(),
  },
  { name: 'details-rejected', as: 'ada', path: adas('/orders/details', 'failed') },
  { name: 'details-refunded', as: 'ada', path: adas('/orders/details', 'refunded') },
  { name: 'notifications', as: 'ada', path: fixed('/notifications') },
  { name: 'dashboard', as: 'ada', path: fixed('/dashboard') },
  { name: 'dashboard-none', as: 'staff', path: fixed('/dashboard') },
  { name: 'profile-visitor', path: fixed('/profile') },
  { name: 'profile', as: 'ada', path: fixed('/profile') },
  {
    name: 'profile-faults',
    as: 'ada',
    path: fixed('/profile'),
    async act(page) {
      await page.getByLabel('First name').fill('')
      await page.getByLabel('Phone number').fill('771234567')
      await page.getByRole('button', { name: 'Save changes' }).click()
    },
  },
  {
    name: 'profile-ask',
    as: 'ada',
    path: fixed('/profile'),
    act: (page) => page.getByRole('button', { name: 'Save changes' }).click(),
  },
  { name: 'profile-points', as: 'ada', path: fixed('/profile?tab=points') },
  { name: 'profile-points-none', as: 'staff', path: fixed('/profile?tab=points') },
  {
    name: 'profile-code',
    as: 'staff',
    path: fixed('/profile?tab=points'),
    act: (page) => page.getByRole('button', { name: 'Create referral code' }).click(),
  },
  { name: 'profile-password', as: 'ada', path: fixed('/profile?tab=password') },
  { name: 'staff-payments', as: 'staff', path: fixed('/admin/payments') },
  { name: 'staff-items', as: 'staff', path: fixed('/admin/items') },
  { name: 'staff-item-new', as: 'staff', path: fixed('/admin/items/new') },
  {
    name: 'staff-item',
    as: 'staff',
    path: async ({ call }) => `/admin/items/${(await call('GET', '/admin/items?limit=1')).data[0]!._id}`,
  },
  { name: 'staff-categories', as: 'staff', path: fixed('/admin/categories') },
  { name: 'staff-coupons', as: 'staff', path: fixed('/admin/coupons') },
  {
    name: 'staff-coupon',
    as: 'staff',
    path: fixed('/admin/coupons'),
    act: (page) => page.getByRole('button', { name: 'New coupon' }).click(),
  },
  {
    name: 'staff-order',
    as: 'staff',
    path: async ({ call }) => `/admin/orders/${(await call('GET', '/admin/orders?paymentStatus=paid')).data[0]!._id}`,
  },
  { name: 'staff-orders', as: 'staff', path: fixed('/admin/orders') },
  { name: 'staff-orders-none', as: 'staff', path: fixed('/admin/orders?q=nosuchthing') },
  { name: 'staff-reviews', as: 'staff', path: fixed('/admin/reviews') },
  { name: 'staff-customers', as: 'staff', path: fixed('/admin/customers') },
  {
    name: 'staff-customer',
    as: 'staff',
    path: async ({ call }) => `/admin/customers/${(await call('GET', '/admin/customers?q=ada@')).data[0]!._id}`,
  },
  {
    name: 'staff-customer-points',
    as: 'staff',
    path: async ({ call }) => `/admin/customers/${(await call('GET', '/admin/customers?q=ada@')).data[0]!._id}`,
    act: (page) => page.getByRole('button', { name: 'Correct' }).click(),
  },
  { name: 'support', as: 'ada', path: fixed('/support') },
  {
    name: 'support-attach',
    as: 'ada',
    path: fixed('/support'),
    act: (page) => page.getByRole('button', { name: 'Attach an item or an order' }).click(),
  },
  { name: 'support-order', as: 'ada', path: async (means) => `/support?order=${await orderOf(means)}` },
  { name: 'staff-support', as: 'staff', path: fixed('/admin/support?status=all') },
  { name: 'staff-support-none', as: 'staff', path: fixed('/admin/support?q=nosuchthing') },
  { name: 'staff-support-thread', as: 'staff', path: conversation },
  {
    name: 'staff-support-replies',
    as: 'staff',
    path: conversation,
    act: (page) => page.getByRole('button', { name: 'Saved replies (/)' }).click(),
  },
  { name: 'staff-numbers', as: 'staff', path: fixed('/admin/stats') },
  { name: 'staff-audit', as: 'staff', path: fixed('/admin/audit') },
]
