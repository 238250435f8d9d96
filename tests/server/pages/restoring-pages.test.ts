import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { buildPaidOrder, buildUser } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
beforeAll(async () => {
  server = await startTestServerWithPages()
})
afterAll(() => server.close())

/** A page as it is sent to a browser whose session isn't restored yet. */
async function open(path: string, user: { initials: string; isStaff?: boolean }) {
  const prefs = encodeURIComponent(JSON.stringify({ theme: 'system', currency: 'USD', ...user }))
  return (await server.router.request(`http://localhost${path}`, { headers: { cookie: `prefs=${prefs}` } })).text()
}
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]+>/g, '')

describe('a page of a customer has its own title, heading and boxes while the session is being restored', () => {
  it.each([
    ['/orders', 'Your Orders', 'Your Orders'],
    ['/dashboard', 'Dashboard', 'Dashboard'],
    ['/notifications', 'Notifications', 'Notifications'],
    ['/support', 'Support', 'Support'],
    ['/profile', 'Account Settings', 'Account Settings'],
    ['/profile?tab=points', 'Account Settings', 'Account Settings'],
    ['/cart', 'Shopping Cart', 'Shopping Cart'],
    ['/orders/0mwszhtbf00k0cu6l', 'Order #K0CU6L', 'Order #K0CU6L'],
    ['/orders/details/0mwszhtbf00k0cu6l', 'Order #K0CU6L', 'Order #K0CU6L'],
    ['/payment', 'Pay order', 'Pay order'],
  ])('%s', async (path, title, heading) => {
    const html = await open(path, { initials: 'AF' })
    expect(titleOf(html)).toBe(`${title} · Kade`)
    expect(headingOf(html)).toBe(heading)
    expect(html).toContain('class="skeleton')
  })
})

it('shows at once what does not depend on the data: tabs, labels and the heads of columns', async () => {
  const profile = await open('/profile?tab=points', { initials: 'AF' })
  for (const text of ['Points &amp; Referrals', 'Your referral code', 'Points ledger']) expect(profile).toContain(text)
  const orders = await open('/orders', { initials: 'AF' })
  expect(orders).toMatch(/<span role="status" class="sr-only">Loading orders…<\/span><div aria-busy="true"/)
  const waiting = await buildPaidOrder(server, await buildUser(server, { firstName: 'Zelda' }))
  const queue = await open('/admin/payments', { initials: 'IJ', isStaff: true })
  expect(queue.match(/role="columnheader"/g)).toHaveLength(9)
  // The rows below the head stand for none that could be read or reached, whatever waits.
  expect(queue).toMatch(/<tbody role="presentation" aria-hidden="true"/)
  expect(queue.match(/role="row"/g)).toHaveLength(1)
  for (const words of ['Zelda', waiting._id, orderNumber(waiting._id)]) expect(queue).not.toContain(words)
})

it('shows nothing of such a page to a visitor, who will be sent to log in', async () => {
  const html = await open('/orders/0mwszhtbf00k0cu6l', { initials: '' })
  expect(titleOf(html)).toBe('Kade')
  expect(html).not.toContain('K0CU6L')
})

it('shows pages of staff in their own frame, and to nobody else', async () => {
  const html = await open('/admin/payments', { initials: 'IJ', isStaff: true })
  expect(titleOf(html)).toBe('Payments to verify · Kade')
  expect(html).toContain('staff-shell')
  expect(await open('/admin/payments', { initials: 'AF' })).not.toContain('Payments to verify')
})
