// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { run } from '../../scripts/run.mjs'

/** The headless shell takes half the time of a full Chromium; Playwright's own is one, too. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the path of a Chromium that runs: CHROMIUM_PATH, the system's, or Playwright's own. */
export function findChromium() {
  return process.env.CHROMIUM_PATH ?? findInstalled(names)
}

/** Returns the path of a Chromium with the back/forward cache, which the headless shell lacks. */
export const findFullChromium = () => findInstalled(names.slice(1))

/** @param {string[]} names */
function findInstalled(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...macApps, chromium.executablePath()].find(runs)
}

/** Returns the path of a Chromium, after installing Playwright's own or, as root, the distribution's if there is none. */
export async function getChromium() {
  return findChromium() ?? (await installPlaywrights()) ?? (await installDistributions()) ?? fail()
}

/** Arguments that keep Chromium offline and quiet, and let it run as root or without a kernel sandbox. */
export function chromiumArguments() {
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  const offline = ['--disable-component-update', '--disable-sync']
  return [...(hasSandbox() ? [] : ['--no-sandbox']), ...quiet, ...offline]
}

async function installPlaywrights() {
  console.log('Installing a Chromium for the browser tests …')
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env }
  await run('playwright', ['install', 'chromium'], { env, capture: true })
  return findChromium()
}

async function installDistributions() {
  if (process.getuid?.() !== 0 || (await run('apt-get', ['update'], { capture: true })).code !== 0) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env, capture: true })
    if (code === 0) break
  }
  return findChromium()
}

/** @returns {never} */
function fail() {
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Google Chrome (Debian: apt-get install ' +
      'chromium; macOS: brew install --cask google-chrome), or set CHROMIUM_PATH.',
  )
}

/** Ubuntu's chromium-browser only prints how to install the real one, so existing is not enough. @param {string} path */
function runs(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

function hasSandbox() {
  if (process.platform !== 'linux') return true
  return process.getuid?.() !== 0 && spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0
}
