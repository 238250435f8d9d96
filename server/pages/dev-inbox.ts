import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Store } from '../store.ts'
import type { KeptLetter } from './mailer.ts'

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

/** The e-mails that a demo store has sent, for whoever sits at its machine. A live store has no such page. */
export function showMail({ env, mail }: Store) {
  const app = new Hono()
  if (env.live) return app
  app.get('/', (c) =>
    isHere(c)
      ? c.html(pageOf(mail.kept()), 200, headers)
      : c.text('This page is shown on the store’s own machine.', 403),
  )
  return app
}

/**
 * From this machine, asked for by its own name (a page elsewhere can have its name lead here), and passed on by
 * nobody: a proxy here would make the whole world seem to be.
 */
function isHere(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  const remote = incoming?.socket?.remoteAddress ?? ''
  const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some((name) =>
    c.req.header(name),
  )
  const host = (c.req.header('host') ?? '').replace(/:\d+$/, '')
  return (
    /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(remote) &&
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host) &&
    !passedOn
  )
}

const pageOf = (letters: readonly KeptLetter[]) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>E-mails of the demo store</title><meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>E-mails</h1>
<p>What this demo store has written since it was started, newest first.${letters.length ? '' : ' Nothing yet.'}</p>
${letters.map(articleOf).join('\n')}</body></html>`

const articleOf = ({ to, subject, text, sentAt }: KeptLetter) => `<article><header><h2>${escape(subject)}</h2>
<p>To ${escape(to)} · <time datetime="${sentAt.toISOString()}">${sentAt.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p></header>
<pre>${escape(text).replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>')}</pre></article>`

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
