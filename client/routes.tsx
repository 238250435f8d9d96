import type { ComponentType } from 'react'
import { Redirect } from 'wouter'
import type { Prefs } from '../shared/accounts/prefs.ts'
import type { Access } from './layout/guard.tsx'
import { endFirstView, loadLaterParts } from './layout/lazy-part.tsx'
import { loadSignedInNav } from './layout/navbar.tsx'
import { isStaffPath, StaffFrame } from './layout/staff-area.ts'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

export type Route = { path: string; access: Access; page: ComponentType | LazyPage }

export const notFound = lazyPage('not-found', () => import('./pages/not-found.tsx'))
const home = lazyPage('home', () => import('./pages/home.tsx'))
const items = lazyPage('items', () => import('./pages/items.tsx'))
const item = lazyPage('item', () => import('./pages/item.tsx'))
const faq = lazyPage('faq', () => import('./pages/faq.tsx'))
const content = lazyPage('content', () => import('./pages/content.tsx'))
const contact = lazyPage('contact', () => import('./pages/contact.tsx'))
const auth = lazyPage('auth', () => import('./pages/auth.tsx'))
const forgot = lazyPage('auth-forgot', () => import('./pages/auth-forgot.tsx'))
const reset = lazyPage('auth-reset', () => import('./pages/auth-reset.tsx'))
const confirmEmail = lazyPage('auth-confirm-email', () => import('./pages/auth-confirm-email.tsx'))
const cart = lazyPage('cart', () => import('./pages/cart.tsx'))
const orders = lazyPage('orders', () => import('./pages/orders.tsx'))
const order = lazyPage('order', () => import('./pages/order.tsx'))
const details = lazyPage('order-details', () => import('./pages/order-details.tsx'))
const payment = lazyPage('payment', () => import('./pages/payment.tsx'))
const notifications = lazyPage('notifications', () => import('./pages/notifications.tsx'))
const dashboard = lazyPage('dashboard', () => import('./pages/dashboard.tsx'))
const profile = lazyPage('profile', () => import('./pages/profile.tsx'))
const support = lazyPage('support', () => import('./pages/support.tsx'))
const staffArea = lazyPage('admin', () => import('./pages/admin.tsx'))

/** All pages. `/cart` and `/profile` are public because they show visitors a message of their own. */
export const routes: Route[] = [
  { path: '/', access: 'public', page: home },
  { path: '/home', access: 'public', page: () => <Redirect to="/" replace /> },
  { path: '/items', access: 'public', page: items },
  { path: '/items/:id', access: 'public', page: item },
  { path: '/faq', access: 'public', page: faq },
  { path: '/how-it-works', access: 'public', page: content },
  { path: '/about', access: 'public', page: content },
  { path: '/terms', access: 'public', page: content },
  { path: '/refunds', access: 'public', page: content },
  { path: '/privacy', access: 'public', page: content },
  { path: '/contact', access: 'public', page: contact },
  { path: '/auth', access: 'public', page: auth },
  { path: '/auth/forgot', access: 'public', page: forgot },
  { path: '/auth/reset', access: 'public', page: reset },
  { path: '/auth/confirm-email', access: 'public', page: confirmEmail },
  { path: '/cart', access: 'public', page: cart },
  { path: '/profile', access: 'public', page: profile },
  { path: '/dashboard', access: 'login', page: dashboard },
  { path: '/orders', access: 'login', page: orders },
  { path: '/orders/:id', access: 'login', page: order },
  { path: '/orders/details/:id', access: 'login', page: details },
  { path: '/payment', access: 'login', page: payment },
  { path: '/notifications', access: 'login', page: notifications },
  { path: '/support', access: 'login', page: support },
  // The staff pages are listed in pages/admin.tsx, so that only staff load the list.
  { path: '/admin/*', access: 'staff', page: staffArea },
]

export const findRoute = (pathname: string) => routes[patterns.findIndex((pattern) => pattern.test(pathname))]

const pageAt = (pathname: string) => findRoute(pathname)?.page ?? notFound

/** Loads the code of a page that opens next, with all its parts. */
export async function loadPage(pathname: string) {
  endFirstView()
  await loadPageCode(pathname)
  // A part that can't be loaded now is tried again once it is shown.
  await loadLaterParts().catch(() => undefined)
}

async function loadPageCode(pathname: string) {
  const page = pageAt(pathname)
  if ('load' in page) await page.load()
  if (page === staffArea) await loadStaffPage(pathname)
}

async function loadStaffPage(pathname: string) {
  const [pages] = await Promise.all([import('./pages/admin.tsx'), StaffFrame.load()])
  await pages.loadStaffPage(pathname)
}

/** Loads the code for the first render of a path. Only staff load that of a staff page. */
export async function loadCode({ initials, isStaff }: Prefs, pathname: string) {
  if (isStaffPath(pathname) && isStaff) return loadPageCode(pathname)
  await Promise.all([!isStaffPath(pathname) && loadPageCode(pathname), initials && loadSignedInNav()])
}

/**
 * Whether a page is read before anything else is needed: it is complete as it is rendered, and a visitor has no data to
 * wait for. Its calls and events are then loaded when it is idle.
 */
export const isForReading = ({ initials }: Prefs, pathname: string) =>
  initials === '' && contentPages.includes(pageAt(pathname))
const contentPages: Route['page'][] = [home, items, item, faq, notFound]

/** What a page needs at once: source files, and chunks by their names (scripts/build/client-chunks.ts). */
export async function filesOfPage(prefs: Prefs, pathname: string): Promise<string[]> {
  const page = pageAt(pathname)
  const isStaff = page === staffArea && prefs.isStaff
  return [
    ...(isStaff ? ['staff', (await import('./pages/admin.tsx')).fileOfStaffPage(pathname)] : []),
    ...('file' in page ? [page.file] : []),
    ...(isForReading(prefs, pathname) ? [] : ['client']),
    ...(prefs.initials && !isStaff ? ['account'] : []),
  ]
}

const patterns = routes.map(
  ({ path }) => new RegExp(`^(?!//)${path.replace('/*', '/.+').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
)
