import type { Page } from '@playwright/test'
import { createItem, createOrder, findItems, markPaid } from './api.ts'
import { formatAmount, openHydrated, retrySuccessfully, toast } from './page-actions.ts'
import { expect, password, type TestUser, test } from './fixtures.ts'

test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket|status of 500/ })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')
const statValue = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

const failureWithoutMessage = { status: 500, contentType: 'application/json', body: '{"success":false}' }

async function openProfile({ page }: TestUser, tab = '') {
  await openHydrated(page, `/profile${tab && `?tab=${tab}`}`)
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
}

/** Saves and confirms. @param currentPassword which a new email address takes */
async function save(page: Page, currentPassword?: string) {
  await page.getByRole('button', { name: 'Save changes' }).click()
  if (currentPassword !== undefined) await dialog(page).getByLabel('Current password').fill(currentPassword)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
}

/** Expects a toast and the same error at the field, which has the focus. */
async function expectFieldError(page: Page, message: string, name: string) {
  await expect(toast(page, message)).toBeVisible()
  await expect(field(page, name)).toBeFocused()
  await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(message.replace(/[().]/g, '.')))
  await expect(dialog(page)).toHaveCount(0)
}

/** Logs in on another device and opens the profile there. */
async function logInOn(page: Page, email: string) {
  const response = await page.request.post('/api/auth/login', { data: { email, password } })
  const { token, user } = (await response.json()) as { token: string; user: object }
  await page.goto('/faq')
  await page.evaluate(
    ([storedToken, storedUser]) => {
      localStorage.setItem('user', storedUser!)
      localStorage.setItem('token', storedToken!)
    },
    [token, JSON.stringify(user)],
  )
  await openHydrated(page, '/profile')
}

test('profile: visitors log in and come back @thorough', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/profile?tab=points')
  await expect(page.getByRole('heading', { name: 'Please log in to view your profile.' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login / Register' }).click()
  await expect(page).toHaveURL(/\/auth\?from=%2Fprofile%3Ftab%3Dpoints/)
})

test('profile: four tabs, kept in the URL @thorough', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page } = customer
  await page.goto('/')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page).toHaveTitle(/Account Settings/)
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveText(['Profile Information', 'Points & Referrals', 'Change Password', 'Order History'])
  await page.getByRole('tab', { name: 'Change Password' }).click()
  await expect(page).toHaveURL('/profile?tab=password')
  await page.reload()
  await expect(field(page, 'Current password')).toBeVisible()
  await page.getByRole('tab', { name: 'Order History' }).click()
  await expect(page).toHaveURL('/orders')
})

test('profile: saved after confirmation, and updated in the other tab', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page, context, call } = customer
  await openProfile(customer)
  const other = await context.newPage()
  await openHydrated(other, '/profile')
  await expect(field(other, 'First name')).toHaveValue('Nila')

  await field(page, 'First name').fill(' ')
  await field(page, 'Last name').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(page, 'First name is required', 'First name')
  await field(page, 'First name').fill('Élodie')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(page, 'Last name is required', 'Last name')
  await field(page, 'Last name').fill('Bandara')
  for (const [email, message] of [
    ['', 'Email is required'],
    ['nobody@', 'Email is invalid'],
  ] as const) {
    await field(page, 'Email').fill(email)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectFieldError(page, message, 'Email')
  }
  await field(page, 'Email').fill(customer.email)
  await field(page, 'Phone number').fill('77 123-4567')
  await expect(field(page, 'Phone number')).toHaveValue('771234567')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(page, 'Country code required', 'Country code')
  await field(page, 'Phone number').fill('')
  await field(page, 'Country code').fill('94')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(page, 'Phone number required', 'Phone number')
  await field(page, 'Phone number').fill('771234567')

  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { firstName: 'Nila' } })
  await save(page)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(field(other, 'First name'), 'the other tab updates').toHaveValue('Élodie')
  await expect(field(other, 'Country code')).toHaveValue('94')
  await expect(other.getByRole('button', { name: 'Account of Élodie Bandara' })).toBeVisible()
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { phone: '+94-771234567' } })
})

