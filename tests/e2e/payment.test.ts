import type { Page } from '@playwright/test'
import { toString } from 'qrcode'
import { transferAccounts, markPaid } from './api.ts'
import {
  openNewOrder,
  openPaymentPage,
  definitionOf,
  recordToasts,
  shownReference,
  unitsToSend,
  openHydrated,
  orderNumber,
  pauseClock,
  toast,
  formatAmount,
} from './page-actions.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /status of 5\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/ })

test('order page: lines, payment methods, and a total without fees @thorough', async ({ newCustomer }) => {
  const { page, items, order } = await openNewOrder(await newCustomer())
  const line = page.getByRole('listitem').filter({ hasText: items[0]!.name })
  await expect(line).toContainText(`2 × ${formatAmount(items[0]!.price)}`)
  await expect(line).toContainText(formatAmount(items[0]!.price * 2))
  for (const name of [/^Binance Pay.*0 fees/, /^Crypto wallet/, /^Bank transfer/]) {
    await expect(page.getByRole('radio', { name })).toBeEnabled()
  }
  for (const name of [/^Stripe.*2.9% fee, Unavailable/, /^PayPal/, /^Google Pay/, /^Apple Pay/, /^Visa/]) {
    const unavailable = page.getByRole('radio', { name })
    await expect(unavailable).toBeDisabled()
    await expect(unavailable.locator('xpath=ancestor::label')).toContainText('Unavailable')
  }
  await expect(definitionOf(page, 'Processing fees')).toHaveText('$0.00')
  await expect(definitionOf(page, 'Total')).toHaveText(formatAmount(order.total))
  await expect(page.getByText('No processing fee on transfers')).toBeVisible()
})

test('order page: the amount by each method, and the method that was chosen last, on any device @thorough', async ({
  newCustomer,
  newContext,
  app,
}) => {
  const customer = await openPaymentPage(await newCustomer(), 'Bank transfer')
  await customer.page.getByRole('link', { name: 'Back to order' }).click()
  const rupees = Math.round(customer.order.total * 305).toLocaleString('en')
  await expect(customer.page.getByRole('radio', { name: `Rs ${rupees}` })).toBeChecked()
  for (const name of [/Binance Pay.* USDT/, /Crypto wallet.* in crypto/]) {
    await expect(customer.page.getByRole('radio', { name })).not.toBeChecked()
  }
  const phone = await newContext()
  await phone.addInitScript((token) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('token', token)
  }, customer.token)
  const page = await phone.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  const me = await phone.request.get(`${app.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${customer.token}` },
  })
  const { user } = (await me.json()) as { user: object }
  await phone.addInitScript((stored) => localStorage.setItem('user', stored), JSON.stringify(user))
  await page.goto(`/orders/${customer.order._id}`)
  await expect(page.getByRole('radio', { name: /^Bank transfer/ })).toBeChecked()
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
  await expect(proceed, 'it sticks to the bottom of the screen').toBeInViewport()
})

