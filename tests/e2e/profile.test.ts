import type { Page } from '@playwright/test'
import { findItems, open, orderOf, pay, toast, written } from './shop.ts'
import { expect, password, type Somebody, test } from './store.ts'

test.use({ provoked: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|WebSocket|status of 500/ })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')
const figure = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

/** An answer that gives no reason. */
const wordless = { status: 500, contentType: 'application/json', body: '{"success":false}' }

async function openProfile({ page }: Somebody, tab = '') {
  await open(page, `/profile${tab && `?tab=${tab}`}`)
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
}

async function expectRefused(page: Page, words: string, faulty: string) {
  await expect(toast(page, words)).toBeVisible()
  await expect(field(page, faulty)).toBeFocused()
  await expect(field(page, faulty)).toHaveAccessibleDescription(new RegExp(words.replace(/[().]/g, '.')))
  await expect(dialog(page)).toHaveCount(0)
}

/** Signs somebody in on another device, whose profile is open then. */
async function signInWith(page: Page, email: string) {
  const answer = await page.request.post('/api/auth/login', { data: { email, password } })
  const { token, user } = (await answer.json()) as { token: string; user: object }
  await page.goto('/faq')
  await page.evaluate(
    ([text, json]) => {
      localStorage.setItem('user', json!)
      localStorage.setItem('token', text!)
    },
    [token, JSON.stringify(user)],
  )
  await open(page, '/profile')
}

test('a visitor is asked to log in, and comes back', async ({ browse }) => {
  const page = await browse()
  await open(page, '/profile?tab=points')
  await expect(page.getByRole('heading', { name: 'Please log in to view your profile.' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Login / Register' }).click()
  await expect(page).toHaveURL(/\/auth\?from=%2Fprofile%3Ftab%3Dpoints/)
})

test('the settings are four tabs, kept in the address', async ({ newcomer }) => {
  const somebody = await newcomer()
  const { page } = somebody
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

test('a profile is saved after a question, and is right in the other tab', async ({ newcomer }) => {
  const somebody = await newcomer()
  const { page, context, call } = somebody
  await openProfile(somebody)
  const other = await context.newPage()
  await open(other, '/profile')
  await expect(field(other, 'First name')).toHaveValue('Nila')

  await field(page, 'First name').fill(' ')
  await field(page, 'Last name').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectRefused(page, 'First name is required', 'First name')
  await field(page, 'First name').fill('Élodie')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectRefused(page, 'Last name is required', 'Last name')
  await field(page, 'Last name').fill('Bandara')
  for (const [typed, words] of [
    ['', 'Email is required'],
    ['nobody@', 'Email is invalid'],
  ] as const) {
    await field(page, 'Email').fill(typed)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectRefused(page, words, 'Email')
  }
  await field(page, 'Email').fill(somebody.email)
  await field(page, 'Phone number').fill('77 123-4567')
  await expect(field(page, 'Phone number')).toHaveValue('771234567')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectRefused(page, 'Country code required', 'Country code')
  await field(page, 'Phone number').fill('')
  await field(page, 'Country code').fill('94')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectRefused(page, 'Phone number required', 'Phone number')
  await field(page, 'Phone number').fill('771234567')

  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { firstName: 'Nila' } })
  await save(page)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(field(other, 'First name'), 'the other tab follows').toHaveValue('Élodie')
  await expect(field(other, 'Country code')).toHaveValue('94')
  await expect(other.getByRole('button', { name: 'Account of Élodie Bandara' })).toBeVisible()
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { phone: '+94-771234567' } })
})

test('a new address waits for its link, and one that is taken is refused', async ({ newcomer }) => {
  const somebody = await newcomer()
  const { page } = somebody
  await openProfile(somebody)
  await field(page, 'Email').fill('ada@example.com')
  await save(page)
  await expectRefused(page, 'An account with this email already exists', 'Email')
  const fresh = `new-${somebody.email}`
  await field(page, 'Email').fill(fresh)
  await save(page)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  await expect(page.getByText(`Open the link sent to ${fresh}`)).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue(somebody.email)
  await page.reload()
  await expect(page.getByText(`Open the link sent to ${fresh}`), 'it is still explained').toBeVisible()
  await page.getByRole('button', { name: 'Hide this' }).click()
  await expect(page.getByText('Open the link sent to')).toHaveCount(0)
})

test('an answer without words is told in the store’s', async ({ newcomer }) => {
  const somebody = await newcomer()
  const { page } = somebody
  await openProfile(somebody)
  await page.route('**/api/auth/update', (route) => route.fulfill(wordless))
  await save(page)
  await expect(toast(page, 'Error updating profile')).toBeVisible()
  await expect(page.getByText('Updated locally')).toHaveCount(0)
  for (const call of ['auth/me', 'points/me*', `referral/${somebody.id}`]) {
    await page.route(`**/api/${call}`, (route) => route.fulfill(wordless))
  }
  await page.goto('/profile?tab=points')
  const main = page.getByRole('main')
  for (const words of ['Failed to load points ledger', 'Failed to load referral info']) {
    await expect(main.getByText(words)).toBeVisible()
    await expect(toast(page, words)).toBeVisible()
  }
  await expect(main.getByText('Failed to load referred users')).toBeVisible()
  await expect(toast(page, 'Failed to refresh user data')).toBeVisible()
  await page.unroute(`**/api/referral/${somebody.id}`)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('button', { name: 'Create referral code' })).toBeVisible()
})

