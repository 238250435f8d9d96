import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { spentCaptchas } from '../../drizzle/schema.ts'
import { invalid, Refusal } from '../../shared/refusal.ts'
import type { Db } from '../db/transactions.ts'
import type { Env } from '../env.ts'

/** How long a challenge may be solved, in milliseconds. */
const lifetime = 10 * 60_000

const secretsOf = (env: Env) => {
  const derived = (use: string) => createHmac('sha256', env.secret).update(use).digest('hex')
  return { hmacSignatureSecret: derived('captcha signature'), hmacKeySignatureSecret: derived('captcha key') }
}

/** A proof-of-work challenge: a fraction of a second for a person's browser, a price for a flood. */
export const challenge = (env: Env) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    counter: randomInt(500, 1500),
    deriveKey,
    expiresAt: new Date(Date.now() + lifetime),
    ...secretsOf(env),
  })

/** @throws 400 'Please complete the reCAPTCHA' unless the token is a solution not used before. */
export async function checkCaptcha(db: Db, env: Env, token: string | undefined, ip: string) {
  if (env.captcha === 'off') return
  const passed = token && (env.captcha === 'altcha' ? await solved(db, env, token) : await vouched(env, token, ip))
  if (!passed) throw invalid('Please complete the reCAPTCHA')
}

async function solved(db: Db, env: Env, token: string): Promise<boolean> {
  const payload = read(token)
  const signature = payload?.challenge?.signature
  if (!payload || typeof signature !== 'string') return false
  try {
    const { verified } = await verifySolution({
      challenge: payload.challenge,
      solution: payload.solution,
      deriveKey,
      ...secretsOf(env),
    } as never)
    if (!verified) return false
  } catch {
    // A payload that the library can't even read is no solution.
    return false
  }
  const [first] = await db
    .insert(spentCaptchas)
    .values({ signature, expiresAt: new Date(Date.now() + lifetime) })
    .onConflictDoNothing()
    .returning()
  return first !== undefined
}

function read(token: string): { challenge?: { signature?: unknown }; solution?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return null
  }
}

/** Google's answer on a token; it lets each be used once. @throws 503 when there is none */
async function vouched(env: Env, token: string, ip: string): Promise<boolean> {
  const body = new URLSearchParams({ secret: env.recaptcha.secret!, response: token, remoteip: ip })
  try {
    const asked = await fetch(env.recaptcha.verifyUrl, {
      method: 'POST',
      body,
      // The secret goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    })
    const { success } = (await asked.json()) as { success?: unknown }
    return success === true
  } catch {
    const message = 'The captcha can’t be checked right now. Please try again in a moment.'
    throw new Refusal(503, 'captcha_unavailable', message, { retryAfter: 5 })
  }
}
