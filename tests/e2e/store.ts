import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test'

/** The built store on a seeded file of its own. */
export type RunningStore = {
  address: string
  /** Its database, for what no call does. */
  file: string
  restart(): Promise<void>
}
export type Somebody = {
  page: Page
  context: BrowserContext
  email: string
  id: string
  token: string
  call: Call
}
type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ success: boolean; message?: string; data: Record<string, unknown> }>

type Fixtures = {
  /** A new browser of somebody who was never here. */
  browse(): Promise<Page>
  /** A new browser of one of the demo people, signed in without the form. */
  signedIn(email: string): Promise<Somebody>
  /** A new browser of somebody who has just registered. */
  newcomer(): Promise<Somebody>
  /** What else lands in the console by a test's own doing: the answers that it makes fail. */
  provoked: RegExp | null
}
type Settings = {
  /** What a file of tests needs otherwise than the rest. */
  settings: Record<string, string>
  store: RunningStore
}

/**
 * Chromium says this of every answer that is not a 200, and of a store that a test has taken away for a moment; all
 * else that lands in its console fails the test, as does whatever a page throws.
 */
const expected =
  /Failed to load resource: the server responded with a status of 4\d\d|ERR_CONNECTION_(REFUSED|RESET)|ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE/

export const test = base.extend<Fixtures & { newContext(): Promise<BrowserContext> }, Settings>({
  settings: [{}, { option: true, scope: 'worker' }],
  provoked: [null, { option: true }],
  store: [
    async ({ settings }, use) => {
      const store = await openStore(settings)
      await use(store)
      await store.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  newContext: async ({ browser, store, provoked }, use, { title }) => {
    const faults: string[] = []
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await watchedContext(browser, store, (fault) => !provoked?.test(fault) && faults.push(fault))
      contexts.push(context)
      return context
    })
    for (const context of contexts) await context.close()
    expect(faults, `what the browser complained of in “${title}”`).toEqual([])
  },
  browse: async ({ newContext }, use) => use(async () => (await newContext()).newPage()),
  signedIn: async ({ newContext, store }, use) => use(async (email) => signIn(await newContext(), store, email)),
  newcomer: async ({ newContext, store }, use) => use(async () => register(await newContext(), store)),
})
export { expect }

async function watchedContext(browser: Browser, store: RunningStore, tell: (fault: string) => void) {
  const context = await browser.newContext({ baseURL: store.address })
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) tell(message.text())
  })
  context.on('weberror', (error) => tell(String(error.error())))
  return context
}

const signIn = (context: BrowserContext, { address }: RunningStore, email: string) =>
  enter(context, address, 'login', { email, password: 'demo1234' })

function register(context: BrowserContext, { address }: RunningStore) {
  const email = `newcomer-${randomUUID()}@example.com`
  return enter(context, address, 'register', { email, password, firstName: 'Nila', lastName: 'Fernando' })
}

/** Of everybody who is registered by a test. */
export const password = 'tamarind-ladder-42'

async function enter(
  context: BrowserContext,
  address: string,
  how: 'login' | 'register',
  data: Record<string, string>,
) {
  const answer = await context.request.post(`${address}/api/auth/${how}`, { data })
  const { token, user } = (await answer.json()) as { token: string; user: { _id: string } }
  await context.addInitScript(
    ([text, json]) => {
      // Also run on the blank page that a tab begins with, which has no storage.
      if (!location.protocol.startsWith('http') || localStorage.getItem('token')) return
      localStorage.setItem('token', text!)
      localStorage.setItem('user', json!)
    },
    [token, JSON.stringify(user)],
  )
  const call: Call = async (method, path, body) => {
    const answered = await context.request.fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { data: body }),
    })
    return answered.json()
  }
  return { page: await context.newPage(), context, email: data.email!, id: user._id, token, call } satisfies Somebody
}

/** Settings that a whole file of tests needs otherwise: `openStore({CAPTCHA_PROVIDER: 'altcha'})`. */
export async function openStore(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kade-e2e-'))
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: `file:${folder}/store.db`,
    CAPTCHA_PROVIDER: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  let child = await start(env)
  return {
    address: `http://localhost:${port}`,
    file: `${folder}/store.db`,
    async restart() {
      await stop(child)
      child = await start(env)
    },
    async close() {
      await stop(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server's own log of warnings and errors is printed: an unhandled rejection ends it, and the tests with it. */
async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((open, failed) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('http://') && open())
    child.once('exit', (code) => failed(new Error(`The store ended with ${code} before it was open.`)))
  })
  return child
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) throw new Error(`The store had ended by itself, with ${child.exitCode}.`)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
