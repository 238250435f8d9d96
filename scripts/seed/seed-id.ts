import { createHash } from 'node:crypto'

/** The same id for the same name in every seeding: lower-case letters and digits, like all others. */
export function seedId(name: string): string {
  const digest = createHash('sha256').update(name).digest()
  return [...digest.subarray(0, 22)].map((byte) => (byte % 36).toString(36)).join('')
}
