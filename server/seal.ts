import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The secret of the store, and the one that it had before: what that one sealed can still be read. */
export type Secrets = { secret: string; formerSecret: string | null }

/** How it was sealed, for the day when that is another way; what was sealed first says nothing. */
const manner = 'v1.'

const keyFrom = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, 'kade', use, 32))

/** Encrypts (AES-256-GCM) for one use, bound to whose it is, so that it can't be moved to another. */
export function seal({ secret }: Secrets, use: string, owner: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, use), nonce).setAAD(Buffer.from(owner))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return manner + bytes.toString('base64')
}

/** @throws when it was sealed by neither secret, for another use or owner, or changed since */
export function unseal({ secret, formerSecret }: Secrets, use: string, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed.startsWith(manner) ? sealed.slice(manner.length) : sealed, 'base64')
  const open = (by: string) => {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(by, use), bytes.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
  }
  try {
    return open(secret)
  } catch (error) {
    if (formerSecret === null) throw error
    return open(formerSecret)
  }
}
