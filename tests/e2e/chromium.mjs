// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, runTool, say } from '../../scripts/run.mjs'

/** The one without windows takes half the time: Playwright's own is like it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** What to tell somebody on whose machine there is no Chromium and none could be installed. */
export function noChromium() {
  if (process.env.CHROMIUM_PATH) return `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not run.`
  return (
    'No Chromium was found and none could be installed: install Chromium or Google Chrome (Debian: apt-get install ' +
    'chromium; macOS: brew install --cask google-chrome), or set CHROMIUM_PATH to one.'
  )
}

/**
 * The path of a Chromium that runs: CHROMIUM_PATH's, the system's, or Playwright's own.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return (await works(chosen)) ? chosen : undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const places = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...apps,
    await playwrightsOwn(),
  ]
  for (const place of places) if (await works(place)) return place
  return undefined
}

/**
 * As `findChromium`, installing one where there is none: Playwright's own, or the distribution's when we may.
 * @returns {Promise<string | undefined>}
 */
export async function getChromium() {
  const found = await findChromium()
  if (found || process.env.CHROMIUM_PATH) return found
  say('Fetching a Chromium for the browser tests …')
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env }
  await runTool('playwright', ['install', 'chromium'], { env, keep: true, limit: 600_000 })
  return (await findChromium()) ?? (await fromDistribution())
}

/** Arguments with which it starts quietly, also as root or where the kernel grants no sandbox. */
export function chromiumArguments() {
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
  const offline = ['--disable-component-update', '--disable-sync']
  return [...(hasSandbox() ? [] : ['--no-sandbox']), ...quiet, ...offline]
}

async function fromDistribution() {
  if (process.getuid?.() !== 0) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update'], { env, keep: true })
  if (updated.code !== 0) return undefined
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { code } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env, keep: true })
    if (code === 0) break
  }
  return findChromium()
}

/** Imported late, because this file is read before anything is installed. */
async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** Ubuntu's chromium-browser is a script that only says what to install: being there is not enough. @param {string} path */
async function works(path) {
  return existsSync(path) && (await run(path, ['--version'], { keep: true, limit: 20_000 })).code === 0
}

function hasSandbox() {
  if (process.platform !== 'linux') return true
  return process.getuid?.() !== 0 && spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0
}