test('order page: coupons are required, rejected, applied and removed @thorough', async ({ newCustomer }) => {
  const { page, order } = await openNewOrder(await newCustomer(), 'limit=2&sortBy=price-high')
  const code = page.getByLabel('Coupon code')
  const apply = page.getByRole('button', { name: 'Apply' })
  await code.fill('   ')
  await apply.click()
  await expect(toast(page, 'Enter coupon code')).toBeVisible()
  await expect(code).toBeFocused()
  for (const wrong of ['NOSUCHCODE', 'SOLO20']) {
    await code.fill(wrong)
    await apply.click()
    await expect(page.getByRole('main').getByText('Invalid coupon'), wrong).toBeVisible()
  }
  await page.route('**/api/coupons/*', (route) => route.abort())
  await apply.click()
  await expect(toast(page, 'Failed to validate coupon')).toBeVisible()
  await page.unroute('**/api/coupons/*')
  await page.route('**/apply-coupon', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await code.fill('welcome10')
  await apply.click()
  await expect(toast(page, 'Failed to apply coupon to order')).toBeVisible()
  await page.unroute('**/apply-coupon')

  await apply.click()
  const discount = Math.round(order.total * 10) / 100
  await expect(definitionOf(page, 'Coupon WELCOME10')).toHaveText(`−${formatAmount(discount)}`)
  await expect(definitionOf(page, 'Total')).toHaveText(formatAmount(order.total - discount))
  const remove = page.getByRole('button', { name: 'Remove coupon WELCOME10' })
  await expect(remove).toBeFocused()
  await remove.click()
  await expect(definitionOf(page, 'Total')).toHaveText(formatAmount(order.total))
  await expect(apply).toBeFocused()
  await code.fill('save5')
  await apply.click()
  await expect(definitionOf(page, 'Total')).toHaveText(formatAmount(order.total - 5))
})

test('cancelling an order: confirmed, done and final', async ({ newCustomer }) => {
  const { page, order } = await openNewOrder(await newCustomer())
  await page.route('**/cancel', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  const cancel = page.getByRole('button', { name: 'Cancel order' })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' })
  await cancel.click()
  await confirm.click()
  await expect(toast(page, 'Failed to cancel order')).toBeVisible()
  await page.unroute('**/cancel')
  await page.route('**/cancel', (route) => route.abort())
  await cancel.click()
  await confirm.click()
  await expect(toast(page, 'Network error')).toBeVisible()
  await page.unroute('**/cancel')
  await cancel.click()
  await confirm.click()
  await expect(toast(page, 'Order cancelled')).toBeVisible()
  await expect(page.getByText('This order is cancelled. No further actions are possible.')).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'View order' })).toBeFocused()
  for (const name of ['Proceed to Payment', 'Cancel order', 'Apply']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await page.goto(`/orders/details/${order._id}`)
  await expect(page.getByRole('main').getByText('Payment Cancelled').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
})

test('unknown order: message with a way back; no payment without an order @thorough', async ({ newCustomer }) => {
  const { page, order } = await openNewOrder(await newCustomer())
  for (const path of ['/orders/nosuchorder', '/orders/details/nosuchorder']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Order not found', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Orders' })).toHaveAttribute('href', '/orders')
  }
  await page.goto('/payment')
  await expect(page.getByRole('heading', { name: 'Order not found.', exact: true })).toBeVisible()
  await page.evaluate(
    (orderId) => history.replaceState({ orderId, paymentMethod: 'stripe', discountAmount: 0 }, '', '/payment'),
    order._id,
  )
  await page.reload()
  await expect(page.getByText('This payment method is not handled on this page.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to order' })).toHaveAttribute('href', `/orders/${order._id}`)
  await page.route('**/api/checkout/*', (route) => route.abort())
  await page.goto(`/orders/${order._id}`)
  await expect(page.getByText(/^Failed to load order: ./)).toBeVisible()
  await expect(page.getByText(/^Your order and anything you sent are safe\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'write to support' })).toHaveAttribute('href', '/support')
})