test('what is saved without a network waits on the device, and is sent from whatever page', async ({ newcomer }) => {
  const somebody = await newcomer()
  const { page, context, call } = somebody
  await openProfile(somebody)
  await page.getByRole('tab', { name: 'Points & Referrals' }).click()
  await page.getByRole('tab', { name: 'Profile Information' }).click()
  await context.setOffline(true)
  await field(page, 'First name').fill('Kasun')
  await save(page)
  await expect(toast(page, 'Updated locally')).toBeVisible()
  const note = page.getByRole('status').filter({ hasText: 'It is sent by itself when the connection is back' })
  await expect(note).toBeVisible()
  await expect(page.getByRole('button', { name: /Account of Kasun/ })).toBeVisible()
  await page.getByRole('link', { name: 'Kade' }).first().click()
  await expect(page).toHaveURL('/')
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { firstName: 'Nila' } })

  await context.setOffline(false)
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible({ timeout: 20_000 })
  expect((await call('GET', '/auth/me')) as object).toMatchObject({ user: { firstName: 'Kasun' } })
  await open(page, '/profile')
  await expect(field(page, 'First name')).toHaveValue('Kasun')
  await expect(note).toHaveCount(0)
})

test('what was kept and is refused is told, and given up; it is there after a reload until then', async ({
  newcomer,
}) => {
  const somebody = await newcomer()
  const { page } = somebody
  await openProfile(somebody)
  await page.route('**/api/auth/update', (route) => route.abort('connectionrefused'))
  await field(page, 'Email').fill('ada@example.com')
  await save(page)
  await expect(toast(page, 'Updated locally')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Updated locally')).toBeVisible()
  await expect(field(page, 'Email')).toHaveValue('ada@example.com')
  await page.unroute('**/api/auth/update')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(toast(page, 'An account with this email already exists')).toBeVisible()
  await expect(page.getByText('Updated locally')).toHaveCount(0)
  await expect(field(page, 'Email')).toHaveValue(somebody.email)
})

test('a password is changed after a question, and every other device is out', async ({ newcomer, browse }) => {
  test.setTimeout(90_000)
  const somebody = await newcomer()
  const { page, context } = somebody
  const elsewhere = await browse()
  await signInWith(elsewhere, somebody.email)
  await expect(field(elsewhere, 'First name')).toBeVisible()

  await openProfile(somebody, 'password')
  const update = page.getByRole('button', { name: 'Update password' })
  const confirm = dialog(page).getByRole('button', { name: 'Update password' })
  const fill = async (old: string, fresh: string, again: string) => {
    await field(page, 'Current password').fill(old)
    await field(page, 'New password').fill(fresh)
    await field(page, 'Confirm new password').fill(again)
    await update.click()
  }
  await fill('', 'x', 'x')
  await expectRefused(page, 'Current password is required', 'Current password')
  await fill(password, '', '')
  await expectRefused(page, 'New password is required', 'New password')
  await fill(password, 'short', 'short')
  await expectRefused(page, 'Password must be at least 6 characters', 'New password')
  await fill(password, 'cardamom-9-boats', 'cardamom-8-boats')
  await expectRefused(page, 'Passwords do not match', 'Confirm new password')
  await fill('not-it-at-all', 'cardamom-9-boats', 'cardamom-9-boats')
  await confirm.click()
  await expectRefused(page, 'Current password is incorrect', 'Current password')
  await fill(password, 'password123', 'password123')
  await confirm.click()
  await expectRefused(page, 'This password is too common. Please choose another.', 'New password')

  await fill(password, 'cardamom-9-boats', 'cardamom-9-boats')
  await context.setOffline(true)
  await confirm.click()
  await expect(toast(page, 'Network error. Please try again.')).toBeVisible()
  await expect(field(page, 'New password'), 'nothing typed is lost').toHaveValue('cardamom-9-boats')
  await context.setOffline(false)
  await page.route('**/api/auth/change-password', (route) => route.fulfill(wordless), { times: 1 })
  await update.click()
  await confirm.click()
  await expect(toast(page, 'Error updating password')).toBeVisible()
  await update.click()
  await confirm.click()
  await expect(toast(page, 'Password updated successfully!')).toBeVisible()
  await expect(field(page, 'New password')).toHaveValue('')
  await expect(elsewhere.getByText('Your password was changed. Please log in again.')).toBeVisible()
})

test('one sees where one is signed in, and ends that with the password', async ({ newcomer, browse }) => {
  test.setTimeout(90_000)
  const somebody = await newcomer()
  const { page, context } = somebody
  const elsewhere = await browse()
  await signInWith(elsewhere, somebody.email)
  await expect(field(elsewhere, 'First name')).toBeVisible()
  await elsewhere.evaluate((id) => localStorage.setItem(`support-draft:${id}:${id}`, '{}'), somebody.id)

  await page.route('**/api/auth/sessions', (route) => route.fulfill(wordless))
  await openProfile(somebody, 'password')
  const section = page.getByRole('region', { name: 'Signed in' })
  const again = section.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/auth/sessions')
  const rows = section.getByRole('listitem')
  // What failed before the push channel was up is asked for once more by itself, and the button may be gone.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(rows).toHaveCount(2, { timeout: 2000 })
  }).toPass({ timeout: 15_000 })
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  await expect(section.getByRole('button', { name: 'End all others' })).toHaveCount(0)

  const asked = dialog(page).getByRole('textbox', { name: 'Current password', exact: true })
  const confirm = dialog(page).getByRole('button', { name: 'End session' })
  const expectFault = async (words: string) => {
    await expect(toast(page, words)).toBeVisible()
    await expect(asked).toBeFocused()
    await expect(asked).toHaveAccessibleDescription(words)
  }
  await section.getByRole('button', { name: /^End / }).click()
  await expect(asked).toBeFocused()
  await confirm.click()
  await expectFault('Current password is required')
  await asked.fill('not-it-at-all')
  await asked.press('Enter')
  await expectFault('Current password is incorrect')
  await context.setOffline(true)
  await confirm.click()
  await expect(toast(page, 'Network error. Please try again.')).toBeVisible()
  await expect(asked).toHaveValue('not-it-at-all')
  await context.setOffline(false)
  await asked.fill(password)
  // Looked for from now on: it is told for three seconds.
  const thrownOut = expect(elsewhere.getByText('You were logged out.')).toBeVisible()
  await confirm.click()
  await thrownOut
  await expect(toast(page, 'Session ended')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(section.getByRole('heading')).toBeFocused()
  await expect(elsewhere).toHaveURL('/')
  expect(await elsewhere.evaluate(() => Object.keys(localStorage)), 'what was kept there goes with it').toEqual([])

  const more = [await browse(), await browse()]
  for (const one of more) await signInWith(one, somebody.email)
  await page.getByRole('tab', { name: 'Profile Information' }).click()
  await page.getByRole('tab', { name: 'Change Password' }).click()
  await expect(rows, 'whoever comes back to the tab sees them').toHaveCount(3)
  await section.getByRole('button', { name: 'End all others' }).click()
  await asked.fill(password)
  const allThrownOut = more.map((one) => expect(one.getByText('You were logged out.')).toBeVisible())
  await dialog(page).getByRole('button', { name: 'End all others' }).click()
  await Promise.all(allThrownOut)
  await expect(toast(page, 'Signed out everywhere else')).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect((await somebody.call('GET', '/auth/me')).success).toBe(true)
})

