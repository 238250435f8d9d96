import { expect, test } from './fixtures.ts'

// Requests fail while the connection is lost, and one is answered with an error.
test.use({ expectedErrors: /status of 5\d\d|WebSocket|ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })

test('staff bar: on a phone, titles are whole and the search stands beside them @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['payments', 'money', 'coupons', 'categories', 'statements', 'support']) {
    await page.goto(`/admin/${path}`)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title, path).toBeVisible()
    const search = page.getByRole('button', { name: 'Search', exact: true })
    const [box, searchBox] = [(await title.boundingBox())!, (await search.boundingBox())!]
    const isCut = await title.locator('.truncate:visible').evaluate((text) => text.scrollWidth > text.clientWidth)
    expect(isCut, path).toBe(false)
    expect(searchBox.y + searchBox.height / 2, path).toBeLessThan(box.y + box.height)
    expect(searchBox.width, `${path}: an icon, as large as a finger`).toBeLessThanOrEqual(48)
  }
})

test('staff bar: on a phone, an order leads to the next one of the list @thorough', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/orders')
  await page.locator('[data-key] a').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order #/ })).toBeVisible()
  const first = page.url()
  await expect(page.getByRole('button', { name: 'Previous order (k)' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next order (j)' }).click()
  await expect(page).not.toHaveURL(first)
  await page.getByRole('button', { name: 'Previous order (k)' }).click()
  await expect(page).toHaveURL(first)
})

for (const [path, width] of [
  ['/admin/payments', 1440],
  ['/admin/payments', 390],
  ['/admin/support', 1440],
] as const) {
  test(`staff offline: ${path} says since when at ${width} px, and nothing moves @thorough`, async ({ logIn }) => {
    const { page, context } = await logIn('staff@example.com')
    await page.setViewportSize({ width, height: 844 })
    await page.goto(path)
    const row = page.locator('.staff-content [data-key]').nth(1)
    await expect(row).toBeVisible()
    const { y } = (await row.boundingBox())!
    const text = /^Offline since \d\d:\d\d\. What you see may be out of date\.$/
    const notice = page.getByText(text).filter({ visible: true })
    await context.setOffline(true)
    await expect(page.getByText('Reconnecting…')).toBeVisible()
    await expect(notice, 'not at once').toHaveCount(0)
    await expect(notice).toBeInViewport({ ratio: 1 })
    expect((await row.boundingBox())!.y).toBeCloseTo(y, 0)
    const isWhole = await notice.evaluate((line) => line.scrollWidth <= line.clientWidth)
    expect(isWhole).toBe(true)
    await context.setOffline(false)
    await expect(notice).toHaveCount(0)
    expect((await row.boundingBox())!.y).toBeCloseTo(y, 0)
  })
}

test('staff errors: a page that fails to load names the request', async ({ logIn }) => {
  const { page } = await logIn('staff@example.com')
  await page.route('**/api/admin/coupons?*', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, message: 'Something went wrong.', error: 'internal', requestId: 'sazz0d3o' },
    }),
  )
  await page.goto('/admin/coupons')
  await expect(page.getByRole('alert')).toContainText('Error id sazz0d3o')
})
