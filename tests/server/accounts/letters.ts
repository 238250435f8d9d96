import { Secret, TOTP } from 'otpauth'
import type { TestStore } from '../../app.ts'
import { until } from '../../app.ts'

/** The token of the last link that a store sent to an address. */
export async function tokenSentTo(
  { store }: TestStore,
  address: string,
  page: 'reset' | 'confirm-email' = 'confirm-email',
) {
  const link = new RegExp(`${store.env.publicUrl}/auth/${page}\\?token=([\\w-]{43})\\n`)
  return until(() => {
    const letter = store.mail.kept().find(({ to, text }) => to === address && link.test(text))
    return letter && link.exec(letter.text)![1]!
  })
}

/** The subjects of all that was sent to an address, oldest first. */
export const subjectsTo = ({ store }: TestStore, address: string) =>
  store.mail
    .kept()
    .filter(({ to }) => to === address)
    .map(({ subject }) => subject)
    .toReversed()

/** What an authenticator app shows now, or so many steps from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Waits, where a step is about to end, for the next: the codes of a test would else be of another step half way. */
export async function untilEarlyInStep() {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 4_000) await new Promise((resolve) => setTimeout(resolve, left))
}