test('profile: a new email address waits for its link; a taken one is rejected @thorough', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page } = customer
  await openProfile(customer)
  await field(page, 'Email').fill('ada@example.com')
  await save(page, '')
  await expect(dialog(page).getByText('Current password is required').first()).toBeVisible()
  await dialog(page).getByLabel('Current password').fill('not-it-at-all')
  await dialog(page).getByLabel('Current password').press('Enter')
  await expect(dialog(page).getByText('Current password is incorrect').first()).toBeVisible()
  await dialog(page).getByLabel('Current password').fill(password)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(page, 'An account with this email already exists', 'Email')
  const newEmail = `new-${customer.email}`
  await field(page, 'Email').fill(newEmail)
  await save(page, password)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(page.getByText(`Open the link sent to ${newEmail}`)).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(customer.email)
  await page.reload()
  await expect(page.getByText(`Open the link sent to ${newEmail}`), 'the note survives a reload').toBeVisible()
  await page.getByRole('button', { name: 'Hide this' }).click()
  await expect(page.getByText('Open the link sent to')).toHaveCount(0)
})

test('profile: an error without a message gets a default one @thorough', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page } = customer
  await openProfile(customer)
  await page.route('**/api/auth/update', (route) => route.fulfill(failureWithoutMessage))
  await save(page)
  await expect(toast(page, 'Error updating profile')).toBeVisible()
  await expect(page.getByText('Updated locally')).toHaveCount(0)
  for (const path of ['auth/me', 'points/me*', `referral/${customer.id}`]) {
    await page.route(`**/api/${path}`, (route) => route.fulfill(failureWithoutMessage))
  }
  await page.goto('/profile?tab=points')
  const main = page.getByRole('main')
  for (const message of ['Failed to load points ledger', 'Failed to load referral info']) {
    await expect(main.getByText(message)).toBeVisible()
    await expect(toast(page, message)).toBeVisible()
  }
  await expect(main.getByText('Failed to load referred users')).toBeVisible()
  await expect(toast(page, 'Failed to refresh user data')).toBeVisible()
  const retry = page.getByRole('region', { name: 'Your referral code' }).getByRole('button', { name: 'Try again' })
  await retrySuccessfully(page, `**/api/referral/${customer.id}`, retry)
  await expect(page.getByRole('button', { name: 'Create referral code' })).toBeVisible()
})

test('profile: a change saved offline is sent later, from any page', async ({ newCustomer }) => {
  const customer = await newCustomer()
  const { page, context, call } = customer
  await openProfile(customer)
  await page.getByRole('tab', { name: 'Points & Referrals' }).click()
  await page.getByRole('tab', { name: 'Profile Information' }).click()
  await context.setOffline(true)
  await field(page, 'First name').fill('Kasun')
  await save(page)
  await expect(toast(page, 'Updated locally')).toBeVisible()
  const note = page.getByRole('status').filter({ hasText: 'will be sent when you’re back online' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('button', { name: /Account of Kasun/ })).toBeVisible()
  await page.getByRole('link', { name: 'Kade' }).first().click()
  await expect(page).toHaveURL('/')
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { firstName: 'Nila' } })

  await context.setOffline(false)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { firstName: 'Kasun' } })
  await openHydrated(page, '/profile')
  await expect(field(page, 'First name')).toHaveValue('Kasun')
  await expect(note).toHaveCount(0)
})

