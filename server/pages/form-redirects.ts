import { Hono } from 'hono'
import type { AppContext } from '../app-context.ts'
import { callerAddress } from '../http/caller.ts'
import type { HttpEnv } from '../http/http-env.ts'

/** The pages with a form that works without the page's code only in so far as it reveals nothing. */
const paths = ['/auth', '/auth/forgot', '/auth/reset']
const formFields = /password|^(email|confirmation|code|firstName|lastName|referral)$/i

/**
 * Answers forms that a browser posts before it has the page's code, or without scripts: the body is never read, and the
 * browser gets the page again.
 */
export function postedForms(app: AppContext, headers: Record<string, string>) {
  const router = new Hono<HttpEnv>()
  for (const path of paths) {
    router.post(path, async (c) => {
      await app.rateLimits.consume('read', { address: callerAddress(app, c) })
      const url = new URL(c.req.url)
      const location = withoutPassword(url) ?? url.pathname + url.search
      // The connection ends with what is left of the body unread.
      return c.body(null, 303, { ...headers, location, connection: 'close' })
    })
  }
  return router
}

/** The path and query of a page without the fields of a form that was sent as a query; null if it has no password. */
export function withoutPassword({ pathname, searchParams }: URL): string | null {
  const names = [...searchParams.keys()]
  if (!names.some((name) => /password/i.test(name))) return null
  const kept = new URLSearchParams([...searchParams].filter(([name]) => !formFields.test(name)))
  // More than one slash at the beginning would lead to another site.
  const path = `/${pathname.replace(/^[/\\]+/, '')}`
  return kept.size > 0 ? `${path}?${kept.toString()}` : path
}
