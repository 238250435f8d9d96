import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { type RunningApp, startApp } from './app-process.ts'

/** A user in a browser of their own. */
export type TestUser = {
  page: Page
  context: BrowserContext
  email: string
  id: string
  token: string
  call: Call
}
/** Calls the API as the user. */
type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ success: boolean; message?: string; data: Record<string, unknown> }>

type Fixtures = {
  /** Opens a new browser without a session. */
  newVisitor(): Promise<Page>
  /** Logs in as a user of the seed, in a new browser. */
  logIn(email: string): Promise<TestUser>
  /** Registers a customer, in a new browser. */
  newCustomer(): Promise<TestUser>
  /** Console errors that the test causes on purpose. */
  expectedErrors: RegExp | null
}
type WorkerFixtures = {
  /** Environment variables for the app of this test file. */
  env: Record<string, string>
  app: RunningApp
}

/**
 * Console errors that Chromium logs for 4xx responses and for the restarts of the app. Any other console error, and any
 * uncaught exception, fails the test.
 */
const ignoredErrors =
  /Failed to load resource: the server responded with a status of (4\d\d|502)|Unexpected response code: 502|ERR_CONNECTION_(REFUSED|RESET)|ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE/

export const test = base.extend<Fixtures & { newContext(): Promise<BrowserContext> }, WorkerFixtures>({
  env: [{}, { option: true, scope: 'worker' }],
  expectedErrors: [null, { option: true }],
  app: [
    async ({ env }, use) => {
      const app = await startApp(env)
      await use(app)
      await app.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  newContext: async ({ browser, app, expectedErrors }, use, { title }) => {
    const errors: string[] = []
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await openContext(browser, app, (error) => !expectedErrors?.test(error) && errors.push(error))
      contexts.push(context)
      return context
    })
    for (const context of contexts) await context.close()
    expect(errors, `browser errors in “${title}”`).toEqual([])
  },
  newVisitor: async ({ newContext }, use) => use(async () => (await newContext()).newPage()),
  logIn: async ({ newContext, app }, use) =>
    use(async (email) => authenticate(await newContext(), app, 'login', { email, password: 'demo1234' })),
  newCustomer: async ({ newContext, app }, use) => use(async () => registerCustomer(await newContext(), app)),
})
export { expect }

async function openContext(browser: Browser, app: RunningApp, onError: (error: string) => void) {
  const context = await browser.newContext({ baseURL: app.url })
  context.on('console', (message) => {
    if (message.type() === 'error' && !ignoredErrors.test(message.text())) onError(message.text())
  })
  context.on('weberror', (error) => onError(String(error.error())))
  return context
}

/** The password of every registered test user. */
export const password = 'tamarind-ladder-42'

function registerCustomer(context: BrowserContext, app: RunningApp) {
  const email = `customer-${randomUUID()}@example.com`
  return authenticate(context, app, 'register', { email, password, firstName: 'Nila', lastName: 'Fernando' })
}

/** Logs in or registers through the API, and stores the session in the browser. */
async function authenticate(
  context: BrowserContext,
  app: RunningApp,
  operation: 'login' | 'register',
  data: { email: string; [field: string]: string },
): Promise<TestUser> {
  const response = await context.request.post(`${app.url}/api/auth/${operation}`, { data })
  const { token, user } = (await response.json()) as { token: string; user: { _id: string } }
  await context.addInitScript(
    ([storedToken, storedUser]) => {
      // Also runs on the blank page of a new tab, which has no storage.
      if (!location.protocol.startsWith('http') || localStorage.getItem('token')) return
      localStorage.setItem('token', storedToken!)
      localStorage.setItem('user', storedUser!)
    },
    [token, JSON.stringify(user)],
  )
  const call: Call = async (method, path, body) => {
    const apiResponse = await context.request.fetch(`${app.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { data: body }),
    })
    return apiResponse.json()
  }
  return { page: await context.newPage(), context, email: data.email, id: user._id, token, call }
}
