import { createHash } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The first byte of an address on TRON's main network: what makes it begin with T. */
const prefix = 0x41
const checksumBytes = 4
const payloadBytes = 21
const written = /^T[1-9A-HJ-NP-Za-km-z]{33}$/

/**
 * Decodes an address as TRON's wallets write it (base58check).
 * @returns 0x and 40 hex digits in lower case, as in logs; null if it isn't an address or its checksum is wrong
 */
export function decodeTronAddress(address: string): string | null {
  if (!written.test(address)) return null
  const bytes = decodeBase58(address)
  if (bytes.length !== payloadBytes + checksumBytes || bytes[0] !== prefix) return null
  const payload = bytes.subarray(0, payloadBytes)
  if (!checksumOf(payload).equals(bytes.subarray(payloadBytes))) return null
  return `0x${payload.subarray(1).toString('hex')}`
}

/** Encodes an address as TRON's wallets write it. @param hex 0x and 40 hex digits */
export function encodeTronAddress(hex: string): string {
  const payload = Buffer.concat([Buffer.from([prefix]), Buffer.from(hex.slice(2), 'hex')])
  return encodeBase58(Buffer.concat([payload, checksumOf(payload)]))
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const checksumOf = (payload: Uint8Array) => sha256(sha256(payload)).subarray(0, checksumBytes)

/** Only for bytes that don't begin with 0, which would be leading 1s. */
function encodeBase58(bytes: Buffer): string {
  let [number, text] = [BigInt(`0x${bytes.toString('hex')}`), '']
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)]! + text
  return text
}

function decodeBase58(text: string): Buffer {
  const number = [...text].reduce((sum, char) => sum * 58n + BigInt(alphabet.indexOf(char)), 0n)
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}
