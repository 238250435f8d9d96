import type { Page } from '@playwright/test'
import { createOrder, findItems } from './api.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { openPaymentPage, orderNumber } from './page-actions.ts'

async function placeOrder(customer: TestUser) {
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  return createOrder(customer, items[0]!)
}

/** Records a transfer of dollars for an order by hand. */
async function record(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Record a transfer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Currency').selectOption('USD')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('button', { name: 'Record transfer' }).click()
  await expect(dialog).toHaveCount(0)
}

test('a short payment is asked for the rest live, completed by a second transfer, and verified with all that were received in full', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page: desk }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const order = await placeOrder(customer)
  await customer.call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank' })
  const phone = customer.page
  await phone.goto(`/orders/details/${order._id}`)
  await expect(phone.getByRole('region', { name: 'Your money' })).toHaveCount(0)
  const receipt = phone.locator('.order-receipt')
  await expect(receipt).toContainText('Amount requested')
  await expect(receipt, 'it was sent already').not.toContainText('Amount to send')

  await desk.goto(`/admin/orders/${order._id}`)
  await record(desk, '1')
  const money = phone.getByRole('region', { name: 'Your money' })
  const headline = phone.getByRole('heading', { name: /^\$[\d.]+ is missing$/ })
  await expect(headline).toBeVisible()
  await expect(phone.getByText('Paid in part', { exact: true }).first()).toBeVisible()
  await expect(money.getByRole('heading', { name: 'Send the rest' })).toBeVisible()
  await expect(money.getByText('Send exactly')).toBeVisible()
  await expect(money.getByText('Account number', { exact: true })).toBeVisible()
  await expectAccessible(phone)
  await expect(phone.getByText('Where you sent the money'), 'the rest goes there, too').toHaveCount(0)
  await expect(receipt).toBeVisible()
  const [qr, qrButton] = [money.getByRole('img', { name: /^QR code/ }), money.getByRole('button', { name: 'QR code' })]
  await expect(qr).toBeVisible()
  await expect(qrButton).toBeHidden()

  const wide = phone.viewportSize()!
  await phone.setViewportSize({ width: 390, height: 844 })
  await expect(receipt, 'what to send comes first on a phone').toBeHidden()
  await phone.getByRole('button', { name: /^Order summary/ }).click()
  await expect(receipt).toBeVisible()
  await expect(qr, 'which can’t scan its own screen').toBeHidden()
  await qrButton.click()
  await expect(qr).toBeVisible()
  await expectAccessible(phone)
  await phone.setViewportSize(wide)

  await phone.goto('/dashboard')
  await expect(phone.getByRole('heading', { name: '1 order to pay' })).toBeVisible()
  const rest = phone.getByRole('listitem').filter({ hasText: /\$[\d.]+ is missing/ })
  await rest.getByRole('link', { name: `Send the rest: order ${orderNumber(order._id)}` }).click()
  await expect(headline).toBeVisible()

  await money.getByRole('button', { name: 'Send it another way' }).click()
  await money.getByText('Binance Pay').click()
  await expect(money.getByText('Pay ID', { exact: true })).toBeVisible()
  const missing = /\$([\d.]+) is missing/.exec((await headline.textContent())!)![1]!
  await expect(money, 'the sum is said above, and where it is copied').not.toContainText('missing')

  await desk.goto('/admin/payments')
  const row = desk.getByRole('row').filter({ hasText: orderNumber(order._id) })
  await expect(row).toContainText(`$${missing} missing`)
  await desk.goto(`/admin/orders/${order._id}`)
  const desktop = desk.viewportSize()!
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: 'Verify payment' }).click()
  const reasons = desk.getByRole('alertdialog').getByRole('group', { name: 'Suggested reasons' }).getByRole('button')
  await expect(reasons.first(), 'in view without scrolling').toBeInViewport({ ratio: 1 })
  await desk.keyboard.press('Escape')
  await desk.getByRole('button', { name: 'Reject payment' }).click()
  await expect(desk.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' })).not.toBeFocused()
  await expect(reasons.first(), 'without the keyboard above them').toBeInViewport({ ratio: 1 })
  const facts = desk.getByRole('alertdialog').getByText('Bank transfer', { exact: true })
  await expect(facts, 'opens at its top').toBeInViewport({ ratio: 1 })
  await desk.keyboard.press('Escape')
  await desk.setViewportSize(desktop)
  await record(desk, missing)
  await expect(money.getByRole('heading', { name: 'Your money has arrived' })).toBeVisible()
  await expect(money.getByText('Send exactly')).toHaveCount(0)

  await desk.goto('/admin/payments?proved=1')
  await expect(row).toContainText('In full')
  await desk.keyboard.press('b')
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText('Each was received in full')
  await desk.keyboard.press('Enter')
  await expect(phone.getByText('Payment Verified').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('money for a closed order is explained to its customer, and reopens the order from the money screen', async ({
  logIn,
  newCustomer,
}) => {
  const [{ page: desk, call }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const order = await placeOrder(customer)
  await customer.call('PATCH', `/checkout/${order._id}/cancel`)
  const amount = String(order.total)
  const text = `ceft ${order.reference}`
  await call('POST', '/admin/payments', {
    source: 'manual',
    currency: 'USD',
    amount,
    payer: `Late ${order.reference}`,
    text,
  })
  await customer.page.goto(`/orders/details/${order._id}`)
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.goto('/admin/money')
  const row = desk.getByRole('row').filter({ hasText: `Late ${order.reference}` })
  await expect(row.getByText(`Mentions ${orderNumber(order._id)}, cancelled`), 'also on a phone').toBeVisible()
  await expect(row.getByText(text, { exact: true })).toBeVisible()
  await desk.setViewportSize({ width: 1280, height: 720 })
  await expectAccessible(desk)
  await desk.getByRole('button', { name: `from Late ${order.reference}` }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Find an order').press('Escape')
  await expect(dialog, 'Escape closes it, also from its search').toHaveCount(0)
  await expect(desk.getByRole('button', { name: `from Late ${order.reference}` })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(dialog.getByText('Reopen the order')).toBeVisible()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(customer.page.getByText('Paid (pending verification)').first()).toBeVisible()
  await expect(customer.page.getByRole('heading', { name: 'Your money has arrived' })).toBeVisible()
})

test('a customer whose money came late is asked neither to send it again nor to order again @thorough', async ({
  logIn,
  newCustomer,
}) => {
  const [{ call }, customer] = [await logIn('mira@example.com'), await newCustomer()]
  const { page, order } = await openPaymentPage(customer, 'Bank transfer')
  await customer.call('PATCH', `/checkout/${order._id}/cancel`)
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
  const late = { source: 'manual', currency: 'LKR', amount: '5000', order: order._id }
  await call('POST', '/admin/payments', late)
  const title = 'Your payment arrived late: we have it'
  await expect(page.getByText(title), 'live on the payment page').toBeVisible()
  await expect(page.getByText('Order cancelled')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Order again' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to order' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText(/Rs\s5,000 arrived after the order was closed/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Progress of this order' })).toContainText('Money arrived')
  await expect(page.getByRole('link', { name: 'Write to support' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order again' })).toHaveCount(0)
  await expect(page.getByText('Amount requested')).toBeVisible()
  await expect(page.getByText('Amount to send')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print receipt' }), 'there is none yet').toHaveCount(0)
})

test('a wallet with two decimals gets an amount with two decimals', async ({ newCustomer }) => {
  const { page } = await openPaymentPage(await newCustomer(), 'Crypto wallet')
  await expect(page.getByText(/^\d+\.\d{4}\sUSD[TC]$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'My wallet takes only two decimals' }).click()
  await expect(page.getByText(/^\d+\.\d\d\sUSD[TC]$/).first()).toBeVisible()
  await expect(page.getByText('you get a point for each')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the amount with all its decimals' })).toBeFocused()
})
