import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createCoupon, createOrder, findItems, markPaid } from './api.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { orderNumber } from './page-actions.ts'

const logInTwoStaff = async (logIn: (email: string) => Promise<TestUser>) =>
  [await logIn('staff@example.com'), await logIn('mira@example.com')] as const

/** Creates an order and marks it as paid. @returns its id */
async function createPaidOrder(customer: TestUser, reference: string): Promise<string> {
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order, reference)
  return order._id
}

test("staff see each other's claims, notes, decisions and audit entries", async ({ logIn, newCustomer }) => {
  const [ishara, mira] = await logInTwoStaff(logIn)
  const customer = await newCustomer()
  const id = await createPaidOrder(customer, 'CEFT-770011')
  await mira.page.goto(`/admin/orders/${id}`)
  await mira.page.getByRole('button', { name: 'Claim' }).click()
  await expect(mira.page.getByText('You are checking this payment')).toBeVisible()
  await ishara.page.goto('/admin/payments')
  const row = ishara.page.getByRole('row').filter({ hasText: orderNumber(id) })
  await expect(row).toContainText('Mira')
  await expect(row).toContainText('First order')
  await ishara.page.goto(`/admin/orders/${id}`)
  await expect(ishara.page.getByText('Mira is checking this payment')).toBeVisible()

  await ishara.page.getByLabel('Add a note').fill('They called this morning')
  await ishara.page.getByRole('button', { name: 'Add note' }).click()
  await expect(mira.page.getByText('They called this morning')).toBeVisible()
  await expect(mira.page.getByRole('button', { name: 'Remove' }), 'only the author can remove it').toHaveCount(0)

  const auditPage = await ishara.context.newPage()
  await auditPage.goto('/admin/audit?subject=order')
  await expect(auditPage.getByRole('heading', { name: 'Staff activity' })).toBeVisible()
  await expect(auditPage.getByRole('row').nth(1)).toBeVisible()
  await mira.page.getByRole('button', { name: 'Verify payment' }).click()
  await mira.page.getByRole('alertdialog').getByRole('button', { name: 'Verify payment' }).click()
  await expect(ishara.page.getByText('Payment Verified').first()).toBeVisible()
  const entry = auditPage.getByRole('row').nth(1)
  await expect(entry).toContainText(orderNumber(id))
  await expect(entry).toContainText('Mira Nair')
  await expect(entry).toContainText('Verified the payment')
  await ishara.page.getByRole('button', { name: 'Remove' }).click()
  await expect(mira.page.getByText('They called this morning')).toHaveCount(0)
})

