import type { ComponentType } from 'react'
import { Redirect } from 'wouter'
import type { Prefs } from './accounts/prefs.ts'
import type { Access } from './layout/guard.tsx'
import { loadSignedInNav } from './layout/navbar.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

export type Route = { path: string; access: Access; page: ComponentType | LazyPage }

export const notFound = lazyPage('not-found', () => import('./pages/not-found.tsx'))
const home = lazyPage('home', () => import('./pages/home.tsx'))
const items = lazyPage('items', () => import('./pages/items.tsx'))
const item = lazyPage('item', () => import('./pages/item.tsx'))
const faq = lazyPage('faq', () => import('./pages/faq.tsx'))
const auth = lazyPage('auth', () => import('./pages/auth.tsx'))
const cart = lazyPage('cart', () => import('./pages/cart.tsx'))
const orders = lazyPage('orders', () => import('./pages/orders.tsx'))
const order = lazyPage('order', () => import('./pages/order.tsx'))
const details = lazyPage('order-details', () => import('./pages/order-details.tsx'))
const payment = lazyPage('payment', () => import('./pages/payment.tsx'))
const notifications = lazyPage('notifications', () => import('./pages/notifications.tsx'))
const payments = lazyPage('admin-payments', () => import('./pages/admin-payments.tsx'))
const staffOrder = lazyPage('admin-order', () => import('./pages/admin-order.tsx'))

/** The pages of the store (SPEC.md §2). `/cart` has words of its own for visitors. */
export const routes: Route[] = [
  { path: '/', access: 'public', page: home },
  { path: '/home', access: 'public', page: () => <Redirect to="/" replace /> },
  { path: '/items', access: 'public', page: items },
  { path: '/items/:id', access: 'public', page: item },
  { path: '/faq', access: 'public', page: faq },
  { path: '/auth', access: 'public', page: auth },
  { path: '/cart', access: 'public', page: cart },
  { path: '/orders', access: 'login', page: orders },
  { path: '/orders/:id', access: 'login', page: order },
  { path: '/orders/details/:id', access: 'login', page: details },
  { path: '/payment', access: 'login', page: payment },
  { path: '/notifications', access: 'login', page: notifications },
  { path: '/admin/items', access: 'staff', page: () => <Redirect to="/admin/payments" replace /> },
  { path: '/admin/payments', access: 'staff', page: payments },
  { path: '/admin/orders/:id', access: 'staff', page: staffOrder },
]

export const findRoute = (pathname: string) => routes.find(({ path }) => patternOf(path).test(pathname))

const pageAt = (pathname: string) => findRoute(pathname)?.page ?? notFound

/** Fetches the code of the page at a path. */
export async function loadPage(pathname: string) {
  const page = pageAt(pathname)
  if ('load' in page) await page.load()
}

/** Fetches what is rendered first for somebody who opens a path. */
export async function loadCode({ initials }: Prefs, pathname: string) {
  await Promise.all([loadPage(pathname), initials && loadSignedInNav()])
}

/** The file that a path's page is written in; null for those that lead elsewhere. */
export function fileOfPage(pathname: string) {
  const page = pageAt(pathname)
  return 'file' in page ? page.file : null
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')
