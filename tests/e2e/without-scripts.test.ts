import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('without JavaScript: public pages read, the menu opens, and the others say what they need @thorough', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({
    baseURL: app.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'How it works' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL('/items')
  await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible()
  const topOf = async (part: Locator) => (await part.boundingBox())!.y
  const results = page.getByRole('region', { name: 'Results' })
  expect(await topOf(results)).toBeLessThan(await topOf(page.getByRole('form', { name: 'Filters' })))
  await page.locator('main article a, main li a').first().click()
  await expect(page).toHaveURL(/\/items\/\w+/)
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Dark mode' })).toBeHidden()
  for (const role of ['button', 'combobox', 'textbox'] as const) {
    await expect(page.getByRole('main').getByRole(role), 'nothing that does nothing').toHaveCount(0)
  }
  await expect(page.locator('main noscript p')).toHaveText('The cart needs JavaScript.')
  await expect(page.getByRole('tabpanel')).toHaveCount(2)

  await page.goto('/items?sortBy=name')
  await expect(results.getByRole('link', { name: 'See it from the start' })).toHaveCount(0)
  await results.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/sortBy=name&from=/)
  await expect(results.getByText('24 shown')).toBeVisible()
  await results.getByRole('link', { name: 'See it from the start' }).click()
  await expect(page).toHaveURL('/items?sortBy=name')
  await expect(results.getByText(/^24 of \d+$/)).toBeVisible()

  await page.goto('/items?q=nosuchthing&minPrice=5')
  await expect(page.getByRole('heading', { name: 'Nothing for “nosuchthing”' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear text' })).toHaveCount(0)
  await results.getByRole('link', { name: 'Reset filters' }).click()
  await expect(page).toHaveURL('/items?q=nosuchthing')
  await results.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/items')

  await page.goto('/faq')
  const categories = page.getByRole('contentinfo').locator('a[href*="category="]')
  // A job names the categories soon after the start.
  await expect(async () => {
    await page.reload()
    await expect(categories).toHaveCount(4, { timeout: 1 })
  }).toPass()
  await categories.first().click()
  await expect(page).toHaveURL(/\/items\?category=\w+/)
  await page.goto('/faq')
  await page.getByText('How long', { exact: false }).first().click()
  await page.goto('/auth')
  // Disabled, with the reason below it.
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeDisabled()
  for (const path of ['/cart', '/orders', '/support']) {
    await page.goto(path)
    // Playwright finds no text in <noscript>.
    await expect(page.locator('main noscript p')).toContainText('This page needs JavaScript.')
  }
  await page.goto('/cart')
  expect(await page.getByText('Subtotal').boundingBox(), 'no empty summary, nor its space').toBeNull()
  await page.goto('/items/no-such-item')
  await expect(page.getByRole('heading', { name: 'Item not found' })).toBeVisible()
  expect(await page.getByText('Popular right now').boundingBox()).toBeNull()
  await page.goto('/items?q=nosuchthing')
  await expect(page.getByRole('heading', { name: 'Popular right now' })).toBeVisible()
  await context.close()
})
