import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { getCookie } from 'hono/cookie'
import { writePageData } from '../../client/page-data.ts'
import { readPrefs } from '../../client/accounts/prefs.ts'
import { Refusal } from '../../shared/refusal.ts'
import { callerAddress } from '../http/caller.ts'
import { createLimits } from '../http/limits.ts'
import type { Store } from '../store.ts'
import type { Frontend } from './frontend.ts'
import { readPageData } from './page-data.ts'
import { policyHeaders } from './policy.ts'

/** The store's pages, rendered with what they show and the position that belongs to it. */
export function servePages(store: Store, frontend: Frontend) {
  const headers = policyHeaders(store.env, frontend.live)
  const limits = createLimits(store.env.limits)
  const turn = createTurns()
  const app = new Hono()
  app.use(compress())
  app.get('/home', (c) => c.redirect('/', 301))
  app.get('*', async (c) => {
    limits.count('read', callerAddress(store, c))
    await turn()
    const url = new URL(c.req.url)
    const prefs = readPrefs(getCookie(c, 'prefs'))
    const data = await readPageData(store, url, prefs)
    const page = await frontend.render(url.pathname + url.search, data)
    const template = await frontend.template(url.pathname)
    const html = template
      // Without the attribute the page follows the system.
      .replace(' data-theme=""', () => (prefs.theme === 'system' ? '' : ` data-theme="${prefs.theme}"`))
      .replace('<!--preload-->', () => frontend.preload(page.file))
      .replace('<!--head-->', () => page.head)
      .replace('<!--page-->', () => page.html)
      .replace('<!--data-->', () => writePageData(data))
    return c.html(html, page.status as 200, headers)
  })
  app.onError((error, c) => {
    if (error instanceof Refusal) {
      const { retryAfter = 5 } = error.extra
      return c.html(saying(error.message), error.status as 429, {
        ...headers,
        'retry-after': `${retryAfter as number}`,
      })
    }
    store.log.error({ err: error, path: c.req.path }, 'a page failed')
    return c.html(sorry, 500, headers)
  })
  return app
}

/** How many turns of the event loop come between two pages. In each of them one new connection is taken. */
const turnsBetween = 10

/**
 * One page after the other. To render one takes some ten milliseconds: however many are asked for at once, calls,
 * events and whoever comes new have their turns in between.
 */
function createTurns() {
  let last = Promise.resolve()
  const pass = async () => {
    for (let n = 0; n < turnsBetween; n += 1) await new Promise(setImmediate)
  }
  return () => (last = last.then(pass))
}

const saying = (heading: string, more = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head><body>
<h1>${heading}</h1>${more}</body></html>`

const sorry = saying(
  'Something went wrong on our side',
  '<p>Please try again in a moment, or go <a href="/">home</a>.</p>',
)
