import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../encryption.ts'
import { type OptionalEmail, optionalEmails } from '../outbox/email-kinds.ts'

/** What an unsubscribe link turns off, and for whom. */
export type Unsubscription = { userId: string; email: OptionalEmail }

/** The token of an unsubscribe link. It is signed and doesn't expire: the link of an old email still works. */
export const unsubscribeToken = ({ secret }: Secrets, { userId, email }: Unsubscription) =>
  `${email}.${userId}.${sign(secret, email, userId)}`

/** @returns null for a token that we didn't sign */
export function readUnsubscribeToken({ secret, previousSecret }: Secrets, token: string): Unsubscription | null {
  const [name, userId, signature, ...rest] = token.split('.')
  const email = optionalEmails.find((one) => one === name)
  if (!email || !userId || !signature || rest.length > 0) return null
  const isSignedWith = (candidate: string) => isEqual(sign(candidate, email, userId), signature)
  return isSignedWith(secret) || (previousSecret !== null && isSignedWith(previousSecret)) ? { userId, email } : null
}

const sign = (secret: string, email: string, userId: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, 'kade', 'unsubscribe links', 32)))
    .update(`${email}.${userId}`)
    .digest('base64url')

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
