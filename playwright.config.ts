import { defineConfig, devices } from '@playwright/test'
import { forgetSettings } from '../../scripts/settings.mjs'
import { chromiumArguments, findChromium, noChromium } from './chromium.mjs'

forgetSettings()

const executablePath = await findChromium()
if (!executablePath) throw new Error(noChromium())
// Found once: the processes that run the tests read this file too.
process.env.CHROMIUM_PATH = executablePath

/** Where `npm test` wants the results, to add them up. */
const outputFile = process.env.PLAYWRIGHT_RESULTS

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // On two cores as well: a browser test waits for most of its time.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: outputFile ? [['list'], ['json', { outputFile }]] : 'list',
  use: {
    actionTimeout: 15_000,
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath, args: chromiumArguments() },
    screenshot: 'only-on-failure',
  },
})
