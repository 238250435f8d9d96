import { expectAccessible } from './expect-accessible.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { openHydrated } from './page-actions.ts'

const listPages = [
  '/admin/payments',
  '/admin/deliveries',
  '/admin/orders?paymentStatus=paid',
  '/admin/items',
  '/admin/categories',
  '/admin/coupons',
  '/admin/reviews',
  '/admin/customers',
  '/admin/support?status=all&unread=1',
  '/admin/support?status=all',
  '/admin/stats',
  '/admin/audit',
  '/admin/security',
]

test('staff pages have no serious accessibility violations in either theme', async ({ logIn }) => {
  test.setTimeout(240_000)
  const staff = await logIn('staff@example.com')
  const { page } = staff
  const detailPages = [
    `/admin/orders/${await firstId(staff, '/admin/orders?paymentStatus=paid&limit=1')}`,
    `/admin/items/${await firstId(staff, '/admin/items?limit=1')}`,
    `/admin/customers/${await firstId(staff, '/admin/customers?q=ada@&limit=1')}`,
  ]
  for (const path of [...listPages, ...detailPages]) await expectAccessible(page, path)
  // The description has headings of level 3, which need one of level 2 above them.
  await openHydrated(page, detailPages[1]!)
  await expect(page.getByRole('heading', { level: 2, name: 'Description' })).toBeVisible()

  const customer = await firstId(staff, '/admin/support?limit=1')
  await staff.call('POST', `/admin/support/${customer}/notes`, { text: 'Has a delete button' })
  await page.goto(`/admin/support/${customer}`)
  await expect(page.getByRole('button', { name: 'Delete the note' }).last()).toBeVisible()
  await expectAccessible(page)
})

test('support and account recovery pages have no serious accessibility violations', async ({ newVisitor, logIn }) => {
  const visitor = await newVisitor()
  for (const path of ['/auth/forgot', '/auth/reset', '/auth/reset?token=x']) await expectAccessible(visitor, path)
  const { page } = await logIn('ada@example.com')
  await expectAccessible(page, '/support')
})

const firstId = async ({ call }: TestUser, path: string) =>
  ((await call('GET', path)).data as unknown as { _id: string }[])[0]!._id
