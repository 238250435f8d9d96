import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { AppContext } from '../app-context.ts'
import type { Env } from '../env.ts'
import { connectionAddress } from '../http/caller.ts'
import type { HttpEnv } from '../http/http-env.ts'
import type { SentEmail } from '../mail/mailer.ts'

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 16%, transparent) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1 { margin-bottom: .25rem } h2 { font-size: 1.125rem; margin: 0 }
article { border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1rem 0 }
header p { margin: 0; font-size: .875rem; opacity: .75 }
pre { font: inherit; white-space: pre-wrap; margin: .75rem 0 0 }
`

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

/** The address of the development inbox, printed when the app starts; null in production. */
export const devInboxUrl = ({ port, devInboxToken }: Pick<Env, 'port' | 'devInboxToken'>): string | null =>
  devInboxToken && `http://localhost:${port}/dev/mail?token=${devInboxToken}`

/**
 * Shows the emails sent in demo mode at `devInboxUrl`, to browsers on the same machine only. It takes the token because a
 * proxy on this machine may add no headers: through it, every visitor looks local. Any other request is answered as in
 * production, where the page doesn't exist. The token is in the query because the log has paths only.
 */
export function devInbox({ env, mail }: Pick<AppContext, 'env' | 'mail'>) {
  const router = new Hono<HttpEnv>()
  const { devInboxToken } = env
  if (devInboxToken === null) return router
  router.get('/', async (c, next) => {
    const isAllowed = isLocalBrowser(c) && isEqual(c.req.query('token') ?? '', devInboxToken)
    return isAllowed ? c.html(inboxPage(mail.sentEmails()), 200, headers) : next()
  })
  return router
}

/** Takes the same time wherever the two differ. */
function isEqual(text: string, expected: string): boolean {
  const [a, b] = [text, expected].map((value) => createHash('sha256').update(value).digest())
  return timingSafeEqual(a!, b!)
}

/**
 * Whether the request comes from this machine, to its own name (a foreign page can point its own name here), and
 * through no proxy (to which every visitor looks local).
 */
function isLocalBrowser(c: Context<HttpEnv>): boolean {
  const isProxied = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some((name) =>
    c.req.header(name),
  )
  const host = (c.req.header('host') ?? '').replace(/:\d+$/, '')
  return (
    /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(connectionAddress(c) ?? '') &&
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host) &&
    !isProxied
  )
}

const inboxPage = (emails: readonly SentEmail[]) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Sent emails</title><meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>Sent emails</h1>
<p>${emails.length === 0 ? 'No emails have been sent yet.' : 'Since the server was started, newest first.'}</p>
${emails.map(renderEmail).join('\n')}</body></html>`

const renderEmail = ({ to, subject, text, sentAt }: SentEmail) => `<article><header><h2>${escape(subject)}</h2>
<p>To ${escape(to)} · <time datetime="${sentAt.toISOString()}">${sentAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p></header>
<pre>${escape(text).replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>')}</pre></article>`

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