test('staff orders: filters in the URL, keyboard navigation, CSV export @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.goto('/admin/orders')
  await page.getByRole('combobox', { name: 'Payment status' }).selectOption({ value: 'verified' })
  await expect(page).toHaveURL('/admin/orders?paymentStatus=verified')
  const rows = page.getByRole('row').filter({ hasText: '#' })
  await expect(rows.first()).toContainText('Verified')
  const heading = await page.getByRole('heading', { level: 1 }).innerText()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^kade-orders-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n').slice(1, -1)
  expect(heading).toContain(String(lines.length))
  for (const line of lines) expect(line).toContain('"verified"')

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const second = await rows.nth(1).getByRole('link').first().innerText()
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await rows.nth(1).getByRole('link').first().press('Enter')
  await expect(page.getByRole('heading', { name: `Order ${second}` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin/orders?paymentStatus=verified')
  await expect(rows.first()).toBeVisible()
  await page.locator('body').press('/')
  await expect(page.getByLabel('Search orders')).toBeFocused()
  await page.keyboard.type('no such customer')
  await expect(page.getByText('No orders found')).toBeVisible()
})

test('points are corrected live for the customer and for colleagues', async ({ logIn, newCustomer }) => {
  const [ishara, mira] = await logInTwoStaff(logIn)
  const customer = await newCustomer()
  await customer.page.goto('/profile?tab=points')
  await openCustomer(ishara.page, customer)
  await mira.page.goto(`/admin/customers/${customer.id}`)
  await expect(mira.page.getByText('No points yet')).toBeVisible()

  await ishara.page.getByRole('button', { name: 'Adjust' }).click()
  const dialog = ishara.page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Add points' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Points', { exact: true }).fill('40')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('For the long wait')
  await dialog.getByRole('button', { name: 'Add points' }).click()
  await expect(ishara.page.getByText('Points adjusted').first()).toBeVisible()
  await expect(mira.page.getByText('For the long wait')).toBeVisible()
  await expect(customer.page.getByText('For the long wait').first()).toBeVisible()
  await expect(customer.page.getByRole('button', { name: /^Notifications.*1/ }).first()).toBeVisible()
})

test("ending a customer's session logs them out right away", async ({ logIn, newCustomer }) => {
  const [ishara, mira] = await logInTwoStaff(logIn)
  const customer = await newCustomer()
  await customer.page.goto('/orders')
  await expect(customer.page.getByText('No orders yet')).toBeVisible()
  await openCustomer(ishara.page, customer)
  await mira.page.goto(`/admin/customers/${customer.id}`)
  await expect(mira.page.getByRole('button', { name: 'End', exact: true })).toBeVisible()
  await ishara.page.getByRole('button', { name: 'End', exact: true }).click()
  await ishara.page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(
    customer.page.getByRole('link', { name: 'Login / Register' }).or(loginButton(customer.page)).first(),
  ).toBeVisible()
  await expect(mira.page.getByText('No active sessions')).toBeVisible()
})

test('on a phone, a review shows who wrote it, about what, and two lines of its text, and all on a tap @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page, call }, customer] = [await logIn('staff@example.com'), await newCustomer()]
  const [item] = (await call('GET', '/items?sortBy=newest&limit=1')).data as unknown as { _id: string; name: string }[]
  const text = `${'A sentence that a phone has no room for. '.repeat(5)}The end.`
  for (const [description, one] of [
    [text, customer],
    ['A short one.', await newCustomer()],
  ] as const) {
    await one.call('POST', '/reviews', { item: item!._id, stars: 4, description })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/reviews')
  const row = page.getByRole('row').filter({ hasText: 'The end.' })
  const button = row.getByRole('button', { name: text })
  const visibleLines = () =>
    button
      .locator('span')
      .evaluate((span) => Math.round(span.clientHeight / parseFloat(getComputedStyle(span).lineHeight)))
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(button.locator('svg'), 'there is more').toBeVisible()
  expect(await visibleLines()).toBe(2)
  for (const link of await row.getByRole('link').all()) {
    expect(await link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  }
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(await visibleLines()).toBeGreaterThan(2)
  await expect(page.getByRole('button', { name: 'A short one.' }).locator('svg'), 'nothing more').toBeHidden()
})

test('a removed review disappears from open pages @thorough', async ({ logIn, newCustomer, newVisitor }) => {
  const { page, call } = await logIn('staff@example.com')
  const customer = await newCustomer()
  const items = (await call('GET', '/items?sortBy=newest&limit=1')) as unknown as { data: { _id: string }[] }
  const item = items.data[0]!._id
  const text = 'Buy it elsewhere instead'
  await page.goto('/admin/reviews')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await customer.call('POST', '/reviews', { item, stars: 1, description: text })
  const row = page.getByRole('row').filter({ hasText: text })
  await expect(row, 'appears without a reload').toBeVisible()
  const reader = await newVisitor()
  await reader.goto(`/items/${item}`)
  await reader.getByRole('tab', { name: /^Reviews/ }).click()
  await expect(reader.getByText(text)).toBeVisible()
  await row.getByRole('button', { name: /^Remove/ }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('x')
  await dialog.getByRole('button', { name: 'Remove review' }).click()
  await expect(dialog).toContainText('Please give a reason')
  await dialog.getByRole('button', { name: 'It advertises another shop.' }).click()
  await dialog.getByRole('button', { name: 'Remove review' }).click()
  await expect(row).toHaveCount(0)
  await expect(reader.getByText(text)).toHaveCount(0)
  await customer.page.goto('/notifications')
  await expect(customer.page.getByText(/was removed by our staff: It advertises another shop\./)).toBeVisible()
})

test('statistics update with the orders @thorough', async ({ logIn, newCustomer }) => {
  const { page, call } = await logIn('staff@example.com')
  await page.goto('/admin/stats?days=7')
  const verified = page
    .getByRole('term')
    .filter({ hasText: 'Payments verified' })
    .locator('xpath=following-sibling::dd')
  await expect(verified.first()).toHaveText(/\d/)
  const before = Number(await verified.first().innerText())
  const id = await createPaidOrder(await newCustomer(), 'CEFT-880022')
  await call('PATCH', `/admin/orders/${id}/verify`)
  await expect(verified.first()).toHaveText(String(before + 1))
  await page.getByText('Show as table').first().click()
  await expect(page.getByRole('region', { name: 'Revenue by day, as a table' })).toBeVisible()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByText('Today', { exact: true }).first(), 'the last bar has a label').toBeVisible()
  }
})

async function openCustomer(page: Page, { email }: TestUser) {
  await page.goto('/admin/customers')
  await page.getByLabel('Search customers').fill(email)
  // Before the URL changes, the previous rows may disappear in the middle of a click.
  await expect(page).toHaveURL(/q=customer/)
  await page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: 'Nila Fernando' }).click()
  await expect(page.getByRole('heading', { name: 'Nila Fernando' })).toBeVisible()
}

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login / Register' })

test('audit log: links that lead somewhere, search, days, live entries and CSV export', async ({ logIn }) => {
  const [{ page }, mira] = await logInTwoStaff(logIn)
  const { code, _id } = await createCoupon(mira, { amount: 7 })
  await page.goto(`/admin/audit?subject=coupon&subjectId=${_id}`)
  const entry = page.getByRole('row').nth(1)
  await expect(entry).toContainText('Created the coupon')
  await expect(entry).toContainText('$7.00')
  await entry.getByRole('link', { name: `Coupon ${code}` }).click()
  await expect(page.getByRole('button', { name: `Edit ${code}` })).toBeVisible()

  await page.goto('/admin/audit')
  await page.getByRole('searchbox', { name: 'Search entries' }).fill(`mira ${code.toLowerCase()}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(entry).toContainText(`Coupon ${code}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain(`"Created the coupon","Coupon ${code}"`)
  await mira.call('DELETE', `/admin/coupons/${_id}`)
  await expect(entry, 'new entries appear by themselves').toContainText('Deleted the coupon')
  await expect(entry.getByRole('link'), 'what was deleted has no page').toHaveCount(0)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page).toHaveURL(/to=2020-01-01/)
  await expect(page.getByText('No entries found')).toBeVisible()
})
