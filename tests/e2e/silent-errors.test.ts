import { recordToasts, openHydrated, toast } from './page-actions.ts'
import { expect, password, test } from './fixtures.ts'

test.use({ expectedErrors: /status of 5\d\d|ERR_FAILED|WebSocket/ })

test('silent errors: chat history and attachments; a failed message is reported @thorough', async ({ newCustomer }) => {
  const { page } = await newCustomer()
  const toasts = await recordToasts(page)
  // The socket doesn't respond, either.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  for (const path of ['support-chat?*', 'items?*', 'checkout?*']) {
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  }
  await openHydrated(page, '/support')
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await expect(page.getByText('Support typically replies within a few minutes')).toBeVisible()
  await page.getByRole('button', { name: 'Attach an item or an order' }).click()
  const picker = page.getByRole('dialog', { name: 'Attach to your message' })
  await expect(picker.getByText('No items').last()).toBeVisible()
  await picker.getByRole('tab', { name: 'Orders' }).click()
  await expect(picker.getByText('No orders yet').last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)

  await page.route('**/api/support-chat/message', (route) => route.abort())
  await field.fill('Is anyone there?')
  await field.press('Enter')
  await expect(toast(page, 'Failed to send message')).toBeVisible()
  await expect(page.getByText('Not sent yet', { exact: true })).toBeVisible()
  expect(await toasts(), 'the other errors are not reported').toEqual(['Failed to send message'])

  // The server's message takes precedence.
  const rejection = { success: false, message: 'Not with these words.', error: 'words' }
  await page.unroute('**/api/support-chat/message')
  await page.route('**/api/support-chat/message', (route) => route.fulfill({ status: 422, json: rejection }))
  await field.fill('Hello?')
  await field.press('Enter')
  await expect(toast(page, 'Not with these words.')).toBeVisible()
  await expect(page.getByText('Not sent: Not with these words.')).toBeVisible()
  await page.unroute('**/api/support-chat/message')
  for (const remaining of [1, 0]) {
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByText(/^Not sent/)).toHaveCount(remaining)
  }
  for (const text of ['Is anyone there?', 'Hello?']) await expect(page.getByRole('log').getByText(text)).toBeVisible()
})

test('silent errors: without its history, a chat shows new messages @thorough', async ({ newCustomer, logIn }) => {
  const { page, id } = await newCustomer()
  const staff = await logIn('staff@example.com')
  const toasts = await recordToasts(page)
  await page.route('**/api/support-chat?*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  const failed = page.waitForResponse(/support-chat\?limit=50/)
  await openHydrated(page, '/support')
  await failed
  await expect(page.getByRole('heading', { name: 'Earlier messages aren’t loaded yet' })).toBeVisible()
  await expect(page.getByText('How can we help?')).toHaveCount(0)
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await field.fill('From the customer')
  await field.press('Enter')
  await expect(page.getByRole('log').getByText('From the customer')).toBeVisible()
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await expect(page.getByRole('log').getByText('From the customer')).toBeVisible()
  await staff.call('POST', '/support-chat/message', { message: 'From support', userId: id })
  await expect(page.getByRole('log').getByText('From support')).toBeVisible()
  await page.unroute('**/api/support-chat?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Earlier messages aren’t loaded yet')).toHaveCount(0)
  await expect(page.getByRole('log').getByText('From the customer')).toBeVisible()
  expect(await toasts()).toEqual([])
})

test("support: blank messages aren't sent, and a message has at most one attachment @thorough", async ({
  newCustomer,
}) => {
  const { page, call } = await newCustomer()
  await openHydrated(page, '/support')
  const field = page.getByRole('textbox', { name: 'Write a message' })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await field.fill('   ')
  await expect(send).toBeDisabled()
  await field.press('Enter')
  const attach = async (index: number) => {
    await page.getByRole('button', { name: 'Attach an item or an order' }).click()
    const choice = page.getByRole('dialog').getByRole('listitem').nth(index).getByRole('button')
    const name = await choice.locator('.font-medium').innerText()
    await choice.click()
    return name
  }
  const first = await attach(0)
  const second = await attach(1)
  expect(first).not.toBe(second)
  await expect(page.getByRole('button', { name: 'Remove the attachment' })).toHaveCount(1)
  await field.fill('  About this one.  ')
  await send.click()
  await expect(page.getByRole('log').getByText('About this one.')).toBeVisible()
  await expect(page.getByText('Sending…')).toHaveCount(0)
  const { messages } = (await call('GET', '/support-chat')) as unknown as {
    messages: { message: string; item: { name: string } | null; order: unknown }[]
  }
  expect(messages.map(({ message, item, order }) => [message, item?.name, order])).toEqual([
    ['About this one.', second, null],
  ])
})

test('silent errors: a referral code that fails after registering; an unknown one is reported @thorough', async ({
  newCustomer,
  newVisitor,
}) => {
  const friend = await newCustomer()
  const code = `S${friend.id.slice(-8)}`.toUpperCase()
  await friend.call('POST', '/referral', { code })
  const page = await newVisitor()
  const toasts = await recordToasts(page)
  await openHydrated(page, '/auth')
  await page.getByRole('button', { name: 'Create an account' }).click()
  const fields = {
    'First name': 'Nila',
    'Last name': 'Dias',
    Email: `silent-${friend.email}`,
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByLabel('Referral code').fill('UNKNOWN')
  const submit = () => page.getByRole('button', { name: 'Register', exact: true }).click()
  await submit()
  await expect(toast(page, 'Invalid referral code')).toBeVisible()
  await page.getByLabel('Referral code').fill(code)
  await page.route('**/api/referral/use', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  const failed = page.waitForResponse('**/api/referral/use')
  await submit()
  await failed
  await expect(page).toHaveURL('/items')
  expect(await toasts()).toEqual(['Invalid referral code', 'Registered successfully'])
})
