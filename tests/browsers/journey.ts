import { randomUUID } from 'node:crypto'
import { paymentOpenedPrefix } from '../../client/payments/storage-keys.ts'
import { createPage, type TestBrowser, type TestPage } from './browser.ts'

/** A visitor registers, buys and pays; staff verify in another window, and the customer's page turns without a reload. */
export async function buyAndWatchVerification(browser: TestBrowser, url: string, report: (step: string) => void) {
  const [customer, staff] = [createPage(await browser.newPage()), createPage(await browser.newPage())]

  await customer.open(`${url}/`)
  await customer.click('link', 'Browse services')
  await customer.waitForPath(/^\/items$/)
  report('a visitor finds the services')
  await register(customer)
  report('registered')
  const orderId = await order(customer)
  report('ordered')

  await logIn(staff, url)
  await staff.open(`${url}/admin/payments`)
  await staff.waitForText('Payments to verify')
  await pay(customer, orderId)
  report('paid')

  // A reload would lose this.
  await customer.evaluate(`(window.isSameDocument = true)`)
  const number = `#${orderId.slice(-6).toUpperCase()}`
  await staff.click('button', `Verify ${number}`)
  await staff.confirm(/^Verify/)
  // The change is shown once somebody looks.
  await customer.show()
  await customer.waitForText('Payment Verified')
  await customer.waitFor(`window.isSameDocument`)
  report('verified live')
}

async function register(page: TestPage) {
  await page.click('link', 'Login / Register')
  await page.click('button', 'Create an account')
  const password = 'tamarind-ladder-42'
  const email = `customer-${randomUUID()}@example.com`
  const fields = { 'First name': 'Nila', 'Last name': 'Fernando', Email: email }
  for (const [label, text] of Object.entries(fields)) await page.fill(label, text)
  await page.fill('Password', password)
  await page.fill('Confirm password', password)
  await page.click('button', 'Register')
  await page.waitFor(`!document.querySelector('dialog:modal') && localStorage.getItem('token')`)
}

async function logIn(page: TestPage, url: string) {
  await page.open(`${url}/auth`)
  await page.fill('Email', 'staff@example.com')
  await page.fill('Password', 'demo1234')
  await page.click('button', 'Login')
  await page.waitFor(`localStorage.getItem('token')`)
}

/** Orders the first service of the list. @returns the order's id */
async function order(page: TestPage): Promise<string> {
  const heading = `document.querySelector('article h2, article h3')`
  await page.waitFor(heading)
  const name = String(await page.evaluate(`${heading}.textContent`))
  await page.click('link', name)
  await page.waitForPath(/^\/items\/.+/)
  await page.click('button', 'Add to cart')
  await page.click('link', /^Cart/)
  await page.click('button', 'Proceed to Checkout')
  await page.waitForPath(/^\/orders\/\w+$/)
  return String(await page.evaluate('location.pathname'))
    .split('/')
    .at(-1)!
}

async function pay(page: TestPage, orderId: string) {
  await page.click('radio', /^Bank transfer/)
  // As if the payment page had been opened a minute ago.
  await page.evaluate(`sessionStorage.setItem('${paymentOpenedPrefix}/${orderId}', String(Date.now() - 61_000))`)
  await page.click('button', 'Proceed to Payment')
  await page.waitForPath(/^\/payment$/)
  await page.fill(/^Transfer reference/, 'CEFT-900417')
  await page.click('button', /^Mark as PAID/)
  await page.confirm('Mark as PAID')
  await page.waitForPath(/^\/orders\/details\//)
  await page.waitForText('Paid (pending verification)')
}
