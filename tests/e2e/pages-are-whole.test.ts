import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './store.ts'

const publicPages = ['/', '/items', '/items?q=year&sortBy=price-low', '/faq', '/auth', '/cart', '/nowhere']

for (const theme of ['light', 'dark'] as const) {
  test(`public pages have no fault that axe calls serious, in the ${theme} theme`, async ({ browse, store }) => {
    const page = await browse()
    const prefs = encodeURIComponent(JSON.stringify({ theme, currency: 'USD', initials: '' }))
    await page.context().addCookies([{ name: 'prefs', value: prefs, url: store.address }])
    for (const path of publicPages) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(
        serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
        path,
      ).toEqual([])
    }
  })
}

test('public pages can be read without JavaScript', async ({ browser, store }) => {
  const context = await browser.newContext({ baseURL: store.address, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/items?sortBy=price-low')
  await expect(page.getByText(/^2\d\d services found$/)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveTitle(/· Kade$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('an item that is not there is told so, with the status that says it', async ({ browse }) => {
  const page = await browse()
  const answer = await page.goto('/items/nothing')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Item not found').first()).toBeVisible()
})

test('the dark look is there on the first paint', async ({ browse, store }) => {
  const page = await browse()
  const prefs = encodeURIComponent(JSON.stringify({ theme: 'dark', currency: 'LKR', initials: '' }))
  await page.context().addCookies([{ name: 'prefs', value: prefs, url: store.address }])
  const html = await (await page.context().request.get('/items')).text()
  expect(html).toContain('data-theme="dark"')
  expect(html).toMatch(/Rs [\d,]+\.\d\d/)
})
