import type { Page } from '@playwright/test'
import { toString } from 'qrcode'
import {
  accounts,
  atOrder,
  atPayment,
  field,
  hearToasts,
  numberOf,
  open,
  pay,
  stopTime,
  toast,
  written,
} from './shop.ts'
import { expect, test } from './store.ts'

test.use({ provoked: /status of 5\d\d|ERR_FAILED/ })

test('§2 /orders/{id} — lines, the ways to pay, and a total without fees', async ({ newcomer }) => {
  const { page, items, order } = await atOrder(await newcomer())
  const line = page.getByRole('listitem').filter({ hasText: items[0]!.name })
  await expect(line).toContainText(`2 × ${written(items[0]!.price)}`)
  await expect(line).toContainText(written(items[0]!.price * 2))
  for (const name of [/^Binance Pay.*0 fees/, /^Crypto wallet/, /^Bank transfer/]) {
    await expect(page.getByRole('radio', { name })).toBeEnabled()
  }
  for (const name of [/^Stripe.*2.9% fee, Unavailable/, /^PayPal/, /^Google Pay/, /^Apple Pay/, /^Visa/]) {
    const unavailable = page.getByRole('radio', { name })
    await expect(unavailable).toBeDisabled()
    await expect(unavailable.locator('xpath=ancestor::label')).toContainText('Unavailable')
  }
  await expect(field(page, 'Processing fees')).toHaveText('$0.00')
  await expect(field(page, 'Total')).toHaveText(written(order.total))
  await expect(page.getByText('No processing fee on transfers')).toBeVisible()
})

test('§5 coupons — asked for, refused, taken off and put back', async ({ newcomer }) => {
  const { page, order } = await atOrder(await newcomer(), 'limit=2&sortBy=price-high')
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
  await expect(field(page, 'Coupon WELCOME10')).toHaveText(`−${written(discount)}`)
  await expect(field(page, 'Total')).toHaveText(written(order.total - discount))
  await page.getByRole('button', { name: 'Remove coupon WELCOME10' }).click()
  await expect(field(page, 'Total')).toHaveText(written(order.total))
  await code.fill('save5')
  await apply.click()
  await expect(field(page, 'Total')).toHaveText(written(order.total - 5))
})

