import type { Page } from '@playwright/test'
import { codeOf, untilEarlyInStep } from '../server/mail/emails.ts'
import { expect, test } from './fixtures.ts'

test.use({ env: { STAFF_SECOND_FACTOR: 'required' } })

/** Sets up a second factor on /admin/security. @returns the secret, of which the current code is unused */
async function setUp(page: Page): Promise<string> {
  await untilEarlyInStep()
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '')
  await page.getByLabel('Code').fill(codeOf(secret, -1))
  await page.getByLabel('Current password').fill('demo1234')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return secret
}

test('staff without a second factor are led to set one up; a colleague resets a lost one', async ({ logIn }) => {
  const [mira, ishara] = [await logIn('mira@example.com'), await logIn('staff@example.com')]
  await mira.page.goto('/admin/payments')
  await expect(mira.page).toHaveURL('/admin/security')
  await expect(mira.page.getByText('This store requires two-factor authentication')).toBeVisible()
  await expect(mira.page.getByRole('heading', { name: 'Team' })).toHaveCount(0)
  const secret = await setUp(mira.page)

  const team = mira.page.getByRole('region', { name: 'Team' })
  await expect(team.getByRole('listitem')).toHaveCount(2)
  await expect(team.getByText('No two-factor authentication')).toBeVisible()
  await ishara.page.goto('/admin/items')
  await expect(ishara.page).toHaveURL('/admin/security')
  await setUp(ishara.page)
  await expect(team.getByText('No two-factor authentication'), 'live').toHaveCount(0)

  await team.getByRole('button', { name: /^Reset two-factor authentication for/ }).click()
  const dialog = mira.page.getByRole('alertdialog')
  await dialog.getByLabel('Your own code').fill('000000')
  await dialog.getByRole('button', { name: 'Reset it' }).click()
  await expect(dialog.getByText('This code is not right, or was already used.').first()).toBeVisible()
  await untilEarlyInStep()
  await dialog.getByLabel('Your own code').fill(codeOf(secret, 1))
  await dialog.getByRole('button', { name: 'Reset it' }).click()
  await expect(mira.page.getByText('Two-factor authentication was reset.')).toBeVisible()
  await expect(team.getByText('No two-factor authentication')).toBeVisible()
  await expect(ishara.page.getByText('Your session was ended by our staff. Please log in again.')).toBeVisible()

  await mira.page.getByRole('link', { name: 'Payments' }).first().click()
  await expect(mira.page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await mira.page.getByRole('link', { name: 'Staff activity' }).first().click()
  await expect(mira.page.getByText('Reset two-factor authentication').first()).toBeVisible()
})
