import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createOrder, findItems, markPaid } from './api.ts'
import { expect, type TestUser, test } from './fixtures.ts'
import { openPaymentPage, orderNumber, toast } from './page-actions.ts'

/** A picture of a transfer. */
const slip = async (background: string) => ({
  name: 'slip.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 700, channels: 3, background } })
    .png()
    .toBuffer(),
})

async function openPaid(customer: TestUser): Promise<string> {
  const { items } = await findItems(customer.page, 'sortBy=price-low&limit=1')
  const order = await createOrder(customer, items[0]!)
  await markPaid(customer, order)
  await customer.page.goto(`/orders/details/${order._id}`)
  await expect(customer.page.getByRole('heading', { name: 'Your transfer' })).toBeVisible()
  return order._id
}

/** Whether a picture of the transfer is decoded, not broken. */
const naturalWidth = (picture: Locator) => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
const pictures = (page: Page | Locator) => page.getByRole('button', { name: /^Open picture/ })

test('a picture added before marking as paid is beside the reference, large by keyboard, and at verification', async ({
  logIn,
  newCustomer,
}) => {
  const customer = await openPaymentPage(await newCustomer(), 'Bank transfer')
  const { page } = customer
  await page.getByLabel('Add a picture of the transfer').setInputFiles(await slip('#eef'))
  await expect(pictures(page)).toHaveCount(1)
  // The picture's event may come before the answer to its upload, until which no other can be chosen.
  await expect(page.getByLabel('Add another picture')).toBeEnabled()
  await page.getByLabel('Add another picture').setInputFiles({
    name: 'statement.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await expect(page.getByText('We can’t read a PDF. Please send a picture of it, such as a screenshot.')).toBeVisible()
  await markPaid(customer, customer.order)

  const { page: staff } = await logIn('mira@example.com')
  await staff.goto('/admin/payments')
  const row = staff.getByRole('row').filter({ hasText: orderNumber(customer.order._id) })
  await expect(row.getByTitle('1 picture of the transfer').filter({ visible: true })).toHaveCount(1)
  await staff.goto(`/admin/orders/${customer.order._id}`)
  await expect(pictures(staff)).toBeEnabled()
  await pictures(staff).focus()
  await staff.keyboard.press('Enter')
  const large = staff.getByRole('dialog').getByRole('img', { name: /^The transfer for order/ })
  await expect(large).toBeVisible()
  expect(await naturalWidth(large)).toBe(400)
  await staff.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(pictures(staff)).toBeFocused()
  await staff.getByRole('button', { name: 'Verify payment' }).click()
  await expect(pictures(staff.getByRole('alertdialog'))).toHaveCount(1)
})

test('staff ask for a picture with one key, and the customer adds it, live on both sides', async ({
  logIn,
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  const id = await openPaid(customer)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const { page: staff } = await logIn('mira@example.com')
  await staff.goto(`/admin/orders/${id}`)
  await expect(staff.getByRole('button', { name: /^Ask for a picture/ })).toBeVisible()
  await staff.keyboard.press('p')
  await expect(staff.getByText(/^Picture requested: Today, .* The customer hasn’t sent one yet\.$/)).toBeVisible()
  await expect(staff.getByRole('button', { name: /^Ask for a picture/ })).toHaveCount(0)
  await expect(page.getByText('Staff asked for a picture of your transfer')).toBeVisible()

  await page.getByLabel('Add a picture of the transfer').setInputFiles(await slip('#efe'))
  await expect(pictures(page)).toHaveCount(1)
  await expect(page.getByText('Staff asked for a picture of your transfer')).toHaveCount(0)
  await expect(pictures(staff), 'it appears without a reload').toHaveCount(1)
  await expect(staff.getByText(/hasn’t sent one yet/)).toHaveCount(0)

  await page.getByLabel('Transfer reference').fill('CEFT 880017')
  await page.getByRole('button', { name: 'Save the reference' }).click()
  await expect(toast(page, 'Reference saved')).toBeVisible()
  await expect(staff.getByText('CEFT 880017').first()).toBeVisible()

  await pictures(page).click()
  await page.getByRole('button', { name: 'Delete this picture' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(pictures(page)).toHaveCount(0)
  await expect(page.getByLabel('Add a picture of the transfer')).toBeFocused()
  await expect(pictures(staff)).toHaveCount(0)
})

test('by keyboard, a picture is announced when it has arrived, and deleted only after a question', async ({
  newCustomer,
}) => {
  const { page } = await openPaymentPage(await newCustomer(), 'Bank transfer')
  const input = page.locator('input[type=file]')
  // Before the focus: a key may reach the page sooner than the request to hand the chooser over.
  const chooser = page.waitForEvent('filechooser')
  await input.focus()
  await page.keyboard.press('Space')
  await (await chooser).setFiles(await slip('#fef'))
  await expect(page.getByRole('status').filter({ hasText: 'Picture added' })).toHaveCount(1)
  await expect(input).toBeFocused()

  await pictures(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('img', { name: /picture 1$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Delete this picture?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(pictures(page)).toBeFocused()
  await expect(pictures(page)).toHaveCount(1)
})

test('a picture is attached to a message and opens on both sides', async ({ logIn, newCustomer }) => {
  const customer = await newCustomer()
  const { page } = customer
  const id = await openPaid(customer)
  await page.goto('/support')
  await page.getByRole('button', { name: 'Attach an item or an order' }).click()
  await page.getByRole('tab', { name: 'Transfer' }).click()
  await page.getByLabel('Choose a picture of the transfer').setInputFiles(await slip('#fee'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Attached to your message' })).toHaveCount(1)
  await expect(page.getByLabel('Write a message')).toBeFocused()
  await page.getByLabel('Write a message').fill('Here is my transfer')
  await page.keyboard.press('Enter')
  const thumbnail = (one: Page) => one.getByRole('button', { name: /^Open the picture of the transfer/ })
  await expect(thumbnail(page)).toBeVisible()

  const { page: staff, call } = await logIn('mira@example.com')
  await staff.goto(`/admin/support/${customer.id}`)
  await thumbnail(staff).first().click()
  const large = staff.getByRole('dialog').getByRole('img')
  await expect(large).toBeVisible()
  expect(await naturalWidth(large)).toBe(400)
  await staff.keyboard.press('Escape')
  await expect(staff.getByRole('link', { name: `Order ${orderNumber(id)}` }).first()).toBeVisible()

  await call('PATCH', `/admin/orders/${id}/reject`, { reason: 'No such transfer' })
  await page.goto(`/orders/details/${id}`)
  await page.getByLabel('Send another picture').setInputFiles(await slip('#ffe'))
  await expect(page.getByRole('list', { name: 'Pictures of your transfer' }).getByRole('button')).toHaveCount(2)
  const message = staff.getByText(/^Here is a picture of my transfer for order #/).first()
  await expect(message, 'no queue has the order').toBeVisible()
  await expect(thumbnail(staff)).toHaveCount(2)
})
