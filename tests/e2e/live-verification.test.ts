import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// With captcha and rate limits, as in production.
test.use({ env: { CAPTCHA_PROVIDER: 'altcha', RATE_LIMITS: 'on' } })

test('a customer buys two items and watches staff verify the payment', async ({ newVisitor }) => {
  const customer = await newVisitor()
  await customer.clock.install()
  await customer.goto('/')
  await customer.getByRole('link', { name: 'Browse services' }).click()
  await expect(customer.getByText(/^2\d\d services found$/)).toBeVisible()

  await logIn(customer, 'sam@example.com')
  await expect(customer).toHaveURL('/items')
  const added = [await addItem(customer, 0), await addItem(customer, 1)]

  await customer.getByRole('link', { name: /^Cart/ }).click()
  await expect(customer.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
  for (const name of added) await expect(customer.getByRole('link', { name, exact: true })).toBeVisible()
  await customer.getByRole('button', { name: 'Proceed to Checkout' }).first().click()

  await expect(customer).toHaveURL(/\/orders\/[a-z0-9]+$/)
  const id = customer.url().split('/').at(-1)!
  await customer.getByLabel('Coupon code').fill('welcome10')
  await customer.getByRole('button', { name: 'Apply' }).click()
  await expect(customer.getByText('WELCOME10', { exact: true })).toBeVisible()
  await expect(customer.getByText('No processing fee on transfers').first()).toBeVisible()
  await customer.getByText('Bank transfer').first().click()

  const staff = await newVisitor()
  await staff.goto('/auth')
  await logIn(staff, 'staff@example.com')
  await staff.goto('/admin/payments')
  await expect(staff.getByRole('heading', { name: 'Payments to verify' })).toBeVisible()
  const number = `#${id.slice(-6).toUpperCase()}`
  await expect(staff.getByText(number)).toHaveCount(0)

  await customer.getByRole('button', { name: 'Proceed to Payment' }).first().click()
  await expect(customer).toHaveURL('/payment')
  const markAsPaid = customer.getByRole('button', { name: /^Mark as PAID/ })
  await expect(markAsPaid).toBeDisabled()
  await customer.getByLabel('Transfer reference').fill('CEFT-900417')
  await customer.clock.fastForward(61_000)
  await expect(markAsPaid).toBeEnabled()
  await markAsPaid.click()
  await customer.getByRole('alertdialog').getByRole('button', { name: 'Mark as PAID' }).click()
  await expect(customer.getByText('Order marked as PAID').first()).toBeVisible()
  await expect(customer).toHaveURL(`/orders/details/${id}`)
  await expect(customer.getByText('Paid (pending verification)').first()).toBeVisible()

  const row = staff.getByRole('row').filter({ hasText: number })
  await expect(row, 'the payment appears without a reload').toContainText('CEFT-900417')
  await expect(row).toContainText('Sam de Silva')
  await row.getByRole('button', { name: `Verify ${number}` }).click()
  await staff
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Verify/ })
    .click()
  await expect(row).toHaveCount(0)

  await expect(customer.getByText('Payment Verified').first(), 'the open page updates live').toBeVisible()
  const timeline = customer.getByRole('list', { name: /progress/i })
  await expect(timeline).toContainText('Verified')
  await expect(timeline).toContainText('Ishara')
  await expect(customer.getByRole('button', { name: /Notifications/ })).toBeVisible()
  await customer.getByRole('button', { name: /Notifications/ }).click()
  const aboutOrder = customer.getByRole('region', { name: `Order ${number}` })
  await expect(aboutOrder.getByText('Your payment for this order was verified')).toBeVisible()
  await expect(aboutOrder.getByText(/You earned \d+ points for this order/)).toBeVisible()
})

async function logIn(page: Page, email: string) {
  const loginLink = page.getByRole('link', { name: 'Login / Register' }).first()
  if (!page.url().endsWith('/auth')) await loginLink.click()
  const form = page.locator('form').filter({ has: page.getByLabel('Email') })
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill('demo1234')
  await form.getByText(/not a robot/i).click()
  await expect(form.getByText(/verified/i)).toBeVisible()
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Logged in successfully').first()).toBeVisible()
  await expect(form).toHaveCount(0)
}

/** Adds an item of the list to the cart. @returns its name */
async function addItem(page: Page, index: number): Promise<string> {
  await page.goto('/items')
  const link = page.getByRole('article').nth(index).getByRole('link').first()
  await link.click()
  await expect(page).toHaveURL(/\/items\/[a-z0-9-]+$/)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Item added to cart successfully!').first()).toBeVisible()
  return name
}
