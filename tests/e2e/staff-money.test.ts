import { readFile } from 'node:fs/promises'
import { createItem, createOrder, findItems, markPaid } from './api.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { toLocalDay } from '../../client/lib/local-time.ts'
import { openHydrated, orderNumber } from './page-actions.ts'

/** Creates an order and marks it as paid in crypto or by bank. @returns its id */
async function payWith(customer: TestUser, reference: string, paymentMethod = 'bank'): Promise<string> {
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const { _id } = await createOrder(customer, items[0]!)
  await customer.call('PATCH', `/checkout/${_id}/mark-paid`, { paymentMethod, reference })
  return _id
}
const dayMs = 86_400_000
const newHash = () => `0x${Array.from({ length: 64 }, () => Math.floor(Math.random() * 16).toString(16)).join('')}`

test('a repeated reference appears live on both orders, in queue, order page and dialog, with links', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, one, two] = [await logIn('mira@example.com'), await newCustomer(), await newCustomer()]
  const hash = newHash()
  const first = await payWith(one, hash, 'crypto')
  await page.goto(`/admin/orders/${first}`)
  await expect(page.getByText(hash).first()).toBeVisible()
  await expect(page.getByText('Used twice')).toHaveCount(0)
  const second = await payWith(two, `https://bscscan.com/tx/${hash.toUpperCase()}`, 'crypto')
  const link = page.getByRole('link', { name: orderNumber(second) })
  await expect(page.getByText('Used twice')).toBeVisible()
  await expect(link).toHaveAttribute('href', `/admin/orders/${second}`)
  await page.getByRole('button', { name: 'Verify payment' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(`Also on ${orderNumber(second)} (paid)`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Verify payment' }).click()
  await expect(page.getByText('Payment Verified').first()).toBeVisible()

  await page.goto('/admin/payments')
  const row = page.getByRole('row').filter({ hasText: orderNumber(second) })
  await expect(row).toContainText('Used twice')
  await row.getByRole('link', { name: orderNumber(second) }).click()
  const peek = page.getByRole('complementary', { name: `Order ${orderNumber(second)}` })
  await expect(peek).toContainText(`Also on ${orderNumber(first)} (verified)`)
  await page.getByRole('button', { name: 'Verify payment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verify payment' }).click()
  const refusal = `Order ${orderNumber(first)} was already verified with this transaction. Nothing was changed.`
  await expect(page.getByText(refusal).first()).toBeVisible()
})

test('a transaction is looked up from the ledger and its dialog as from the order @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page, context, call }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const { _id } = await createOrder(customer, items[0]!)
  const hash = newHash()
  const payment = { paymentMethod: 'crypto', network: 'MATIC', token: 'USDT', reference: hash }
  await customer.call('PATCH', `/checkout/${_id}/mark-paid`, payment)
  const explorer = `https://polygonscan.com/tx/${hash}`
  await page.goto(`/admin/orders/${_id}`)
  await expect(page.getByRole('link', { name: 'Look it up on Polygon' })).toHaveAttribute('href', explorer)
  await call('PATCH', `/admin/orders/${_id}/verify`)

  await openHydrated(page, `/admin/money?state=assigned&q=${hash.slice(2)}`)
  const row = page.getByRole('row').filter({ hasText: orderNumber(_id) })
  await expect(row.getByRole('link', { name: 'Look it up on Polygon' })).toHaveAttribute('href', explorer)
  await page.keyboard.press('j')
  await expect(row.getByRole('link', { name: orderNumber(_id) }), 'not the explorer').toBeFocused()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'Look it up on Polygon' })).toHaveAttribute('href', explorer)
  const shown = dialog.getByTitle(new RegExp(`^${hash.slice(2)}$`, 'i'))
  await expect(shown).toHaveText(/^\w{8}…\w{6}$/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy hash' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect((await page.evaluate(() => navigator.clipboard.readText())).toLowerCase()).toBe(hash.slice(2).toLowerCase())
})

test('a transfer is recorded for the day on which it was received, and for none that is to come @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const id = await payWith(customer, 'CEFT-551101')
  const [dayBefore, tomorrow] = [Date.now() - 3 * dayMs, Date.now() + dayMs]
  const shownDay = new Date(dayBefore).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  const dialog = page.getByRole('dialog')
  const record = async (path: string, amount: string, fill: () => Promise<void>) => {
    await openHydrated(page, path)
    await page.getByRole('button', { name: 'Record a transfer' }).click()
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByLabel('Amount').fill(amount)
    await fill()
    await dialog.getByRole('button', { name: 'Record transfer' }).click()
  }
  const day = dialog.getByLabel('Received on')

  await record('/admin/money?sort=received', '7.01', () => day.fill(toLocalDay(tomorrow)))
  await expect(day).toHaveAccessibleDescription('The day can’t be in the future')
  await expect(day).toBeFocused()
  await day.fill('')
  await dialog.getByRole('button', { name: 'Record transfer' }).click()
  await expect(day).toHaveAccessibleDescription('Please choose the day')
  await day.fill(toLocalDay(dayBefore))
  await dialog.getByRole('button', { name: 'Record transfer' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: '$7.01' })).toContainText(shownDay)

  await record('/admin/money?sort=received', '7.02', () => expect(day).toHaveValue(toLocalDay(Date.now())))
  await expect(page.getByRole('row').filter({ hasText: '$7.02' })).toContainText('Today')

  await record(`/admin/orders/${id}`, '1', () => day.fill(toLocalDay(dayBefore)))
  await expect(page.getByRole('listitem').filter({ hasText: /^\$1\.00/ })).toContainText(shownDay)
})