test('profile: an offline change that is rejected later is reported and dropped; until then it survives a reload @thorough', async ({
  newCustomer,
}) => {
  const customer = await newCustomer()
  const { page } = customer
  await openProfile(customer)
  await page.route('**/api/auth/update', (route) => route.abort('connectionrefused'))
  await field(page, 'First name').fill('Kasun')
  await field(page, 'Email').fill('ada@example.com')
  await save(page, password)
  await expect(toast(page, 'Updated locally')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('ada@example.com')
  await expect(field(page, 'Email')).toHaveAccessibleDescription(
    /You’re offline\. Please save the new address again later\./,
  )
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/ada@example|tamarind/)
  await page.reload()
  await expect(page.getByText('Updated locally')).toBeVisible()
  await expect(field(page, 'First name')).toHaveValue('Kasun')
  await expect(field(page, 'Email'), 'the address has to be typed again').toHaveValue(customer.email)
  await page.route('**/api/auth/update', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'First name is taken', error: 'bad_request' } }),
  )
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(toast(page, 'First name is taken')).toBeVisible()
  await expect(page.getByText('Updated locally')).toHaveCount(0)
  await expect(field(page, 'First name')).toHaveValue('Nila')
})

test('password: changed after confirmation, and other devices are logged out', async ({ newCustomer, newVisitor }) => {
  const customer = await newCustomer()
  const { page, context } = customer
  const otherDevice = await newVisitor()
  await logInOn(otherDevice, customer.email)
  await expect(field(otherDevice, 'First name')).toBeVisible()

  await openProfile(customer, 'password')
  const update = page.getByRole('button', { name: 'Update password' })
  const confirm = dialog(page).getByRole('button', { name: 'Update password' })
  const fill = async (current: string, next: string, confirmation: string) => {
    await field(page, 'Current password').fill(current)
    await field(page, 'New password').fill(next)
    await field(page, 'Confirm new password').fill(confirmation)
    await update.click()
  }
  await fill('', 'x', 'x')
  await expectFieldError(page, 'Current password is required', 'Current password')
  await fill(password, '', '')
  await expectFieldError(page, 'New password is required', 'New password')
  await fill(password, 'short', 'short')
  await expectFieldError(page, 'Password must be at least 6 characters', 'New password')
  await fill(password, 'cardamom-9-boats', 'cardamom-8-boats')
  await expectFieldError(page, 'Passwords do not match', 'Confirm new password')
  await fill('not-it-at-all', 'cardamom-9-boats', 'cardamom-9-boats')
  await confirm.click()
  await expectFieldError(page, 'Current password is incorrect', 'Current password')
  await fill(password, 'password123', 'password123')
  await confirm.click()
  await expectFieldError(page, 'This password is too common. Please choose another.', 'New password')

  await fill(password, 'cardamom-9-boats', 'cardamom-9-boats')
  await context.setOffline(true)
  await confirm.click()
  await expect(toast(page, 'Network error. Please try again.')).toBeVisible()
  await expect(field(page, 'New password'), 'the fields keep their values').toHaveValue('cardamom-9-boats')
  await context.setOffline(false)
  await page.route('**/api/auth/change-password', (route) => route.fulfill(failureWithoutMessage), { times: 1 })
  await update.click()
  await confirm.click()
  await expect(toast(page, 'Error updating password')).toBeVisible()
  await update.click()
  await confirm.click()
  await expect(toast(page, 'Password updated successfully!')).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue('')
  await expect(otherDevice.getByText('Your password was changed. Please log in again.')).toBeVisible()
})

