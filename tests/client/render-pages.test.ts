import { expect, it } from 'vitest'
import { render } from '../../client/render.tsx'
import type { Item } from '../../shared/catalogue/schema.ts'
import { buildItem, buildPage } from './build.ts'

const prefs = { theme: 'light', currency: 'USD', initials: 'AL' } as const
const customer = buildPage({ prefs })
const staff = buildPage({ prefs: { ...prefs, isStaff: true } })
const signedIn = (path: string) => (path.startsWith('/admin') ? staff : customer)
const visitor = buildPage()

const titles = {
  '/orders': 'Your Orders',
  '/cart': 'Shopping Cart',
  '/dashboard': 'Dashboard',
  '/notifications': 'Notifications',
  '/support': 'Support',
  '/admin/payments': 'Payments',
  '/admin/orders': 'Orders',
}

it.each(Object.entries(titles))('renders %s with its title before the session is restored', async (path, title) => {
  const { html, status } = await render(path, signedIn(path))
  expect(status).toBe(200)
  expect(html).toMatch(new RegExp(`<h1[^>]*>[^/]*${title}`))
})

const others = ['/profile', '/admin/stats', '/orders/x1', '/orders/details/x1', '/payment?order=x1', '/admin/orders/x1', '/admin/items', '/admin/items/x1', '/admin/support', '/admin/support/x1', '/admin/customers', '/admin/customers/x1', '/admin/audit', '/admin/coupons', '/admin/reviews', '/admin/categories', '/admin/deliveries', '/admin/security'] // prettier-ignore

it.each(others)('renders %s as it looks while its data are loading', async (path) => {
  const { html, status } = await render(path, signedIn(path))
  expect(status).toBe(200)
  expect(html).toContain('role="status"')
})

it('shows no page behind the login to a visitor', async () => {
  expect((await render('/orders', visitor)).html).not.toContain('Your Orders')
  expect((await render('/admin/payments', visitor)).html).not.toContain('Payments')
})

it('shows neither a page nor the frame of the staff area to a customer', async () => {
  const { html } = await render('/admin/payments', customer)
  expect(html).not.toContain('Payments')
  expect(html).not.toContain('aria-label="Staff"')
  expect((await render('/admin/payments', staff)).html).toContain('aria-label="Staff"')
})

it('shows the best rated items on the home page, but no heading over none', async () => {
  const [popular, other] = [buildItem({ _id: 'i1' }), buildItem({ _id: 'i2', name: 'Chess lessons' })]
  const listOf = (sortBy: 'popular' | 'rating', data: Item[]) => ({
    filter: { sortBy, limit: 8 },
    answer: { data, totalCount: data.length, nextCursor: null },
  })
  const open = async (rated: Item[]) => {
    const page = buildPage({ items: listOf('popular', [popular]), rated: listOf('rating', rated) })
    return (await render('/', page)).html
  }
  expect(await open([popular, other])).toMatch(/<h2 id="rated"[^>]*>Best rated<.*Chess lessons/s)
  // In a small shop all of them are popular.
  expect(await open([popular])).not.toContain('id="rated"')
  expect(await open([])).not.toContain('id="rated"')
})

it('says what is sold at the top of the home page, and to search engines in the same words', async () => {
  const { html, head } = await render('/', visitor)
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(head) ?? []
  const [products = ''] = description.split(', paid by')
  expect(products).toMatch(/subscriptions$/)
  expect(/<p class="hero-lead">(.*?)<\/p>/s.exec(html)?.[1]).toContain(products)
})
