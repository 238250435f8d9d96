import { defineConfig, devices } from '@playwright/test'
import { clearSettings } from './scripts/settings.mjs'
import { usesCluster } from './tests/e2e/app-cluster.ts'
import { chromiumArguments, findChromium } from './tests/e2e/chromium.mjs'

clearSettings()

const executablePath = findChromium()
// Worker processes load this file too; they don't search again.
if (executablePath) process.env.CHROMIUM_PATH = executablePath

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  // Walks over every page, and single labels, messages and fields; see docs/testing.md.
  grepInvert: process.env.THOROUGH === '1' ? undefined : /@thorough/,
  fullyParallel: true,
  // More than the cores of a small machine: a browser test sometimes waits.
  workers: usesCluster ? 2 : 3,
  retries: 0,
  forbidOnly: true,
  // Limits for what hangs, far above what a test takes on a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    actionTimeout: 30_000,
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath, args: chromiumArguments() },
    screenshot: 'only-on-failure',
  },
})
