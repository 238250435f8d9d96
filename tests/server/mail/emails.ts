import { Secret, TOTP } from 'otpauth'
import type { TestServer } from '../../app.ts'
import { waitFor } from '../../app.ts'

/** Waits for an email with a link to this page, and returns the token of the link. */
export async function tokenSentTo(
  { app }: TestServer,
  address: string,
  page: 'reset' | 'confirm-email' = 'confirm-email',
) {
  const link = new RegExp(`${app.env.publicUrl}/auth/${page}\\?token=([\\w-]{43})\\n`)
  return waitFor(() => {
    const email = app.mail.sentEmails().find(({ to, text }) => to === address && link.test(text))
    return email && link.exec(email.text)![1]!
  })
}

/** The subjects of all emails sent to an address, oldest first. */
export const subjectsTo = ({ app }: TestServer, address: string) =>
  app.mail
    .sentEmails()
    .filter(({ to }) => to === address)
    .map(({ subject }) => subject)
    .toReversed()

/** The code that an authenticator app shows now, or `steps` × 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Waits for the next 30-second step if the current one is about to end, so that a test's codes stay valid. */
export async function untilEarlyInStep() {
  const remainingMs = 30_000 - (Date.now() % 30_000)
  if (remainingMs < 4_000) await new Promise((resolve) => setTimeout(resolve, remainingMs))
}
