import { createHmac } from 'node:crypto'
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { spentCaptchas } from '../../drizzle/schema.ts'
import { badRequest, ApiError } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import type { Env } from '../env.ts'

type CaptchaContext = Pick<AppContext, 'db' | 'env' | 'streamHeads'>

const challengeLifetimeMs = 10 * 60_000
const recaptchaTimeoutMs = 5000

/** A proof-of-work challenge: a fraction of a second for one browser, expensive for a flood of requests. */
export const createCaptchaChallenge = (app: CaptchaContext) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    counter: randomInt(500, 1500),
    deriveKey,
    expiresAt: new Date(Date.now() + challengeLifetimeMs),
    ...deriveSecrets(app),
  })

/**
 * Verifies a captcha token with the configured provider; each solution is valid once (docs/security.md).
 * @throws 400 'Please complete the reCAPTCHA'; 503 when Google can't be reached
 */
export async function checkCaptcha(app: CaptchaContext, token: string | undefined, ip: string) {
  const { env } = app
  if (env.captchaProvider === 'off') return
  const isValid =
    token && (env.captchaProvider === 'altcha' ? await redeemAltcha(app, token) : await verifyRecaptcha(env, token, ip))
  if (!isValid) throw badRequest('Please complete the reCAPTCHA')
}

/** @returns false for a solution that is wrong, expired or was used before */
async function redeemAltcha(app: CaptchaContext, token: string): Promise<boolean> {
  const payload = parsePayload(token)
  const signature: unknown = payload?.challenge?.signature
  if (!payload || typeof signature !== 'string') return false
  try {
    const { challenge, solution } = payload
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...deriveSecrets(app) })
    if (!verified) return false
  } catch {
    // The library throws on a malformed payload.
    return false
  }
  const [spent] = await app.db
    .insert(spentCaptchas)
    .values({ signature, expiresAt: new Date(Date.now() + challengeLifetimeMs) })
    .onConflictDoNothing()
    .returning()
  return spent !== undefined
}

/** What a client claims is a payload: any of it may be missing or of another type. */
function parsePayload(token: string): Payload | null {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return null
  }
}

/** With the epoch, so that a restored database, which doesn't know what was spent, accepts no earlier challenge. */
function deriveSecrets({ env, streamHeads }: CaptchaContext) {
  const derive = (purpose: string) =>
    createHmac('sha256', env.secret).update(`${purpose} ${streamHeads.epoch}`).digest('hex')
  return { hmacSignatureSecret: derive('captcha signature'), hmacKeySignatureSecret: derive('captcha key') }
}

/** Google accepts each token once. @throws 503 when Google doesn't answer */
async function verifyRecaptcha(env: Env, token: string, ip: string): Promise<boolean> {
  const body = new URLSearchParams({ secret: env.recaptcha.secret!, response: token, remoteip: ip })
  try {
    const response = await fetch(env.recaptcha.verifyUrl, {
      method: 'POST',
      body,
      // A redirect would send the secret elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(recaptchaTimeoutMs),
    })
    const { success } = (await response.json()) as { success?: unknown }
    return success === true
  } catch {
    const message = 'The captcha can’t be checked right now. Please try again in a moment.'
    throw new ApiError(503, 'captcha_unavailable', message, { retryAfter: 5 })
  }
}
