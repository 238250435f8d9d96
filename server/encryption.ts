import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** `previousSecret` still decrypts after the secret was rotated. */
export type Secrets = { secret: string; previousSecret: string | null }

/** Marks the format, so that it can change. The oldest ciphertexts have no prefix. */
const versionPrefix = 'v1.'

/**
 * Encrypts text with AES-256-GCM.
 * @param purpose derives a separate key for each kind of data
 * @param owner authenticated but not stored: the ciphertext can't be moved to another owner's row
 */
export function encrypt({ secret }: Secrets, purpose: string, owner: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce).setAAD(Buffer.from(owner))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return versionPrefix + bytes.toString('base64')
}

/** @throws if neither secret fits, the purpose or owner differs, or the ciphertext was modified */
export function decrypt(
  { secret, previousSecret }: Secrets,
  purpose: string,
  owner: string,
  ciphertext: string,
): string {
  const base64 = ciphertext.startsWith(versionPrefix) ? ciphertext.slice(versionPrefix.length) : ciphertext
  const bytes = Buffer.from(base64, 'base64')
  const decryptWith = (candidate: string) => {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(candidate, purpose), bytes.subarray(0, 12))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
  }
  try {
    return decryptWith(secret)
  } catch (error) {
    if (previousSecret === null) throw error
    return decryptWith(previousSecret)
  }
}

const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'kade', purpose, 32))
