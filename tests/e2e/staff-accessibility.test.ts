import { expectNoFault } from './expect-no-fault.ts'
import { expect, type Somebody, test } from './store.ts'

const lists = [
  '/admin/payments',
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

test('staff’s pages have no fault that axe calls serious, in either theme', async ({ signedIn }) => {
  test.setTimeout(240_000)
  const staff = await signedIn('staff@example.com')
  const { page } = staff
  const ones = [
    `/admin/orders/${await firstOf(staff, '/admin/orders?paymentStatus=paid&limit=1')}`,
    `/admin/items/${await firstOf(staff, '/admin/items?limit=1')}`,
    `/admin/customers/${await firstOf(staff, '/admin/customers?q=ada@&limit=1')}`,
  ]
  for (const path of [...lists, ...ones]) await expectNoFault(page, path)

  const customer = await firstOf(staff, '/admin/support?limit=1')
  await staff.call('POST', `/admin/support/${customer}/notes`, { text: 'One’s own, with its button' })
  await page.goto(`/admin/support/${customer}`)
  await expect(page.getByRole('button', { name: 'Delete the note' }).last()).toBeVisible()
  await expectNoFault(page)
})

test('the conversation and the ways back into an account have none either', async ({ browse, signedIn }) => {
  const visitor = await browse()
  for (const path of ['/auth/forgot', '/auth/reset', '/auth/reset?token=x']) await expectNoFault(visitor, path)
  const { page } = await signedIn('ada@example.com')
  await expectNoFault(page, '/support')
})

const firstOf = async ({ call }: Somebody, path: string) =>
  ((await call('GET', path)).data as unknown as { _id: string }[])[0]!._id