test('§4 cancelling — is asked, done and final', async ({ newcomer }) => {
  const { page, order } = await atOrder(await newcomer())
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
  await expect(page.getByText('This order is cancelled. No further actions are possible.')).toBeVisible()
  for (const name of ['Proceed to Payment', 'Cancel order', 'Apply']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await page.goto(`/orders/details/${order._id}`)
  await expect(page.getByRole('main').getByText('Payment Cancelled').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0)
})

test('§8 not found — an order, with the way back; without an order, no payment', async ({ newcomer }) => {
  const { page, order } = await atOrder(await newcomer())
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
})

test('§2 /payment — bank: whole rupees, a copy button a field, a QR that says the same', async ({ newcomer }) => {
  const somebody = await newcomer()
  await somebody.page.clock.install()
  const { page, context, order } = await atPayment(somebody, 'Bank transfer')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rupees = Math.round(order.total * 305)
  const { bankName, branch, accountName, accountNumber, swift } = accounts.bank
  const shown = [
    ['Send exactly', `Rs ${rupees.toLocaleString('en')}`],
    ['Account number', accountNumber],
    ['Account name', accountName],
    ['Bank', bankName],
    ['Branch', branch],
    ['SWIFT', swift],
    ['Message', numberOf(order._id).slice(1)],
  ] as const
  for (const [label, value] of shown) {
    const term = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
    await expect(term.locator('xpath=following-sibling::dd').first(), label).toHaveText(value)
  }
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(shown.length)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy amount' }).click()
  expect(await copied()).toBe(String(rupees))
  await stopTime(page)
  await page.clock.runFor(1800)
  await page.getByRole('button', { name: 'Copy account number' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toBe(accountNumber)
  await page.clock.runFor(1790)
  await expect(page.getByRole('button', { name: 'Copied' }), 'for 1.8 s').toBeVisible()
  await page.clock.runFor(20)
  await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
  const text = shown.map(([label, value]) => `${label === 'Send exactly' ? 'Amount' : label}: ${value}`).join('\n')
  await expectQr(page, text)
  await expect(page.getByRole('link', { name: 'Back to order' })).toHaveAttribute('href', `/orders/${order._id}`)
})

test('§2 /payment — Binance Pay: dollars and the Pay ID; a clipboard that refuses is passed over', async ({
  newcomer,
}) => {
  const somebody = await newcomer()
  const toasts = await hearToasts(somebody.page)
  const { page, order } = await atPayment(somebody, 'Binance Pay')
  await expect(field(page, 'Send exactly')).toHaveText(written(order.total))
  await expect(field(page, 'Pay ID')).toHaveText(accounts.binance.payId)
  await expectQr(page, accounts.binance.payId)
  await page.evaluate((refused) => {
    navigator.clipboard.writeText = (text) =>
      text === refused ? Promise.reject(new Error('refused')) : Promise.resolve()
  }, accounts.binance.payId)
  await page.getByRole('button', { name: 'Copy pay id' }).click()
  // What is told of comes after what is not.
  await page.getByRole('button', { name: 'Copy name' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied name' })).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'Copied pay id' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copy pay id' })).toBeVisible()
  expect(await toasts()).toEqual([])
})

test('§2 /payment — crypto: each network with its tokens and address, and a link that wallets read', async ({
  newcomer,
}) => {
  const { page, order } = await atPayment(await newcomer(), 'Crypto wallet')
  const networks = page.getByRole('group', { name: 'Network' }).getByRole('radio')
  await expect(networks).toHaveCount(accounts.crypto.length)
  const choose = (name: string) =>
    page
      .locator('label')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .click()
  for (const { network, tokens, address } of accounts.crypto) {
    await choose(network)
    await expect(page.getByRole('group', { name: 'Token' }).getByRole('radio')).toHaveCount(tokens.length)
    await expect(field(page, 'Address')).toHaveText(address)
  }
  await choose('ERC20')
  await choose('USDC')
  await expect(field(page, 'Send exactly')).toHaveText(`${written(order.total, '')} USDC`)
  const { address } = accounts.crypto.find(({ network }) => network === 'ERC20')!
  const units = Math.round(order.total * 100) * 10_000
  const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  await expectQr(page, `ethereum:${contract}@1/transfer?address=${address}&uint256=${units}`)
  await choose('ETH')
  await expect(field(page, 'Send exactly')).toHaveText(`${written(order.total)} in ETH`)
  await expectQr(page, `ethereum:${address}@1`)
})

test('§4 marking as PAID — after 60 s that survive a reload, with a reference, asked once', async ({ newcomer }) => {
  const somebody = await newcomer()
  const { page } = somebody
  await page.clock.install()
  const { order } = await atPayment(somebody, 'Bank transfer')
  const mark = page.getByRole('main').getByRole('button', { name: /^Mark as PAID/ })
  await expect(mark).toBeDisabled()
  await expect(mark).toHaveText(/\((60|59|58) s\)/)
  await page.clock.fastForward(30_000)
  await expect(mark).toHaveText(/\((30|29|28|27) s\)/)
  await page.reload()
  await expect(mark).toHaveText(/\((30|29|28|27|26|25|24) s\)/)
  await expect(mark).toBeDisabled()
  await page.clock.fastForward(31_000)
  await expect(mark).toBeEnabled()
  await expect(page.getByRole('status').filter({ hasText: 'You can mark the order as paid now.' })).toBeAttached()

  await page.getByLabel('Transfer reference').fill('ab')
  await mark.click()
  await expect(toast(page, 'The reference needs 3 to 128 characters')).toBeVisible()
  await page.getByLabel('Transfer reference').fill('CEFT-1')
  await mark.click()
  const dialog = page.getByRole('alertdialog', { name: 'Mark this order as PAID?' })
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
  await stopTime(page)
  await dialog.getByRole('button', { name: 'Mark as PAID' }).click()
  await expect(toast(page, 'Order marked as PAID')).toBeVisible()
  await page.clock.runFor(490)
  await expect(dialog).toHaveCount(1)
  await page.clock.runFor(20)
  await expect(dialog, 'it closes 0.5 s after that').toHaveCount(0)
  await expect(mark, 'it is paid already').toBeDisabled()
  await page.clock.runFor(980)
  await expect(page).toHaveURL('/payment')
  await page.clock.runFor(20)
  await expect(page, 'and the order follows 1.5 s after it').toHaveURL(`/orders/details/${order._id}`)
  await page.clock.resume()
  await expect(page.getByText('Bank transfer, reference CEFT-1')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('This order is paid. No further actions are possible.')).toBeVisible()
  await expect(mark).toBeDisabled()
})

test('§5 payment — an amount that is another one by now is not paid', async ({ newcomer }) => {
  const { page, call, order } = await atPayment(await newcomer(), 'Bank transfer')
  const coupon = (await call('GET', '/coupons/SAVE5')).data as { _id: string }
  await call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon._id })
  await expect(page.getByText('The order total has changed. Please review it.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^Mark as PAID/ })).toBeDisabled()
  const refused = await call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank', discountAmount: 0 })
  expect(refused).toMatchObject({ success: false, message: 'The order total has changed. Please review it.' })
})

test('§4 two tabs — an order that is paid in one is closed in the other', async ({ newcomer }) => {
  const somebody = await atOrder(await newcomer())
  await expect(somebody.page.getByRole('button', { name: 'Proceed to Payment' })).toBeVisible()
  await pay(somebody, somebody.order)
  await expect(somebody.page.getByText('This order is paid. No further actions are possible.')).toBeVisible()
  await open(somebody.page, '/items')
})

/** The image is the very one that a QR of this text is. */
async function expectQr(page: Page, text: string) {
  const svg = await toString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
  const image = page.getByRole('img', { name: /^QR code/ })
  await expect(image).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(svg)}`)
}
