import type { Page } from '@playwright/test'
import { holdScripts, openHydrated } from './page-actions.ts'
import { expect, test } from './fixtures.ts'

const pages = [
  { path: '/auth', fields: { Email: 'sam@example.com', Password: 'demo1234' }, submit: 'Login' },
  { path: '/auth/forgot', fields: { Email: 'sam@example.com' }, submit: 'Send the link' },
  {
    path: '/auth/reset?token=abc',
    fields: { 'New password': 'tamarind-1', 'Confirm new password': 'tamarind-1' },
    submit: 'Set the password',
  },
] as const

const mainForm = (page: Page) => page.getByRole('main').locator('form')

for (const { path, fields, submit } of pages) {
  test(`${path}: without scripts, nothing typed gets into the address`, async ({ browser, app }) => {
    const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
    const page = await context.newPage()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(path)
    const form = mainForm(page)
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
    await form.getByLabel(Object.keys(fields).at(-1)!, { exact: true }).press('Enter')
    await expect(form.getByRole('button', { name: submit, exact: true })).toBeDisabled()
    // Chromium’s switch for scripts leaves <noscript> hidden.
    expect(await page.locator('noscript').first().innerHTML()).toContain('needs JavaScript.')
    // As a browser would send it that ignores the disabled button.
    await Promise.all([
      page.waitForResponse((response) => response.status() === 200),
      form.evaluate((node) => (node as HTMLFormElement).submit()),
    ])
    await expect(page).toHaveURL(path)
    for (const value of Object.values(fields)) {
      expect(addresses.filter((address) => address.includes(encodeURIComponent(value)))).toEqual([])
    }
    await context.close()
  })

  test(`${path}: what is typed before the scripts arrive is kept`, async ({ newVisitor }) => {
    const page = await newVisitor()
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const form = mainForm(page)
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value)
    await form.getByLabel(Object.keys(fields).at(-1)!, { exact: true }).press('Enter')
    await expect(form.getByRole('button', { name: submit, exact: true })).toBeDisabled()
    await expect(page).toHaveURL(path)
    release()
    await expect(form.getByRole('button', { name: submit, exact: true })).toBeEnabled()
    for (const [label, value] of Object.entries(fields)) {
      await expect(form.getByLabel(label, { exact: true })).toHaveValue(value)
    }
    if (path !== '/auth') return
    // The form's state has it too, and another field's change doesn't clear it.
    await form.getByLabel('Password', { exact: true }).pressSequentially('x')
    await form.getByLabel('Password', { exact: true }).press('Backspace')
    await expect(form.getByLabel('Email')).toHaveValue(fields.Email)
    await form.getByRole('button', { name: submit, exact: true }).click()
    await expect(page.getByText('Logged in successfully')).toBeVisible()
  })
}

test('a password in the address is removed before the page is shown', async ({ newVisitor }) => {
  const page = await newVisitor()
  await openHydrated(page, '/auth?from=%2Forders&email=sam%40example.com&password=demo1234')
  await expect(page).toHaveURL('/auth?from=%2Forders')
  await page.goto('/faq')
  await page.goBack()
  await expect(page).toHaveURL('/auth?from=%2Forders')
})
