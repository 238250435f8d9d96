import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { getCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { readPrefs } from '../../shared/accounts/prefs.ts'
import { ApiError } from '../../shared/api-error.ts'
import { serializePageData } from '../../shared/page-data.ts'
import type { AppContext } from '../app-context.ts'
import { callerAddress } from '../http/caller.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { pageHeaders } from './content-security-policy.ts'
import type { Frontend } from './frontend.ts'
import { readPageData } from './page-data.ts'

/** Serves every page, rendered with its data and the stream cursor that belongs to it. */
export function servePages(app: AppContext, frontend: Frontend) {
  const headers = pageHeaders(app.env, frontend.isBuilt)
  const waitForTurn = createRenderQueue()
  const router = new Hono<HttpEnv>()
  router.use(compress())
  router.get('/home', (c) => c.redirect('/', 301))
  router.get('*', async (c) => {
    app.rateLimits.consume('read', { address: callerAddress(app, c) })
    await waitForTurn()
    const url = new URL(c.req.url)
    const prefs = readPrefs(getCookie(c, 'prefs'))
    const data = await readPageData(app, url, prefs)
    const page = await frontend.render(url.pathname + url.search, data)
    const template = await frontend.template(url.pathname)
    const html = template
      // Without the attribute, the page follows the system's theme.
      .replace(' data-theme=""', () => (prefs.theme === 'system' ? '' : ` data-theme="${prefs.theme}"`))
      .replace('<!--preload-->', () => frontend.preload(page.sourceFile))
      .replace('<!--head-->', () => page.head)
      .replace('<!--page-->', () => page.html)
      .replace('<!--data-->', () => serializePageData(data))
    return c.html(html, page.status as ContentfulStatusCode, headers)
  })
  router.onError((error, c) => {
    if (error instanceof ApiError) {
      const { retryAfter = 5 } = error.extra
      return c.html(errorPage(error.message), error.status, { ...headers, 'retry-after': `${retryAfter as number}` })
    }
    app.log.error({ err: error, path: c.req.path }, 'page rendering failed')
    return c.html(unexpectedErrorPage, 500, headers)
  })
  return router
}

/** Event loop turns between two renderings; each turn accepts one new connection. */
const turnsBetweenRenderings = 10

/**
 * Renders one page at a time. Rendering blocks for some ten milliseconds: however many pages are requested at once,
 * API requests, events and new connections get their turns in between.
 */
function createRenderQueue() {
  let last = Promise.resolve()
  const yieldTurns = async () => {
    for (let turn = 0; turn < turnsBetweenRenderings; turn += 1) await new Promise(setImmediate)
  }
  return () => (last = last.then(yieldTurns))
}

const errorPage = (heading: string, content = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head><body>
<h1>${heading}</h1>${content}</body></html>`

const unexpectedErrorPage = errorPage(
  'Something went wrong on our side',
  '<p>Please try again in a moment, or go to the <a href="/">home page</a>.</p>',
)
