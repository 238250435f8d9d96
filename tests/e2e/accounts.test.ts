import type { Page } from '@playwright/test'
import { codeOf, untilEarlyInStep } from '../server/accounts/letters.ts'
import { expect, test } from './store.ts'

/** The page can be seen before it is alive: then the link leads to the page that stands for the dialog. */
async function openDialog(page: Page) {
  const dialog = page.getByRole('dialog')
  await expect(async () => {
    if (page.url().endsWith('/auth')) await page.goBack()
    await page.getByRole('banner').getByRole('link', { name: 'Login / Register' }).click()
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  return dialog
}

const eve = { first: 'Eve', last: 'Perera', email: 'eve@example.com' }
const zoe = 'zoe@example.com'

test('somebody registers with a friend’s code', async ({ browse, signedIn }) => {
  const sam = await signedIn('sam@example.com')
  const own = (await sam.call('GET', '/auth/me')) as unknown as { user: { _id: string } }
  const referral = async () =>
    (
      (await sam.call('GET', `/referral/${own.user._id}`)) as unknown as {
        referral: { code: string; referred: { name: string }[] } | null
      }
    ).referral
  if (!(await referral())) await sam.call('POST', '/referral', { code: 'SAM2026' })
  const { code } = (await referral())!

  const page = await browse()
  await page.goto(`/?ref=${code.toLowerCase()}`)
  await page.getByRole('link', { name: 'Browse services' }).first().click()
  await expect(page).toHaveURL(/\/items$/)
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create an account' }).click()
  await expect(dialog.getByLabel('Referral code'), 'remembered from the address').toHaveValue(code.toLowerCase())
  await dialog.getByLabel('First name').fill(eve.first)
  await dialog.getByLabel('Last name').fill(eve.last)
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
  expect((await referral())!.referred.map(({ name }) => name)).toContain('Eve P.')

  await page.getByRole('button', { name: `Account of ${eve.first} ${eve.last}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('a forgotten password is set anew with the link in the letter', async ({ browse, store }) => {
  const page = await browse()
  const person = { firstName: 'Zoe', lastName: 'Dias', email: zoe, password: 'the old one' }
  await page.request.post(`${store.address}/api/auth/register`, { data: person })
  await page.goto('/faq')
  const dialog = await openDialog(page)
  await dialog.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/\/auth\/forgot$/)
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Email is required').first()).toBeVisible()
  await page.getByLabel('Email').fill(zoe)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Look into your mailbox')).toBeVisible()

  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(page.getByRole('article').first()).toContainText('Set a new password for Kade', { timeout: 500 })
  }).toPass()
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page, 'the token does not stay in the address').toHaveURL(/\/auth\/reset$/)
  await page.getByLabel('New password', { exact: true }).fill('the new one')
  await page.getByLabel('Confirm new password').fill('the new on')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await page.getByLabel('Confirm new password').fill('the new one')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your new password is set. Please log in.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)

  const form = page.locator('form')
  await form.getByLabel('Email').fill(zoe)
  await form.getByLabel('Password', { exact: true }).fill('the old one')
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await form.getByLabel('Password', { exact: true }).fill('the new one')
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Logged in successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/items$/)
})

test('a new address counts when its link is opened, and a link of nobody does not', async ({ browse, newcomer }) => {
  const nila = await newcomer()
  const next = `new-${nila.email}`
  const { user } = (await nila.call('GET', '/auth/me')) as unknown as { user: Record<string, string> }
  const profile = { firstName: user.firstName, lastName: user.lastName, phone: '' }
  await nila.call('POST', '/auth/update', { ...profile, email: next })
  const page = await browse()
  const letter = page.getByRole('article').filter({ hasText: `To ${next}` })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(letter).toBeVisible({ timeout: 500 })
  }).toPass()
  await letter.getByRole('link').click()
  await expect(page.getByText('Your new email address is confirmed.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/confirm-email$/)
  await page.goto('/auth/confirm-email?token=nobodys')
  await expect(page.getByText('This link was used before or is too old.')).toBeVisible()
})

test('staff log in with a second factor', async ({ browse, signedIn }) => {
  const { page } = await signedIn('mira@example.com')
  await page.goto('/admin/security')
  await untilEarlyInStep()
  await page.getByRole('button', { name: 'Set it up' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await page.getByLabel('Code').fill('12345')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('The code has 6 digits').first()).toBeVisible()
  await page.getByLabel('Code').fill(codeOf(secret, -1))
  await page.getByLabel('Current password').fill('not mine')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('Current password is incorrect').first()).toBeVisible()
  await page.getByLabel('Current password').fill('demo1234')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const recovery = await page.getByText(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/).allInnerTexts()
  expect(recovery).toHaveLength(10)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Recovery codes left: 10 of 10')).toBeVisible()

  const visitor = await browse()
  const logIn = async (code: string, isRecovery = false) => {
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
  const form = await logIn('000000')
  await expect(form.getByText('This code is not right, or was used before.')).toBeVisible()
  await form.getByLabel('Code').fill(codeOf(secret))
  await form.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(visitor).toHaveURL(/\/admin\/payments$/)
  await visitor.evaluate(() => localStorage.clear())
  await logIn(recovery[0]!, true)
  await expect(visitor).toHaveURL(/\/admin\/payments$/)

  await page.reload()
  await expect(page.getByText('Recovery codes left: 9 of 10')).toBeVisible()
  await page.getByRole('button', { name: 'Turn it off' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Current password').fill('demo1234')
  await question.getByLabel('Code').fill(recovery[1]!)
  await question.getByRole('button', { name: 'Turn it off' }).click()
  await expect(page.getByRole('button', { name: 'Set it up' })).toBeVisible()
})