test('after the last transfer of a list is decided, the focus is at its page @thorough', async ({ logIn }) => {
  const { page } = await logIn('mira@example.com')
  const dialog = page.getByRole('dialog')
  await openHydrated(page, '/admin/money?q=LAST-ONE')
  await page.getByRole('button', { name: 'Record a transfer' }).click()
  await dialog.getByLabel('Currency').selectOption('USD')
  await dialog.getByLabel('Amount').fill('3.07')
  await dialog.getByLabel('From').fill('LAST-ONE')
  await dialog.getByRole('button', { name: 'Record transfer' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('[data-key]')).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await dialog.getByText('Not for us').click()
  await dialog.getByRole('textbox').fill('It is not for an order.')
  await dialog.getByRole('textbox').press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('[data-key]')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a crypto reference without a hash is named as such @thorough', async ({ logIn, newCustomer }) => {
  const [{ page }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const id = await payWith(customer, 'sent it this morning', 'crypto')
  await page.goto('/admin/payments')
  const row = page.getByRole('row').filter({ hasText: orderNumber(id) })
  await expect(row.getByTitle('Not a hash of a transaction').filter({ visible: true })).toBeVisible()
  await page.goto(`/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Verify payment' }).click()
  await expect(page.getByRole('alertdialog').getByText('Not a transaction hash')).toBeVisible()
  const bank = await payWith(customer, 'sent it this evening')
  await page.goto(`/admin/orders/${bank}`)
  await expect(page.getByText('sent it this evening').first()).toBeVisible()
  await expect(page.getByText('Not a transaction hash')).toHaveCount(0)
})

test('a refund says beforehand what it takes and whether the delivery was opened; the customer reads why', async ({
  logIn,
  newCustomer,
}) => {
  const [staff, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const item = await createItem(staff, 'Refunded item', 30)
  const { _id } = await createOrder(customer, item)
  await markPaid(customer, { _id }, 'CEFT-551100')
  await staff.call('PATCH', `/admin/orders/${_id}/verify`)
  await staff.call('PATCH', `/admin/orders/${_id}/complete`, { delivery: 'The key' })
  await staff.page.goto(`/admin/orders/${_id}`)
  await staff.page.getByRole('button', { name: 'Refund payment' }).click()
  const dialog = staff.page.getByRole('alertdialog')
  await expect(dialog.getByText('The customer has not opened the delivery.')).toBeVisible()
  await expect(dialog.getByText(/^30 points of .* will be deducted\. 0 points will be left\.$/)).toBeVisible()

  await customer.page.goto('/profile?tab=points')
  await customer.call('POST', `/checkout/${_id}/delivery`)
  await expect(dialog.getByText(/^The customer opened the delivery \(Today, /)).toBeVisible()
  await staff.call('POST', `/admin/customers/${customer.id}/points`, { points: -25, reason: 'Paid out' })
  await expect(dialog.getByText(/The balance falls below zero, from 5 to −25 points\.$/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('You asked for it')
  await dialog.getByRole('button', { name: 'Refund payment' }).click()
  await expect(staff.page.getByText('Payment Refunded').first()).toBeVisible()
  await expect(customer.page.getByText('−25', { exact: true }).first()).toBeVisible()
  await expect(customer.page.getByText(/^Your balance is below zero because a refund took back/)).toBeVisible()
})

test('orders are exported for chosen days @thorough', async ({ logIn, newCustomer }) => {
  const [{ page }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const id = await payWith(customer, '12345678901234567890')
  await page.goto('/admin/orders')
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Export CSV' }).click()
    return page.getByRole('alertdialog')
  }
  const exportDays = async (from: string, to: string) => {
    const dialog = await openDialog()
    await dialog.getByLabel('First day').fill(from)
    await dialog.getByLabel('Last day').fill(to)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    await expect(dialog).toHaveCount(0)
    return readFile(await (await download).path(), 'utf8')
  }
  const today = new Date().toISOString().slice(0, 10)
  const text = await exportDays(today, today)
  expect(text).toContain(id)
  expect(text).toContain(`"'12345678901234567890"`)
  expect(await exportDays('2020-01-01', '2020-01-31')).not.toContain(id)

  const dialog = await openDialog()
  await dialog.getByLabel('First day').fill('2026-02-02')
  await dialog.getByLabel('Last day').fill('2026-02-01')
  await expect(dialog.getByText('The first day is after the last day.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeDisabled()
})
