import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../e2e/app-process.ts'
import type { Driver, TestBrowser } from './browser.ts'

/** Starts WebKitGTK's browser on virtual displays. Returns why not, if it isn't installed. */
export async function openWebKit(): Promise<TestBrowser | string> {
  if (spawnSync('WebKitWebDriver', ['--help']).error) return 'webkit2gtk-driver is not installed'
  if (spawnSync('Xvfb', ['-help']).error) return 'xvfb is not installed'
  const configuration = createConfiguration()
  const processes: ChildProcess[] = []
  const sessions: Session[] = []
  // A driver has one session. Without a window manager, a second window on a display would hide the first.
  async function newSession() {
    const [port, display] = [await findFreePort(), await startDisplay()]
    const env = { ...process.env, ...withoutGraphicsCard, DISPLAY: display.name, XDG_CONFIG_HOME: configuration }
    processes.push(display.child, spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }))
    const session = await createSession(`http://127.0.0.1:${port}`)
    sessions.push(session)
    return session
  }
  const unused = [await newSession()]
  return {
    version: `WebKitGTK ${unused[0]!.version}`,
    newPage: async () => (unused.pop() ?? (await newSession())).driver,
    async close() {
      for (const session of sessions) await session.end()
      for (const child of processes) child.kill()
      rmSync(configuration, { recursive: true, force: true })
    },
  }
}

/** Turns animations off (prefers-reduced-motion): without a graphics card, a view transition ends WebKitGTK's process. */
function createConfiguration(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kade-webkit-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  return folder
}

/** Starts Xvfb on a free display. */
async function startDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(child.stdio[3]!, 'data')) as [Buffer]
  return { child, name: `:${number.toString().trim()}` }
}

/** Neither the sandbox nor the graphics memory of a desktop is there in a container. */
const withoutGraphicsCard = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' }

type Session = { version: string; driver: Driver; end: () => Promise<void> }

/** The key of an element's reference (W3C WebDriver). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Speaks as much of the W3C WebDriver protocol as the tests need. */
async function createSession(origin: string): Promise<Session> {
  async function send(method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(origin + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }
  await waitUntilListening(origin)
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions } }
  const created = (await send('POST', '/session', { capabilities })) as {
    sessionId: string
    capabilities: { browserVersion: string }
  }
  const path = `/session/${created.sessionId}`
  await send('POST', `${path}/window/rect`, { width: 1280, height: 900 })
  const evaluate = (expression: string) =>
    send('POST', `${path}/execute/sync`, { script: `return (${expression})`, args: [] })
  async function find(expression: string) {
    const found = (await evaluate(expression)) as Record<string, string> | null
    return `${path}/element/${found?.[elementKey]}`
  }
  return {
    version: created.capabilities.browserVersion,
    driver: {
      open: async (url) => void (await send('POST', `${path}/url`, { url })),
      // Each window has a display of its own.
      show: async () => undefined,
      evaluate,
      click: async (expression) => void (await send('POST', `${await find(expression)}/click`, {})),
      type: async (expression, text) => void (await send('POST', `${await find(expression)}/value`, { text })),
    },
    end: async () => void (await send('DELETE', path)),
  }
}

const browserOptions = {
  binary: process.env.WEBKIT_PATH ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  args: ['--automation'],
}

async function waitUntilListening(origin: string) {
  for (let attempts = 0; attempts < 100; attempts++) {
    if (await fetch(`${origin}/status`).catch(() => null)) return
    await delay(50)
  }
  throw new Error('WebKitWebDriver does not answer.')
}
