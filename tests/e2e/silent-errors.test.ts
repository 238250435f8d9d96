import { hearToasts, open, toast } from './shop.ts'
import { expect, password, test } from './store.ts'

test.use({ provoked: /status of 5\d\d|ERR_FAILED|WebSocket/ })

test('§8 silent — the chat’s history and what could be attached; not so a message that is not sent', async ({
  newcomer,
}) => {
  const { page } = await newcomer()
  const toasts = await hearToasts(page)
  // Nobody answers on the socket either.
  await page.routeWebSocket(/socket\.io/, () => undefined)
  for (const call of ['support-chat?*', 'items?*', 'checkout?*']) {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  }
  await open(page, '/support')
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await expect(page.getByText('Support typically replies within a few minutes')).toBeVisible()
  await page.getByRole('button', { name: 'Attach an item or an order' }).click()
  const picker = page.getByRole('dialog', { name: 'Attach to your message' })
  await expect(picker.getByText('No items')).toBeVisible()
  await picker.getByRole('tab', { name: 'Orders' }).click()
  await expect(picker.getByText('No orders yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)

  await page.route('**/api/support-chat/message', (route) => route.abort())
  await field.fill('Is anybody there?')
  await field.press('Enter')
  await expect(toast(page, 'Failed to send message')).toBeVisible()
  await expect(page.getByText('Not sent', { exact: true })).toBeVisible()
  expect(await toasts(), 'nothing was said of the rest').toEqual(['Failed to send message'])

  // The store's own words come first.
  const refusal = { success: false, message: 'Not with these words.', error: 'words' }
  await page.unroute('**/api/support-chat/message')
  await page.route('**/api/support-chat/message', (route) => route.fulfill({ status: 422, json: refusal }))
  await field.fill('Hello?')
  await field.press('Enter')
  await expect(toast(page, 'Not with these words.')).toBeVisible()
  await expect(page.getByText('Not sent: Not with these words.')).toBeVisible()
  await page.unroute('**/api/support-chat/message')
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByText(/^Not sent/)).toHaveCount(left)
  }
  for (const text of ['Is anybody there?', 'Hello?']) await expect(page.getByRole('log').getByText(text)).toBeVisible()
})

test('§8 silent — where the history does not come, what is said from then on is seen', async ({
  newcomer,
  signedIn,
}) => {
  const { page, id } = await newcomer()
  const staff = await signedIn('staff@example.com')
  const toasts = await hearToasts(page)
  await page.route('**/api/support-chat?*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  const refused = page.waitForResponse(/support-chat\?limit=50/)
  await open(page, '/support')
  await refused
  const field = page.getByRole('textbox', { name: 'Write a message' })
  await field.fill('One of mine')
  await field.press('Enter')
  await expect(page.getByRole('log').getByText('One of mine')).toBeVisible()
  await expect(page.getByText('Sending…')).toHaveCount(0)
  await expect(page.getByRole('log').getByText('One of mine')).toBeVisible()
  await staff.call('POST', '/support-chat/message', { message: 'One of ours', userId: id })
  await expect(page.getByRole('log').getByText('One of ours')).toBeVisible()
  expect(await toasts()).toEqual([])
})

test('§5 support — nothing but blanks is sent, and one thing at most goes along', async ({ newcomer }) => {
  const { page, call } = await newcomer()
  await open(page, '/support')
  const field = page.getByRole('textbox', { name: 'Write a message' })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await field.fill('   ')
  await expect(send).toBeDisabled()
  await field.press('Enter')
  const attach = async (at: number) => {
    await page.getByRole('button', { name: 'Attach an item or an order' }).click()
    const choice = page.getByRole('dialog').getByRole('listitem').nth(at).getByRole('button')
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

test('§8 silent — a referral code that can’t be applied after registering; not so one that nobody has', async ({
  newcomer,
  browse,
}) => {
  const friend = await newcomer()
  const code = `S${friend.id.slice(-8)}`.toUpperCase()
  await friend.call('POST', '/referral', { code })
  const page = await browse()
  const toasts = await hearToasts(page)
  await open(page, '/auth')
  await page.getByRole('button', { name: 'Create an account' }).click()
  const typed = {
    'First name': 'Nila',
    'Last name': 'Dias',
    Email: `silent-${friend.email}`,
  }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(password)
  await page.getByLabel('Referral code').fill('NOBODYS')
  const submit = () => page.getByRole('button', { name: 'Register', exact: true }).click()
  await submit()
  await expect(toast(page, 'Invalid referral code')).toBeVisible()
  await page.getByLabel('Referral code').fill(code)
  await page.route('**/api/referral/use', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  const refused = page.waitForResponse('**/api/referral/use')
  await submit()
  await refused
  await expect(page).toHaveURL('/items')
  expect(await toasts()).toEqual(['Invalid referral code', 'Registered successfully'])
})
