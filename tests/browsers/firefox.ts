import { existsSync } from 'node:fs'
import { type ElementHandle, launch, type Page } from 'puppeteer-core'
import type { Driver, TestBrowser } from './browser.ts'

const paths = [
  process.env.FIREFOX_PATH ?? '',
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** Starts Firefox over WebDriver BiDi. Returns why not, if it isn't installed. */
export async function openFirefox(): Promise<TestBrowser | string> {
  const executablePath = paths.find(existsSync)
  if (!executablePath) return 'Firefox is not installed (FIREFOX_PATH)'
  const browser = await launch({ browser: 'firefox', executablePath, headless: true })
  return {
    version: (await browser.version()).replace('/', ' '),
    async newPage() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 1280, height: 800 })
      return createDriver(page)
    },
    close: () => browser.close(),
  }
}

/** The windows share one frame: a page in the background is neither drawn nor operated. */
function createDriver(page: Page): Driver {
  async function find(expression: string) {
    const element = (await page.evaluateHandle(expression)).asElement()
    if (!element) throw new Error(`Not an element: ${expression}`)
    return element as ElementHandle
  }
  return {
    open: async (url) => void (await page.goto(url)),
    show: () => page.bringToFront(),
    evaluate: (expression) => page.evaluate(expression),
    async click(expression) {
      await page.bringToFront()
      await (await find(expression)).click()
    },
    async type(expression, text) {
      await page.bringToFront()
      await (await find(expression)).type(text)
    },
  }
}
