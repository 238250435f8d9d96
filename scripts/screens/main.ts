import { mkdirSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { chromiumArguments, getChromium } from '../../tests/e2e/chromium.mjs'
import { startServer } from '../bench/processes.ts'
import { screens } from './screens.ts'

const allWidths = [390, 768, 1440]
const allThemes = ['light', 'dark'] as const

const options = process.argv.slice(2)
const themes = allThemes.filter((theme) => options.includes(theme) || !allThemes.some((one) => options.includes(one)))
const widths = allWidths.filter(
  (width) => options.includes(`${width}`) || !allWidths.some((one) => options.includes(`${one}`)),
)
const words = options.filter((option) => ![...allThemes, ...allWidths].some((one) => `${one}` === option))
const isSelected = (name: string) =>
  words.some((word) => (word.startsWith('=') ? name === word.slice(1) : name.includes(word)))
const selected = screens.filter(({ name }) => words.length === 0 || isSelected(name))
/** Access tokens last 15 minutes. */
const maxAgeMs = 10 * 60_000
mkdirSync('screens', { recursive: true })

const executablePath = await getChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments() })
const store = await startServer({ SEED: 'demo' })
const address = `http://localhost:${store.port}`

try {
  for (const theme of themes) for (const width of widths) await takeScreens(theme, width)
} finally {
  await browser.close()
  await store.stop()
}
process.exit(0)

async function takeScreens(theme: 'light' | 'dark', width: number) {
  let users = await openUsers(theme, width)
  for (const { name, as, path, act } of selected) {
    if (Date.now() - users.openedAt > maxAgeMs) {
      await users.close()
      users = await openUsers(theme, width)
    }
    const { contexts, sessions } = users
    const page = await contexts[as ?? 'visitor'].newPage()
    await page.goto(address + (await path({ call: caller(as && sessions[as].token) })))
    await page
      .locator('[aria-busy="true"], .skeleton')
      .first()
      .waitFor({ state: 'detached', timeout: 5000 })
      .catch(() => {})
    await act?.(page)
    // Pictures below the fold and the last of the motion.
    await page.waitForTimeout(350)
    // On a busy machine, placeholders are still invisible.
    await page.evaluate(async () => {
      // Those that follow scrolling, or are repeated, never end.
      const ending = document
        .getAnimations()
        .filter(
          ({ timeline, effect }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
        )
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
    // A page that has been scrolled is drawn as it stands: what is fixed would be in the middle else. So is one that is
    // loading: for a whole page, the window changes for a moment, and its placeholders fade in again.
    const fullPage = !/-(loading|sent)$/.test(name) && (await page.evaluate(() => scrollY === 0))
    await page.screenshot({ path: `screens/${name}-${width}-${theme}.png`, fullPage })
    await page.close()
  }
  await users.close()
  console.log(`${selected.length} screens, ${theme}, ${width} px`)
}

/** A browser for each user, with a new login. */
async function openUsers(theme: 'light' | 'dark', width: number) {
  const openedAt = Date.now()
  const sessions = { ada: await signIn('ada@example.com'), staff: await signIn('staff@example.com') }
  for (const session of Object.values(sessions)) {
    await caller(session.token)('POST', '/auth/dark-mode', { darkMode: theme === 'dark' })
  }
  const contexts = {
    visitor: await open(browser, theme, width),
    ada: await open(browser, theme, width, sessions.ada),
    staff: await open(browser, theme, width, sessions.staff),
  }
  const close = async () => void (await Promise.all(Object.values(contexts).map((context) => context.close())))
  return { openedAt, sessions, contexts, close }
}

type Session = { token: string; user: Record<string, unknown> }

async function open(from: Browser, theme: 'light' | 'dark', width: number, session?: Session) {
  const context = await from.newContext({
    viewport: { width, height: width < 900 ? 844 : 900 },
    reducedMotion: 'reduce',
  })
  const prefs = encodeURIComponent(
    JSON.stringify({ theme, currency: 'USD', initials: session ? 'AF' : '', isStaff: session?.user.isAdmin }),
  )
  await context.addCookies([{ name: 'prefs', value: prefs, url: address }])
  // A picture of the whole page shows also what would be laid out when it comes near the screen.
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  if (session) {
    const user = { ...session.user, darkMode: theme === 'dark' }
    await context.addInitScript(
      ([token, json]) => {
        localStorage.setItem('token', token!)
        localStorage.setItem('user', json!)
      },
      [session.token, JSON.stringify(user)],
    )
  }
  return context
}

async function signIn(email: string): Promise<Session> {
  return caller()('POST', '/auth/login', { email, password: 'demo1234' })
}

function caller(token?: string) {
  return async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Session & {
      data: { _id: string; paymentStatus: string; orderStatus: string; paymentMethod: string; received: number }[]
    }
  }
}
export type Call = ReturnType<typeof caller>