test('a code brings a friend, whose first order brings points, before everybody’s eyes', async ({
  newcomer,
  signedIn,
}) => {
  test.setTimeout(120_000)
  const [owner, friend] = [await newcomer(), await newcomer()]
  const staff = await signedIn('staff@example.com')
  const second = await owner.context.newPage()
  await openProfile(owner, 'points')
  await open(second, '/profile?tab=points')
  const code = `NILA${owner.id.slice(-6)}`.toUpperCase()

  const { page } = owner
  await expect(page.getByText('No points yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create referral code' }).click()
  const asked = page.getByRole('dialog')
  const saveCode = async (typed: string) => {
    await asked.getByRole('textbox').fill(typed)
    await asked.getByRole('button', { name: 'Save code' }).click()
  }
  for (const [typed, words] of [
    ['  ', 'Please enter a referral code'],
    ['a', 'Code must be 2-32 characters: letters and numbers only'],
    ['no-dash', 'Code must be 2-32 characters: letters and numbers only'],
    ['ada 2026', 'This code is already taken.'],
  ] as const) {
    await saveCode(typed)
    await expect(toast(page, words)).toBeVisible()
    await expect(asked.getByRole('textbox')).toHaveAccessibleDescription(new RegExp(words))
  }
  await page.route('**/api/referral', (route) => route.fulfill(wordless), { times: 1 })
  await saveCode(code)
  await expect(toast(page, 'Failed to create code')).toBeVisible()
  await saveCode(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`)
  await expect(toast(page, 'Referral code saved')).toBeVisible()
  await expect(asked).toHaveCount(0)
  for (const tab of [page, second]) {
    await expect(tab.getByText(code, { exact: true })).toBeVisible()
    await expect(tab.getByText(`/?ref=${code}`)).toBeVisible()
  }
  await owner.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy share link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${new URL(page.url()).origin}/?ref=${code}`)

  await openProfile(friend, 'points')
  const use = async (typed: string) => {
    await field(friend.page, 'Your friend’s code').fill(typed)
    await friend.page.getByRole('button', { name: 'Apply code' }).click()
  }
  await use('')
  await expectRefused(friend.page, 'Please enter a referral code', 'Your friend’s code')
  await use('nobody has it')
  await expectRefused(friend.page, 'Invalid code', 'Your friend’s code')
  await use(code.toLowerCase())
  await expect(toast(friend.page, 'Referral code applied successfully.')).toBeVisible()
  await expect(field(friend.page, 'Your friend’s code')).toHaveCount(0)
  await friend.page.reload()
  await expect(friend.page.getByRole('button', { name: 'Create referral code' })).toBeVisible()
  await expect(field(friend.page, 'Your friend’s code')).toHaveCount(0)
  for (const tab of [page, second]) await expect(tab.getByText('Nila F.')).toBeVisible()
  await expect(page.getByText('No order yet')).toBeVisible()

  const { items } = await findItems(page, 'sortBy=price-high&limit=1')
  const order = await orderOf(friend, items[0]!)
  await pay(friend, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  const points = Math.floor(order.total / 10)
  for (const tab of [page, second]) {
    const row = tab.getByRole('row').filter({ hasText: 'Nila’s first order' })
    await expect(row).toContainText('Earned')
    await expect(row).toContainText(`+${points.toLocaleString('en')}`)
    await expect(tab.getByRole('region', { name: 'Total points' })).toContainText(points.toLocaleString('en'))
  }
  await expect(page.getByText('First order', { exact: true })).toBeVisible()
  await staff.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'Not what was ordered' })
  await expect(page.getByRole('row').filter({ hasText: 'was refunded' })).toContainText('Taken back')
  await expect(page.getByRole('region', { name: 'Total points' }).getByRole('status')).toHaveText('0')
})

