import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the values that every authenticator app supports. */
const parameters = { issuer: 'Kade', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Clocks differ, so codes of the previous and the next time step are accepted too. */
const window = 1

/** A new secret in base32, of 160 random bits. */
export const generateTotpSecret = () => new Secret({ size: 20 }).base32

const createTotp = (secret: string, label: string) =>
  new TOTP({ ...parameters, label, secret: Secret.fromBase32(secret) })

/** The `otpauth:` address that an authenticator app reads from the QR code. */
export const buildTotpUri = (secret: string, email: string) => createTotp(secret, email).toString()

/** The number of the 30-second time step that a code is valid in; null for a wrong or expired code. */
export function matchTimeStep(secret: string, code: string, now = Date.now()): number | null {
  const offset = createTotp(secret, '').validate({ token: code, timestamp: now, window })
  return offset === null ? null : currentTimeStep(now) + offset
}

export const currentTimeStep = (now = Date.now()) => Math.floor(now / 1000 / parameters.period)
