import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, type Somebody, test } from './store.ts'

const twoOfStaff = async (signedIn: (email: string) => Promise<Somebody>) =>
  [await signedIn('staff@example.com'), await signedIn('mira@example.com')] as const
const numberOf = (id: string) => `#${id.slice(-6).toUpperCase()}`

/** An order of one thing, marked as paid by calls. */
async function pay({ call }: Somebody, reference: string): Promise<string> {
  const items = (await call('GET', '/items?sortBy=price-low&limit=1')) as unknown as { data: { _id: string }[] }
  await call('POST', '/cart', { item: items.data[0]!._id, count: 1 })
  const { data } = await call('POST', '/checkout', { paymentMethod: 'bank' })
  await call('PATCH', `/checkout/${data._id as string}/mark-paid`, { paymentMethod: 'bank', reference })
  return data._id as string
}

test('what one of staff does, the other sees: a claim, a note, a decision and its entry in the log', async ({
  signedIn,
  newcomer,
}) => {
  const [ishara, mira] = await twoOfStaff(signedIn)
  const customer = await newcomer()
  const id = await pay(customer, 'CEFT-770011')
  await mira.page.goto(`/admin/orders/${id}`)
  await expect(mira.page.getByText('You are checking this payment')).toBeVisible()
  await ishara.page.goto('/admin/payments')
  const row = ishara.page.getByRole('row').filter({ hasText: numberOf(id) })
  await expect(row).toContainText('Mira')
  await expect(row).toContainText('first order')
  await ishara.page.goto(`/admin/orders/${id}`)
  await expect(ishara.page.getByText('Mira is checking this payment')).toBeVisible()

  await ishara.page.getByLabel('Add a note').fill('They called this morning')
  await ishara.page.getByRole('button', { name: 'Add note' }).click()
  await expect(mira.page.getByText('They called this morning')).toBeVisible()
  await expect(mira.page.getByRole('button', { name: 'Remove' }), 'it is not hers to remove').toHaveCount(0)

  const log = await ishara.context.newPage()
  await log.goto('/admin/audit?subject=order')
  await expect(log.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expect(log.getByRole('row').nth(1)).toBeVisible()
  await mira.page.getByRole('button', { name: 'Verify payment' }).click()
  await mira.page.getByRole('alertdialog').getByRole('button', { name: 'Verify payment' }).click()
  await expect(ishara.page.getByText('Payment Verified').first()).toBeVisible()
  const entry = log.getByRole('row').nth(1)
  await expect(entry).toContainText(numberOf(id))
  await expect(entry).toContainText('Mira Nair')
  await expect(entry).toContainText('verified')
  await ishara.page.getByRole('button', { name: 'Remove' }).click()
  await expect(mira.page.getByText('They called this morning')).toHaveCount(0)
})

test('orders are filtered in the address, walked by keys, and leave as a file', async ({ signedIn }) => {
  const { page } = await signedIn('staff@example.com')
  await page.goto('/admin/orders')
  await page.getByLabel('Payment status').selectOption({ value: 'verified' })
  await expect(page).toHaveURL('/admin/orders?paymentStatus=verified')
  const rows = page.getByRole('row').filter({ hasText: '#' })
  await expect(rows.first()).toContainText('Payment Verified')
  const listed = await page.getByRole('heading', { level: 1 }).innerText()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^kade-orders-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n').slice(1, -1)
  expect(listed).toContain(String(lines.length))
  for (const line of lines) expect(line).toContain(',verified,')

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const second = await rows.nth(1).getByRole('link').innerText()
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await page.keyboard.press('Escape')
  await rows.nth(1).getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { name: `Order ${second}` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin/orders?paymentStatus=verified')
  await expect(rows.first()).toBeVisible()
  await page.locator('body').press('/')
  await expect(page.getByLabel('Search orders')).toBeFocused()
  await page.keyboard.type('nobody-of-that-name')
  await expect(page.getByText('No orders fit this')).toBeVisible()
})

test('points are corrected while their owner watches, and a colleague too', async ({ signedIn, newcomer }) => {
  const [ishara, mira] = await twoOfStaff(signedIn)
  const customer = await newcomer()
  await customer.page.goto('/profile?tab=points')
  await openCustomer(ishara.page, customer)
  await mira.page.goto(`/admin/customers/${customer.id}`)
  await expect(mira.page.getByText('No points yet')).toBeVisible()

  await ishara.page.getByRole('button', { name: 'Correct' }).click()
  const dialog = ishara.page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Give points' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Points', { exact: true }).fill('40')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('For the long wait')
  await dialog.getByRole('button', { name: 'Give points' }).click()
  await expect(ishara.page.getByText('Points corrected').first()).toBeVisible()
  await expect(mira.page.getByText('For the long wait')).toBeVisible()
  await expect(customer.page.getByText('For the long wait').first()).toBeVisible()
  await expect(customer.page.getByRole('button', { name: /^Notifications.*1/ }).first()).toBeVisible()
})

test('a session that is ended throws its owner out at once', async ({ signedIn, newcomer }) => {
  const [ishara, mira] = await twoOfStaff(signedIn)
  const customer = await newcomer()
  await customer.page.goto('/orders')
  await expect(customer.page.getByText('No orders yet')).toBeVisible()
  await openCustomer(ishara.page, customer)
  await mira.page.goto(`/admin/customers/${customer.id}`)
  await expect(mira.page.getByRole('button', { name: 'End', exact: true })).toBeVisible()
  await ishara.page.getByRole('button', { name: 'End', exact: true }).click()
  await ishara.page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(
    customer.page.getByRole('link', { name: 'Login / Register' }).or(loginButton(customer.page)).first(),
  ).toBeVisible({
    timeout: 3000,
  })
  await expect(mira.page.getByText('Not signed in anywhere')).toBeVisible()
})

test('a review is removed from under the eyes of whoever reads it', async ({ signedIn, newcomer, browse }) => {
  const { page, call } = await signedIn('staff@example.com')
  const customer = await newcomer()
  const items = (await call('GET', '/items?sortBy=newest&limit=1')) as unknown as { data: { _id: string }[] }
  const item = items.data[0]!._id
  const text = 'Buy my things at elsewhere'
  await page.goto('/admin/reviews')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await customer.call('POST', '/reviews', { item, stars: 1, description: text })
  const row = page.getByRole('row').filter({ hasText: text })
  await expect(row, 'it comes by itself').toBeVisible()
  const reader = await browse()
  await reader.goto(`/items/${item}`)
  await reader.getByRole('tab', { name: /^Reviews/ }).click()
  await expect(reader.getByText(text)).toBeVisible()
  await row.getByRole('button', { name: /^Remove/ }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove review' }).click()
  await expect(row).toHaveCount(0)
  await expect(reader.getByText(text)).toHaveCount(0)
})

test('the numbers move with the orders', async ({ signedIn, newcomer }) => {
  const { page, call } = await signedIn('staff@example.com')
  await page.goto('/admin/stats?days=7')
  const verified = page
    .getByRole('term')
    .filter({ hasText: 'Payments verified' })
    .locator('xpath=following-sibling::dd')
  const before = Number(await verified.first().innerText())
  const id = await pay(await newcomer(), 'CEFT-880022')
  await call('PATCH', `/admin/orders/${id}/verify`)
  await expect(verified.first()).toHaveText(String(before + 1))
  await page.getByText('As a table').first().click()
  await expect(page.getByRole('region', { name: 'Revenue by day, as a table' })).toBeVisible()
})

async function openCustomer(page: Page, { email }: Somebody) {
  await page.goto('/admin/customers')
  await page.getByLabel('Search customers').fill(email)
  // The rows of before go when the search begins: a press and its release may fall on either side of that.
  await expect(page).toHaveURL(/q=newcomer/)
  await page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: 'Nila Fernando' }).click()
  await expect(page.getByRole('heading', { name: 'Nila Fernando' })).toBeVisible()
}

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login / Register' })