test('the dashboard counts one’s orders while one watches', async ({ newcomer, signedIn }) => {
  const somebody = await newcomer()
  const staff = await signedIn('staff@example.com')
  const { page } = somebody
  await open(page, '/')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Nila' })).toBeVisible()
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
  const reduced = items.find(({ originalPrice, price }) => originalPrice !== null && originalPrice > price)!
  const order = await orderOf(somebody, reduced)
  await expect(figure(page, 'Waiting')).toHaveText('1')
  await expect(page.getByText(/Placed order/)).toBeVisible()
  await pay(somebody, order)
  await staff.call('PATCH', `/admin/orders/${order._id}/verify`)
  await expect(figure(page, 'Waiting')).toHaveText('0')
  await expect(figure(page, 'Total Spent')).toHaveText(written(order.total))
  await expect(figure(page, 'Money Saved')).toHaveText(written(reduced.originalPrice! - reduced.price))
  await expect(figure(page, 'Points')).toHaveText(String(Math.floor(order.total)))
  const purchase = page
    .getByRole('region', { name: 'Recent purchases' })
    .getByRole('link')
    .filter({ hasText: reduced.name })
  await expect(purchase).toHaveAttribute('href', `/orders/details/${order._id}`)
  await expect(purchase).toContainText('Order Processing')
  await staff.call('PATCH', `/admin/orders/${order._id}/complete`, {})
  await expect(purchase).toContainText('Order Completed')
  await expect(figure(page, 'Completed')).toHaveText('1')
  await expect(page.getByRole('table', { name: 'Spending by month' }).getByRole('row')).toHaveCount(13)
})

test('a dashboard that does not come can be asked for again', async ({ signedIn }) => {
  const { page } = await signedIn('ada@example.com')
  let asked = 0
  await page.route('**/api/dashboard', (route) => {
    asked += 1
    return route.fulfill(wordless)
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Failed to load your dashboard')).toBeVisible()
  const before = asked
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await expect(page.getByText('Failed to load your dashboard')).toBeVisible()
  await page.unroute('**/api/dashboard')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(figure(page, 'Orders')).not.toHaveText('0')
  const shown = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')
  const few = await shown.count()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => shown.count()).toBeGreaterThan(few)
})
