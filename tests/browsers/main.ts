import { startApp } from '../e2e/app-process.ts'
import type { TestBrowser } from './browser.ts'
import { openFirefox } from './firefox.ts'
import { buyAndWatchVerification } from './journey.ts'
import { openWebKit } from './webkit.ts'

const browsers: Record<string, () => Promise<TestBrowser | string>> = { firefox: openFirefox, webkit: openWebKit }
const names = process.argv.slice(2)

const app = await startApp()
let failures = 0
for (const [name, open] of Object.entries(browsers)) {
  if (names.length > 0 && !names.includes(name)) continue
  const browser = await open()
  if (typeof browser === 'string') {
    console.log(`${name}: left out: ${browser}`)
    continue
  }
  try {
    await buyAndWatchVerification(browser, app.url, (step) => console.log(`${browser.version}: ${step}`))
    console.log(`${browser.version}: passed`)
  } catch (error) {
    failures += 1
    console.error(`${browser.version}: failed:`, error)
  } finally {
    await browser.close()
  }
}
await app.close()
process.exit(failures > 0 ? 1 : 0)
