import { expectAccessible } from './expect-accessible.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { openHydrated } from './page-actions.ts'

// Each walk is a test of its own, so that they run side by side.
test.describe.configure({ mode: 'parallel' })

const queues = ['/admin/payments', '/admin/deliveries', '/admin/orders?paymentStatus=paid', '/admin/customers']
const catalogue = [
  '/admin/items',
  '/admin/items?archived=draft',
  '/admin/categories',
  '/admin/coupons',
  '/admin/reviews',
]
const others = [
  '/admin/support?status=all&unread=1',
  '/admin/support?status=all',
  '/admin/stats',
  '/admin/audit',
  '/admin/security',
]

const money = ['/admin/money?state=all', '/admin/statements', '/admin/system']

for (const [name, paths] of Object.entries({ queues, catalogue, others, money })) {
  test(`staff pages are accessible in both themes: ${name} @thorough`, async ({ logIn }) => {
    const { page } = await logIn('staff@example.com')
    for (const path of paths) await expectAccessible(page, path)
  })
}

test('staff pages of one row are accessible in both themes', { tag: '@thorough' }, async ({ logIn }) => {
  const staff = await logIn('staff@example.com')
  const { page } = staff
  await expectAccessible(page, `/admin/orders/${await firstId(staff, '/admin/orders?paymentStatus=paid&limit=1')}`)
  await expectAccessible(page, `/admin/customers/${await firstId(staff, '/admin/customers?q=ada@&limit=1')}`)
  const customer = await firstId(staff, '/admin/support?limit=1')
  await staff.call('POST', `/admin/support/${customer}/notes`, { text: 'Has a delete button' })
  await page.goto(`/admin/support/${customer}`)
  await expect(page.getByRole('button', { name: 'Delete the note' }).last()).toBeVisible()
  await expectAccessible(page)
})

test(
  'the editor of an item and dialogs of staff are accessible in both themes',
  { tag: '@thorough' },
  async ({ logIn }) => {
    const staff = await logIn('staff@example.com')
    const { page } = staff
    await openHydrated(page, `/admin/items/${await firstId(staff, '/admin/items?limit=1')}`)
    // The description has headings of level 3, which need one of level 2 above them.
    await expect(page.getByRole('heading', { level: 2, name: 'Description' })).toBeVisible()
    await expectAccessible(page)
    await expectDialogAccessible('/admin/payments', /^Reject/)
    await expectDialogAccessible('/admin/orders', 'Export CSV')
    await expectDialogAccessible('/admin/categories', 'New category')
    await expectDialogAccessible('/admin/coupons', 'New coupon')
    const isListening = page.waitForRequest(/palette-dialog/)
    await openHydrated(page, '/admin/stats')
    await isListening
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)

    async function expectDialogAccessible(path: string, button: string | RegExp) {
      await openHydrated(page, path)
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.locator('dialog:modal')).toBeVisible()
      await expectAccessible(page)
    }
  },
)

test('a statement and the dialogs of money are accessible in both themes @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  const openDialog = async (button: string | RegExp) => {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.locator('dialog:modal')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }).click()
  }
  await openHydrated(page, '/admin/money')
  await openDialog('Record a transfer')
  await openDialog(/^Assign/)
  await openHydrated(page, '/admin/statements')
  const file = 'Date,Description,Amount\n2026-11-18,A stranger,10.01\n2026-11-19,Another stranger,10.02'
  await page
    .getByLabel('Bank statement')
    .setInputFiles({ name: 'walk.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByRole('heading', { name: /^Unknown/ })).toBeVisible()
  await expectAccessible(page)
  await openDialog(/^Choose order/)
  await page
    .getByRole('region', { name: /^Unknown/ })
    .getByRole('checkbox')
    .first()
    .check()
  await openDialog(/^Record/)
  await page.getByRole('button', { name: /^Record/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Record/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Recorded/ })).toBeVisible()
  await expectAccessible(page)
  await openDialog('Take back')
})

test('support and account recovery pages are accessible', { tag: '@thorough' }, async ({ newVisitor, logIn }) => {
  const visitor = await newVisitor()
  for (const path of ['/auth/forgot', '/auth/reset', '/auth/reset?token=x']) await expectAccessible(visitor, path)
  const { page } = await logIn('ada@example.com')
  await expectAccessible(page, '/support')
})

const firstId = async ({ call }: TestUser, path: string) =>
  ((await call('GET', path)).data as unknown as { _id: string }[])[0]!._id