test('payment page, bank: whole rupees, a copy button per field, a matching QR code', async ({ newCustomer }) => {
  const customer = await newCustomer()
  await customer.page.clock.install()
  const { page, context, order } = await openPaymentPage(customer, 'Bank transfer')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rupees = Math.round(order.total * 305)
  const { bankName, branch, accountName, accountNumber, swift } = transferAccounts.bank
  const details = [
    ['Send exactly', `Rs ${rupees.toLocaleString('en')}`],
    ['Payment code', shownReference(order)],
    ['Account number', accountNumber],
    ['Account name', accountName],
    ['Bank', bankName],
    ['Branch', branch],
    ['SWIFT', swift],
  ] as const
  await expect(page.getByText('Rs 305 to the dollar, in whole Sri Lankan rupees')).toBeVisible()
  await expect(page.getByText(/^Pay only to the account shown here\. Our emails show the same details/)).toHaveCount(1)
  await expect(page.getByText('Branch', { exact: true })).toBeHidden()
  await page.getByText('More details').click()
  for (const [label, value] of details) {
    const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
    await expect(term.locator('xpath=following-sibling::dd').first(), label).toHaveText(value)
  }
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(details.length + 1)
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy amount' }).click()
  expect(await readClipboard()).toBe(String(rupees))
  await pauseClock(page)
  await page.clock.runFor(1800)
  await page.getByRole('button', { name: 'Copy account number' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await readClipboard()).toBe(accountNumber)
  await page.clock.runFor(1790)
  await expect(page.getByRole('button', { name: 'Copied' }), 'for 1.8 s').toBeVisible()
  await page.clock.runFor(20)
  await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  const text = details.map(([label, value]) => `${label === 'Send exactly' ? 'Amount' : label}: ${value}`).join('\n')
  await expectQr(page, text)
  await page.getByRole('button', { name: 'Copy all' }).click()
  expect(await readClipboard()).toBe(text)
  await expect(page.getByRole('link', { name: 'Back to order' })).toHaveAttribute('href', `/orders/${order._id}`)
})

test('payment page, Binance Pay: USDT and Pay ID; a blocked clipboard is ignored @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const toasts = await recordToasts(customer.page)
  const { page, order } = await openPaymentPage(customer, 'Binance Pay')
  await expect(definitionOf(page, 'Send exactly')).toHaveText(`${formatAmount(order.total, '')} USDT`)
  await expect(definitionOf(page, 'Pay ID')).toHaveText(transferAccounts.binance.payId)
  await expectQr(page, transferAccounts.binance.payId)
  await page.evaluate((blocked) => {
    navigator.clipboard.writeText = (text) =>
      text === blocked ? Promise.reject(new Error('blocked')) : Promise.resolve()
  }, transferAccounts.binance.payId)
  await page.getByRole('button', { name: 'Copy pay id' }).click()
  // This copy is announced, so the earlier one would have been, too.
  await page.getByRole('button', { name: 'Copy name' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied name' })).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'Copied pay id' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy pay id' })).toBeVisible()
  expect(await toasts()).toEqual([])
})