test('sessions: listed, and ended with the password', async ({ newCustomer, newVisitor }) => {
  const customer = await newCustomer()
  const { page, context } = customer
  const otherDevice = await newVisitor()
  await logInOn(otherDevice, customer.email)
  await expect(field(otherDevice, 'First name')).toBeVisible()
  await otherDevice.evaluate((id) => localStorage.setItem(`support-draft:${id}:${id}`, '{}'), customer.id)

  await page.route('**/api/auth/sessions', (route) => route.fulfill(failureWithoutMessage))
  await openProfile(customer, 'password')
  const section = page.getByRole('region', { name: 'Your sessions' })
  const retry = section.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await retrySuccessfully(page, '**/api/auth/sessions', retry)
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  await expect(section.getByRole('button', { name: 'End all others' })).toHaveCount(0)

  const currentPassword = dialog(page).getByRole('textbox', { name: 'Current password', exact: true })
  const confirm = dialog(page).getByRole('button', { name: 'End session' })
  const expectError = async (message: string) => {
    await expect(toast(page, message)).toBeVisible()
    await expect(currentPassword).toBeFocused()
    await expect(currentPassword).toHaveAccessibleDescription(message)
  }
  await section.getByRole('button', { name: /^End / }).click()
  await expect(currentPassword).toBeFocused()
  await confirm.click()
  await expectError('Current password is required')
  await currentPassword.fill('not-it-at-all')
  await currentPassword.press('Enter')
  await expectError('Current password is incorrect')
  await context.setOffline(true)
  await confirm.click()
  await expect(toast(page, 'Network error. Please try again.')).toBeVisible()
  await expect(currentPassword).toHaveValue('not-it-at-all')
  await context.setOffline(false)
  await currentPassword.fill(password)
  // Watched from here on, since the toast lasts only 3 s.
  const messages = [
    expect(otherDevice.getByText('You were logged out.')).toBeVisible(),
    expect(toast(page, 'Session ended')).toBeVisible(),
  ]
  await confirm.click()
  await Promise.all(messages)
  await expect(rows).toHaveCount(1)
  await expect(section.getByRole('heading')).toBeFocused()
  await expect(otherDevice).toHaveURL('/')
  expect(await otherDevice.evaluate(() => Object.keys(localStorage)), 'the data of the session is deleted').toEqual([])

  const more = [await newVisitor(), await newVisitor()]
  for (const device of more) await logInOn(device, customer.email)
  await page.getByRole('tab', { name: 'Profile Information' }).click()
  await page.getByRole('tab', { name: 'Change Password' }).click()
  await expect(rows, 'opening the tab loads the sessions again').toHaveCount(3)
  await section.getByRole('button', { name: 'End all others' }).click()
  await currentPassword.fill(password)
  const allTold = [
    ...more.map((device) => expect(device.getByText('You were logged out.')).toBeVisible()),
    expect(toast(page, 'Signed out everywhere else')).toBeVisible(),
  ]
  await dialog(page).getByRole('button', { name: 'End all others' }).click()
  await Promise.all(allTold)
  await expect(rows).toHaveCount(1)
  expect((await customer.call('GET', '/auth/me')).success).toBe(true)
})

test("referral: a friend's first order earns points, live in every tab", async ({ newCustomer, logIn }) => {
  const [owner, friend] = [await newCustomer(), await newCustomer()]
  const staff = await logIn('staff@example.com')
  const secondTab = await owner.context.newPage()
  await openProfile(owner, 'points')
  await openHydrated(secondTab, '/profile?tab=points')
  const code = `NILA${owner.id.slice(-6)}`.toUpperCase()

  const { page } = owner
  await expect(page.getByText('No points yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create referral code' }).click()
  const codeDialog = page.getByRole('dialog')
  const saveCode = async (text: string) => {
    await codeDialog.getByRole('textbox').fill(text)
    await codeDialog.getByRole('button', { name: 'Save code' }).click()
  }
  for (const [text, message] of [
    ['  ', 'Please enter a referral code'],
    ['a', 'Code must be 2-32 characters: letters and numbers only'],
    ['no-dash', 'Code must be 2-32 characters: letters and numbers only'],
    ['ada 2026', 'This code is already taken.'],
  ] as const) {
    await saveCode(text)
    await expect(toast(page, message)).toBeVisible()
    await expect(codeDialog.getByRole('textbox')).toHaveAccessibleDescription(new RegExp(message))
  }
  await page.route('**/api/referral', (route) => route.fulfill(failureWithoutMessage), { times: 1 })
  await saveCode(code)
  await expect(toast(page, 'Failed to create code')).toBeVisible()
  await saveCode(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`)
  await expect(toast(page, 'Referral code saved')).toBeVisible()
  await expect(codeDialog).toHaveCount(0)
  for (const tab of [page, secondTab]) {
    await expect(tab.getByText(code, { exact: true })).toBeVisible()
    await expect(tab.getByText(`/?ref=${code}`)).toBeVisible()
  }
  await owner.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy share link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${new URL(page.url()).origin}/?ref=${code}`)

  await openProfile(friend, 'points')
  const applyCode = async (text: string) => {
    await field(friend.page, 'Your friend’s code').fill(text)
    await friend.page.getByRole('button', { name: 'Apply code' }).click()
  }
  await applyCode('')
  await expectFieldError(friend.page, 'Please enter a referral code', 'Your friend’s code')
  await applyCode('no such code')
  await expectFieldError(friend.page, 'Invalid code', 'Your friend’s code')
  await applyCode(code.toLowerCase())
  await expect(toast(friend.page, 'Referral code applied successfully.')).toBeVisible()
  await expect(field(friend.page, 'Your friend’s code')).toHaveCount(0)
  await friend.page.reload()
  await expect(friend.page.getByRole('button', { name: 'Create referral code' })).toBeVisible()
  await expect(field(friend.page, 'Your friend’s code')).toHaveCount(0)
  for (const tab of [page, secondTab]) await expect(tab.getByText('Nila F.')).toBeVisible()
  await expect(page.getByText('No order yet')).toBeVisible()

  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const order = await createOrder(friend, items[0]!)
  await markPaid(friend, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  const points = Math.floor(order.total / 10)
  for (const tab of [page, secondTab]) {
    const row = tab.getByRole('row').filter({ hasText: 'Nila’s first order' })
    await expect(row).toContainText('Earned')
    await expect(row).toContainText(`+${points.toLocaleString('en')}`)
    await expect(tab.getByRole('region', { name: 'Total points' })).toContainText(points.toLocaleString('en'))
  }
  await expect(page.getByText('First order', { exact: true })).toBeVisible()
  await staff.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'Not what was ordered' })
  await expect(page.getByRole('row').filter({ hasText: 'was refunded' })).toContainText('Deducted')
  await expect(page.getByRole('region', { name: 'Total points' }).getByRole('status')).toHaveText('0')
})

