import { defineConfig, devices } from '@playwright/test'
import { clearSettings } from './scripts/settings.mjs'
import { chromiumArguments, findChromium } from './tests/e2e/chromium.mjs'

clearSettings()

const executablePath = findChromium()
// Worker processes load this file too; they don't search again.
if (executablePath) process.env.CHROMIUM_PATH = executablePath

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  // More than the cores of a small machine: a browser test mostly waits.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    actionTimeout: 15_000,
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath, args: chromiumArguments() },
    screenshot: 'only-on-failure',
  },
})
