import { createHash } from 'node:crypto'
import type { OptionalEmail } from '../outbox/email-kinds.ts'

const style = `
:root { color-scheme: light dark; --paper: light-dark(#f6f2ea, #161511); --card: light-dark(#fffdf9, #1f1e19); --ink: light-dark(#1d1b17, #f0eadf); --line: light-dark(#e0d8c9, #38362e); --accent: light-dark(#0f5239, #70c398); --accent-ink: light-dark(#fdfbf5, #0a2116) }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 30rem; margin: 12vh auto 0; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow-wrap: anywhere }
@media (max-width: 34rem) { main { margin: 1rem; padding: 1.25rem } }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem } p { margin: 0 0 1.25rem } p:last-child { margin: 0 }
a { color: var(--accent) }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 1.25rem; margin: 0 0 1.25rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--accent-ink); cursor: pointer }
button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
`

/** The page of an unsubscribe link loads nothing and sends its form to itself only. */
export const unsubscribePageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

const subjects: Record<OptionalEmail, string> = {
  reminders: 'reminders of unpaid orders',
  support: 'emails about replies from support',
  alerts: 'alerts about waiting payments',
}

export const unsubscribedMessage = (email: OptionalEmail) => `You will get no more ${subjects[email]}.`

const page = (title: string, content: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${title} · Kade</title><meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<main><h1>${title}</h1>${content}</main></body></html>`

const profileLink = '<p>You can change this at any time in <a href="/profile">your profile</a>.</p>'

/** Asks before anything changes: mail scanners open every link. */
export const confirmPage = (email: OptionalEmail) =>
  page(
    'Unsubscribe?',
    `<p>Stop ${subjects[email]}. Emails about your orders and your account still come.</p><form method="post"><button type="submit">Unsubscribe</button></form>${profileLink}`,
  )

export const donePage = (email: OptionalEmail) =>
  page('You are unsubscribed', `<p>${unsubscribedMessage(email)}</p>${profileLink}`)

export const invalidLinkPage = (message: string) => page('This link does not work', `<p>${message}</p>${profileLink}`)