test('dashboard: figures update live', async ({ newCustomer, logIn }) => {
  const customer = await newCustomer()
  const staff = await logIn('staff@example.com')
  const { page } = customer
  await openHydrated(page, '/')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await expect(page.getByText('Welcome, Nila. Good to have you here.')).toBeVisible()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page.getByText('Opened an account')).toBeVisible()
  for (const [name, href] of [
    ['Browse Services', '/items'],
    ['Account Settings', '/profile'],
    ['Get Support', '/support'],
  ] as const) {
    await expect(page.getByLabel('Quick actions').getByRole('link', { name })).toHaveAttribute('href', href)
  }

  const { items } = await findItems(page, 'limit=50')
  const discounted = items.find(({ originalPrice, price }) => originalPrice !== null && originalPrice > price)!
  const order = await createOrder(customer, discounted)
  await expect(statValue(page, 'Waiting')).toHaveText('1')
  const next = page.getByRole('region', { name: '1 order to pay' })
  await expect(next.getByRole('link', { name: /^Pay now/ })).toHaveAttribute('href', `/orders/${order._id}`)
  await expect(page.getByText(/Placed order/)).toBeVisible()
  await markPaid(customer, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect(statValue(page, 'Waiting')).toHaveText('0')
  await expect(next).toHaveCount(0)
  await expect(statValue(page, 'Total Spent')).toHaveText(formatAmount(order.total))
  await expect(statValue(page, 'Money Saved')).toHaveText(formatAmount(discounted.originalPrice! - discounted.price))
  await expect(statValue(page, 'Points')).toHaveText(String(Math.floor(order.total)))
  const purchase = page
    .getByRole('region', { name: 'Recent purchases' })
    .getByRole('link')
    .filter({ hasText: discounted.name })
  await expect(purchase).toHaveAttribute('href', `/orders/details/${order._id}`)
  await expect(purchase).toContainText('Being prepared')
  await staff.call('PATCH', `/admin/orders/${order._id}/complete`, { delivery: 'Code: 7Q2' })
  await expect(purchase).toContainText('Ready')
  await expect(statValue(page, 'Completed')).toHaveText('1')
  await expect(page.getByRole('heading', { name: '1 delivery to open' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Spending by month' }), 'a chart of one month').toHaveCount(0)

  const name = 'Professional Collaboration Workspace Enterprise Unlimited with Extended Archive, Reports and Backups'
  const long = await createOrder(customer, await createItem(staff, name, 4))
  await markPaid(customer, long)
  await staff.call('PATCH', `/admin/orders/${long._id}/verify`)
  const nameBox = await page.getByRole('region', { name: 'Recent purchases' }).getByTitle(name).boundingBox()
  const price = await page.getByRole('region', { name: 'Recent purchases' }).getByText('$4.00').boundingBox()
  expect(nameBox!.x + nameBox!.width, 'a long name ends before the price').toBeLessThanOrEqual(price!.x)
})

test('dashboard: a failed load can be retried @thorough', async ({ logIn }) => {
  const { page } = await logIn('ada@example.com')
  let requestCount = 0
  await page.route('**/api/dashboard', (route) => {
    requestCount += 1
    return route.fulfill(failureWithoutMessage)
  })
  await page.goto('/dashboard')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(page.getByText('Failed to load your dashboard')).toBeVisible()
  const before = requestCount
  await retry.click()
  await expect.poll(() => requestCount).toBeGreaterThan(before)
  await expect(page.getByText('Failed to load your dashboard')).toBeVisible()
  await expect(retry).toBeFocused()
  await retrySuccessfully(page, '**/api/dashboard', retry)
  await expect(statValue(page, 'Orders')).not.toHaveText('0')
  const rows = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')
  const countBefore = await rows.count()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(countBefore)
})

test('dashboard: if orders can’t be loaded, it doesn’t say how many wait, and they can be retried @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('ada@example.com')
  const orders = /\/api\/checkout\?/
  await page.route(orders, (route) => route.fulfill(failureWithoutMessage))
  await page.goto('/dashboard')
  await expect(page.getByText('Error loading orders')).toBeVisible()
  await expect(statValue(page, 'Orders')).not.toHaveText('0')
  const waiting = page.getByRole('region', { name: /order.* to pay/ })
  await expect(page.getByText(/to pay|to be checked/).filter({ hasNotText: /to be paid or checked/ })).toHaveCount(0)
  await retrySuccessfully(page, orders, page.getByRole('button', { name: 'Try again' }))
  await expect(waiting.getByRole('link', { name: /^Pay now/ }).first()).toBeVisible()
})

test('emails: a switch takes effect at once, in the other tab too, and an unsubscribe link turns it off @thorough', async ({
  newCustomer,
  app,
}) => {
  const customer = await newCustomer()
  const { page, context, call } = customer
  await openProfile(customer)
  const other = await context.newPage()
  await openHydrated(other, '/profile')
  const orders = (tab: Page) => tab.getByRole('switch', { name: /^Unpaid orders/ })
  await expect(orders(page)).toBeChecked()
  await expect(page.getByRole('switch', { name: /^Waiting payments/ })).toHaveCount(0)
  await orders(page).focus()
  await page.keyboard.press('Space')
  await expect(toast(page, 'Email settings saved')).toBeVisible()
  await expect(orders(page)).not.toBeChecked()
  await expect(orders(other), 'the other tab updates').not.toBeChecked()
  await page.reload()
  await expect(orders(page)).not.toBeChecked()

  // A failure leaves the switch as it was.
  await page.route('**/api/auth/email-preferences', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(failureWithoutMessage) : route.continue(),
  )
  await orders(page).click()
  await expect(toast(page, 'Error saving your email settings')).toBeVisible()
  await expect(orders(page)).not.toBeChecked()
  await page.unroute('**/api/auth/email-preferences')

  await orders(other).click()
  await expect(orders(page)).toBeChecked()
  expect((await call('GET', '/auth/email-preferences')) as object).toMatchObject({ data: { reminders: true } })

  const opened = await page.request.get(`${app.url}/api/unsubscribe?token=invalid`)
  expect(opened.status()).toBe(404)
})
