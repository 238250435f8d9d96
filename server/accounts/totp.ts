import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator app takes it. */
const rules = { issuer: 'Kade', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Clocks differ: the step before and the one after are taken too. */
const window = 1

export const newSecret = () => new Secret({ size: 20 }).base32

const totpOf = (secret: string, label: string) => new TOTP({ ...rules, label, secret: Secret.fromBase32(secret) })

/** What an app reads from the QR image. */
export const uriOf = (secret: string, email: string) => totpOf(secret, email).toString()

/** The 30-second step that a code belongs to; null when it is none of now. */
export function stepOf(secret: string, code: string, now = Date.now()): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window })
  return delta === null ? null : Math.floor(now / 1000 / rules.period) + delta
}