test('payment page: shows the outline of both steps while it is loading, with the way back @thorough', async ({
  newCustomer,
}) => {
  const { page, order } = await openPaymentPage(await newCustomer(), 'Binance Pay')
  await page.route(`**/api/checkout/${order._id}`, () => {})
  await page.reload()
  await expect(page.getByText('Loading payment…')).toBeAttached()
  await expect(page.getByRole('heading', { name: `Pay order ${orderNumber(order._id)}` })).toBeVisible()
  for (const name of ['1. Send the transfer', '2. Mark as PAID']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  await expect(page.getByText('Pay ID', { exact: true }), 'as it is paid').toBeVisible()
  await expect(page.getByText('Account number')).toHaveCount(0)
  await expect(page.getByText('Coupon code'), 'of the page before').toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to order' })).toHaveAttribute('href', `/orders/${order._id}`)
})

test('payment page, crypto: each network with its tokens, address and wallet link', async ({ newCustomer }) => {
  const { page, order } = await openPaymentPage(await newCustomer(), 'Crypto wallet')
  const networks = page.getByRole('group', { name: 'Network' }).getByRole('radio')
  await expect(networks).toHaveCount(transferAccounts.crypto.length)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const choose = (name: string) =>
    page
      .locator('label')
      .filter({ hasText: new RegExp(`^${name}(amount in dollars)?$`) })
      .click()
  const chooseNetwork = (network: string) =>
    page
      .locator('label')
      .filter({ hasText: `${network} ·` })
      .click()
  for (const { network, tokens, address } of transferAccounts.crypto) {
    await chooseNetwork(network)
    await expect(page.getByRole('group', { name: 'Token' }).getByRole('radio')).toHaveCount(tokens.length)
    await expect(definitionOf(page, 'Address')).toHaveText(address)
    await expect(page.getByText(/^Send only /), 'where the address is').toHaveText(
      new RegExp(`^Send only [A-Z]+ on .+ \\(${network}\\)\\. `),
    )
  }
  await chooseNetwork('ERC20')
  await choose('USDC')
  const { address } = transferAccounts.crypto.find(({ network }) => network === 'ERC20')!
  const units = await unitsToSend(page, 'USDC', 6)
  expect(Number(units) / 1e6).toBeCloseTo(order.total, 1)
  const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const link = `ethereum:${contract}@1/transfer?address=${address}&uint256=${units}`
  await expectQr(page, link)
  // For phones, which can't scan their own screen.
  const walletApp = page.getByRole('link', { name: 'Open in a wallet app', includeHidden: true })
  await expect(walletApp).toHaveAttribute('href', link)
  await expect(walletApp).toBeHidden()
  await choose('ETH')
  await expect(definitionOf(page, 'Send exactly')).toHaveText(`${formatAmount(order.total)} in ETH`)
  await expect(page.getByText('USDT and USDC need no conversion.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy amount in dollars' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText()), 'what a wallet takes').toBe(order.total.toFixed(2))
  await expectQr(page, `ethereum:${address}@1`)
  await page.reload()
  for (const name of [/^Ethereum/, /^ETH\b/]) await expect(page.getByRole('radio', { name }), 'as chosen').toBeChecked()
  await expect(definitionOf(page, 'Address')).toHaveText(address)
})

test('mark as paid: after a countdown of 60 s that survives a reload, with a reference, confirmed once', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  await page.clock.install()
  const { order } = await openPaymentPage(customer, 'Bank transfer')
  const mark = page.getByRole('main').getByRole('button', { name: /^Mark as PAID/ })
  await expect(mark).toBeDisabled()
  await expect(mark).toHaveText(/\((60|59|58) s\)/)
  await page.clock.fastForward(30_000)
  await expect(mark).toHaveText(/\((30|29|28|27) s\)/)
  await page.reload()
  await expect(mark).toHaveText(/\((30|29|28|27|26|25|24) s\)/)
  await expect(mark).toBeDisabled()
  await expect(page.getByText(/^Available shortly/)).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(mark).toBeEnabled()
  await expect(page.getByText(/^Available shortly/)).toHaveCount(0)
  await expect(page.getByText(/^Then we look for your transfer\b/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You can mark the order as paid now.' })).toBeAttached()

  await page.getByLabel('Transfer reference').fill('ab')
  await mark.click()
  await expect(toast(page, 'The reference must be 3 to 128 characters')).toBeVisible()
  await page.getByLabel('Transfer reference').fill('CEFT-1')
  await mark.click()
  const dialog = page.getByRole('alertdialog', { name: 'Mark this order as PAID?' })
  await expect(dialog).toContainText(/you have sent Rs\s[\d,]+ by bank transfer/)
  await page.route('**/mark-paid', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await dialog.getByRole('button', { name: 'Mark as PAID' }).click()
  await expect(toast(page, 'Failed to mark as paid')).toBeVisible()
  await page.unroute('**/mark-paid')
  await page.route('**/mark-paid', (route) => route.abort())
  await mark.click()
  await dialog.getByRole('button', { name: 'Mark as PAID' }).click()
  await expect(toast(page, 'Network error')).toBeVisible()
  await page.unroute('**/mark-paid')
  await mark.click()
  await pauseClock(page)
  await dialog.getByRole('button', { name: 'Mark as PAID' }).click()
  await expect(toast(page, 'Order marked as PAID')).toBeVisible()
  await expect(page.getByText('No further actions are possible.'), 'said once').toHaveCount(0)
  await page.clock.runFor(490)
  await expect(dialog).toHaveCount(1)
  await page.clock.runFor(20)
  await expect(dialog, 'closes 0.5 s after the toast').toHaveCount(0)
  await expect(mark, 'the order is already paid').toBeDisabled()
  await page.clock.runFor(980)
  await expect(page).toHaveURL('/payment')
  await page.clock.runFor(20)
  await expect(page, 'opens the order 1.5 s after the toast').toHaveURL(`/orders/details/${order._id}`)
  await page.clock.resume()
  await expect(page.getByRole('region', { name: 'Your transfer' })).toContainText('CEFT-1')
  await expect(page.getByText('Where you sent the money')).toBeVisible()
  await expect(definitionOf(page, 'Account number')).toHaveText(transferAccounts.bank.accountNumber)
  await page.goBack()
  await expect(page.getByText('This order is paid. No further actions are possible.')).toBeVisible()
  await expect(mark).toBeDisabled()
})

test('payment page: an outdated total is rejected', async ({ newCustomer }) => {
  const { page, call, order } = await openPaymentPage(await newCustomer(), 'Bank transfer')
  const coupon = (await call('GET', '/coupons/SAVE5')).data as { _id: string }
  await call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon._id })
  await expect(page.getByText('The order total has changed. Please review it.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^Mark as PAID/ })).toBeDisabled()
  const rejected = await call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank', discountAmount: 0 })
  expect(rejected).toMatchObject({ success: false, message: 'The order total has changed. Please review it.' })
})

test('two tabs: an order paid in one is closed in the other', async ({ newCustomer }) => {
  const customer = await openNewOrder(await newCustomer())
  await expect(customer.page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
  await markPaid(customer, customer.order)
  await expect(customer.page.getByText('This order is paid. No further actions are possible.')).toBeVisible()
  await openHydrated(customer.page, '/items')
})

test('the payment page asks for no more money once the order is paid or closed elsewhere', async ({ newCustomer }) => {
  const mark = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Mark as PAID/ })
  const customer = await newCustomer()
  const paid = await openPaymentPage(customer, 'Bank transfer')
  await expect(definitionOf(paid.page, 'Send exactly')).toBeVisible()
  await customer.call('PATCH', `/checkout/${paid.order._id}/mark-paid`, { paymentMethod: 'binance' })
  await expect(paid.page.getByText('This order is paid. No further actions are possible.')).toBeVisible()
  await expect(definitionOf(paid.page, 'Send exactly')).toHaveCount(0)
  await expect(mark(paid.page)).toBeDisabled()
  await expect(paid.page.getByText('we’ll help find it')).toHaveCount(0)
  await expect(paid.page.getByText(/ · Binance Pay$/), 'how it was paid in the end').toBeVisible()
  await expect(paid.page.getByText(/ · bank transfer$/)).toHaveCount(0)

  const { page, order, call } = await openPaymentPage(customer, 'Bank transfer')
  await expect(definitionOf(page, 'Send exactly')).toBeVisible()
  await call('PATCH', `/checkout/${order._id}/cancel`)
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^If you did send .+, we’ll help find it$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order again' })).toBeVisible()
  await expect(definitionOf(page, 'Send exactly')).toHaveCount(0)
  await expect(mark(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to order' }).click()
  await expect(page.getByRole('heading', { name: 'Order cancelled' })).toBeVisible()
})

test('an order can’t be marked as paid offline, which is said where that is done @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page, items } = await openPaymentPage(customer, 'Bank transfer')
  const mark = page.getByRole('main').getByRole('button', { name: /^Mark as PAID/ })
  await expect(mark).toHaveText(/\(\d+ s\)/)
  await page.context().setOffline(true)
  await expect(page.getByText(/^Reconnecting… You can mark the order as paid once/)).toBeVisible()
  await expect(mark).toBeDisabled()
  await expect(mark, 'no countdown to what can’t be done').not.toHaveText(/\(\d+ s\)/)
  await page.context().setOffline(false)
  await expect(mark).toHaveText(/\(\d+ s\)/)
  await expect(page.getByText(/^Reconnecting… You can mark/)).toHaveCount(0)

  // Nor is the way there walked, or an order placed.
  const waits = page.getByRole('main').getByRole('button', { name: 'Reconnecting…' }).filter({ visible: true })
  await customer.call('POST', '/cart', { item: items[0]!._id, count: 1 })
  await page.getByRole('link', { name: 'Back to order' }).click()
  for (const [path, next] of [
    [page.url(), 'Proceed to Payment'],
    ['/cart', 'Proceed to Checkout'],
  ] as const) {
    await page.goto(path)
    const button = page.getByRole('main').getByRole('button', { name: next }).filter({ visible: true })
    await expect(button).toBeEnabled()
    await page.context().setOffline(true)
    await expect(waits).toBeDisabled()
    await page.context().setOffline(false)
    await expect(button).toBeEnabled()
  }
})

/** Expects the image to be exactly the QR code of this text. */
async function expectQr(page: Page, text: string) {
  const svg = await toString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
  const image = page.getByRole('img', { name: /^QR code/ })
  await expect(image).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(svg)}`)
}
