import type { Page } from '@playwright/test'
import { codeOf, untilEarlyInStep } from '../server/mail/emails.ts'
import { expect, password, test } from './fixtures.ts'
import { untilHydrated } from './page-actions.ts'

/** Opens the login dialog. Before hydration, the link leads to the login page instead. */
async function openDialog(page: Page) {
  const dialog = page.getByRole('dialog')
  await untilHydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Login / Register' }).click()
  await expect(dialog).toBeVisible()
  return dialog
}

const eve = { firstName: 'Eve', lastName: 'Perera', email: 'eve@example.com' }
const zoe = { firstName: 'Zoe', lastName: 'Dias', email: 'zoe@example.com' }

test('a visitor registers with a referral code', async ({ newVisitor, logIn }) => {
  const sam = await logIn('sam@example.com')
  type ReferralResponse = { referral: { code: string; referred: { name: string }[] } | null }
  const readReferral = async () =>
    ((await sam.call('GET', `/referral/${sam.id}`)) as unknown as ReferralResponse).referral
  if (!(await readReferral())) await sam.call('POST', '/referral', { code: 'SAM2026' })
  const { code } = (await readReferral())!

  const page = await newVisitor()
  await page.emulateMedia({ colorScheme: 'dark' })
  // Who follows a link before the scripts have arrived keeps the code.
  const scripts = '**/assets/*.js'
  await page.route(scripts, () => undefined)
  await page.goto(`/?ref=${code.toLowerCase()}`)
  await page.unroute(scripts)
  await page.getByRole('link', { name: 'Browse services' }).first().click()
  await expect(page).toHaveURL(/\/items$/)
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await expect(dialog.getByLabel('Referral code'), 'remembered from the URL').toHaveValue(code.toLowerCase())
  await dialog.getByLabel('First name').fill(eve.firstName)
  await dialog.getByLabel('Last name').fill(eve.lastName)
  await dialog.getByLabel('Email').fill(eve.email)
  await dialog.getByLabel('Password', { exact: true }).fill('password')
  await dialog.getByLabel('Confirm password').fill('password')
  await dialog.getByLabel('Referral code').fill('NOSUCHCODE')
  const submit = dialog.getByRole('button', { name: 'Register' })
  await submit.click()
  await expect(dialog.getByText('Invalid referral code'), 'at the field and as a toast').toHaveCount(2)
  await expect(dialog.getByLabel('Referral code')).toBeFocused()
  await dialog.getByLabel('Referral code').fill(code)
  await submit.click()
  await expect(dialog.getByText('This password is too common. Please choose another.')).toHaveCount(2)
  await dialog.getByLabel('Password', { exact: true }).fill('the old one')
  await dialog.getByLabel('Confirm password').fill('the old one')
  await submit.click()
  await expect(page.getByText('Registered successfully')).toBeVisible()
  await expect(page.getByText('Referral code applied successfully.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('html'), 'keeps the theme of the device').toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Dark mode' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect((await readReferral())!.referred.map(({ name }) => name)).toContain('Eve P.')

  await page.getByRole('button', { name: `Account of ${eve.firstName} ${eve.lastName}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a forgotten password is reset with the emailed link', async ({ newVisitor, app }) => {
  const inbox = app.inboxUrl()
  const page = await newVisitor()
  await page.request.post(`${app.url}/api/auth/register`, { data: { ...zoe, password: 'the old one' } })
  await page.goto('/faq')
  const dialog = await openDialog(page)
  await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/\/auth\/forgot$/)
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email is required').first()).toBeVisible()
  await page.getByLabel('Email').fill(zoe.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Check your inbox')).toBeVisible()

  // Staff get emails too, at times of their own.
  const email = page.getByRole('article').filter({ hasText: 'Reset your Kade password' })
  await expect(async () => {
    await page.goto(inbox)
    await expect(email).toContainText(zoe.email, { timeout: 500 })
  }).toPass()
  await email.getByRole('link').click()
  await expect(page, 'the token is removed from the URL').toHaveURL(/\/auth\/reset$/)
  await page.getByLabel('New password', { exact: true }).fill('the new one')
  await page.getByLabel('Confirm new password').fill('the new on')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await page.getByLabel('Confirm new password').fill('the new one')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your new password is set. Please log in.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)

  const form = page.locator('form')
  await form.getByLabel('Email').fill(zoe.email)
  await form.getByLabel('Password', { exact: true }).fill('the old one')
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await form.getByLabel('Password', { exact: true }).fill('the new one')
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Logged in successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/items$/)
})

test('a new email address takes effect when its link is opened; an invalid link does nothing @thorough', async ({
  newVisitor,
  newCustomer,
  app,
}) => {
  const inbox = app.inboxUrl()
  const nila = await newCustomer()
  const newEmail = `new-${nila.email}`
  const { user } = (await nila.call('GET', '/auth/me')) as unknown as { user: Record<string, string> }
  const profile = { firstName: user.firstName, lastName: user.lastName, phone: '' }
  await nila.call('POST', '/auth/update', { ...profile, email: newEmail, password })
  const page = await newVisitor()
  const email = page.getByRole('article').filter({ hasText: `To ${newEmail}` })
  await expect(async () => {
    await page.goto(inbox)
    await expect(email).toBeVisible({ timeout: 500 })
  }).toPass()
  await email.getByRole('link').click()
  await expect(page.getByText('Your new email address is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/confirm-email$/)
  await page.goto('/auth/confirm-email?token=invalid')
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
})

test('staff log in with a second factor', async ({ newVisitor, logIn }) => {
  const { page } = await logIn('mira@example.com')
  await page.goto('/admin/security')
  await untilEarlyInStep()
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await page.getByLabel('Code').fill('12345')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('Enter the 6-digit code').first()).toBeVisible()
  await page.getByLabel('Code').fill(codeOf(secret, -1))
  await page.getByLabel('Current password').fill('not mine')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('Current password is incorrect').first()).toBeVisible()
  await page.getByLabel('Current password').fill('demo1234')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const recoveryCodes = await page.getByText(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/).allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Recovery codes left: 10 of 10')).toBeVisible()

  const visitor = await newVisitor()
  const submitCode = async (code: string, isRecovery = false) => {
    await visitor.goto('/auth?from=%2Fadmin%2Fpayments')
    const form = visitor.locator('form')
    await form.getByLabel('Email').fill('mira@example.com')
    await form.getByLabel('Password', { exact: true }).fill('demo1234')
    await form.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(form.getByLabel('Code')).toBeFocused()
    if (isRecovery) await form.getByRole('button', { name: 'Use a recovery code' }).click()
    await form.getByLabel(isRecovery ? 'Recovery code' : 'Code').fill(code)
    await form.getByRole('button', { name: 'Login', exact: true }).click()
    return form
  }
  const form = await submitCode('000000')
  await expect(form.getByText('This code is not right, or was already used.')).toBeVisible()
  await form.getByLabel('Code').fill(codeOf(secret))
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(visitor).toHaveURL(/\/admin\/payments$/)
  await visitor.evaluate(() => localStorage.clear())
  await submitCode(recoveryCodes[0]!, true)
  await expect(visitor).toHaveURL(/\/admin\/payments$/)

  await page.reload()
  await expect(page.getByText('Recovery codes left: 9 of 10')).toBeVisible()
  await page.getByRole('button', { name: 'Turn it off' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Current password').fill('demo1234')
  await dialog.getByLabel('Code').fill(recoveryCodes[1]!)
  await dialog.getByRole('button', { name: 'Turn it off' }).click()
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible()
})
