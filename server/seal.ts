import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyFrom = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, 'kade', use, 32))

/** Encrypts (AES-256-GCM) for one use, bound to whose it is, so that it can't be moved to another. */
export function seal(secret: string, use: string, owner: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, use), nonce).setAAD(Buffer.from(owner))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** @throws when it was sealed by another secret, for another use or owner, or changed since */
export function unseal(secret: string, use: string, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, use), bytes.subarray(0, 12))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}
