import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findFullChromium } from './chromium.mjs'
import { expect, test } from './fixtures.ts'

const executablePath = findFullChromium()
if (!executablePath) console.log('No full Chromium: the tests of the back/forward cache are not declared.')

/** Opens `path`, then another page, and goes back. @returns whether the page was kept as it was */
async function openAndReturn(page: Page, url: string): Promise<boolean> {
  await page.goto(url)
  await page.evaluate(() => Object.assign(window, { isKept: true }))
  await page.goto(new URL('/mark.svg', url).href)
  // A page that was kept doesn't load again, so there is nothing that `goBack` could wait for.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await page.waitForURL(url, { waitUntil: 'commit' })
  return page.evaluate(() => 'isKept' in window)
}

if (executablePath) {
  let browser: Browser
  test.beforeEach(async () => {
    // Playwright starts Chromium without this cache.
    const ignoreDefaultArgs = ['--disable-back-forward-cache']
    browser = await chromium.launch({
      executablePath,
      args: [...chromiumArguments(), '--headless=new'],
      ignoreDefaultArgs,
    })
  })
  test.afterEach(() => browser.close())

  test('Back to a public page is instant', async ({ app }) => {
    const page = await browser.newPage()
    const response = await page.request.get(`${app.url}/api/items?limit=1`)
    const { data } = (await response.json()) as { data: { _id: string }[] }
    for (const path of ['/', '/items', `/items/${data[0]!._id}`, '/faq']) {
      expect(await openAndReturn(page, app.url + path), path).toBe(true)
    }
  })
}
