import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** A key press of a layout that the browser under test doesn't have. */
const pressAs = (page: Page, key: string, code: string) =>
  page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })), {
    key,
    code,
  })

test('shortcuts: they work with Caps Lock and in other layouts, and single keys can be switched off @thorough', async ({
  logIn,
}) => {
  const { page } = await logIn('staff@example.com')
  await page.goto('/admin/support')
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await expect(rows.first()).toBeVisible()
  await pressAs(page, 'J', 'KeyJ')
  await expect(rows.nth(0)).toBeFocused()
  await pressAs(page, 'о', 'KeyJ')
  await expect(rows.nth(1)).toBeFocused()
  await pressAs(page, 'ක', 'KeyK')
  await expect(rows.nth(0)).toBeFocused()

  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const choice = dialog.getByRole('checkbox', { name: 'Single-key shortcuts' })
  await expect(dialog.getByRole('heading', { name: 'Decide' })).toBeVisible()
  await choice.uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  await page.keyboard.press('Tab')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('a[data-key]:focus'), 'j is off').toHaveCount(0)

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(choice).not.toBeChecked()
  await choice.check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
})
