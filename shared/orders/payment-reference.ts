/** Without 0, O, 1, I and L, which are mistaken for each other. Its length is a prime, which the check character needs. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const randomLength = 6
/** The largest multiple of the alphabet's length in a byte: bytes above it would favour some characters. */
const usableBytes = 248
const pattern = new RegExp(`(?<![${alphabet}])[${alphabet}]{3}[ -]?[${alphabet}]{4}(?![${alphabet}])`, 'g')

/**
 * A new reference, which the customer writes with the transfer: 6 random characters and a check character, such as
 * `7QK4MZT`. It is not unique by itself.
 */
export function newPaymentReference(): string {
  let text = ''
  while (text.length < randomLength) {
    const byte = takeRandomByte()
    if (byte < usableBytes) text += alphabet[byte % alphabet.length]
  }
  return text + checkCharacter(text)
}

// Fetching random bytes costs more than the rest of a reference, so they are fetched for many at a time.
let randomBytes: Uint8Array | null = null
let takenBytes = 0

function takeRandomByte(): number {
  if (!randomBytes || takenBytes === randomBytes.length) {
    randomBytes = crypto.getRandomValues(new Uint8Array(1024))
    takenBytes = 0
  }
  return randomBytes[takenBytes++]!
}

/** Whether a text is a reference with the right check character: any single wrong character or adjacent swap is noticed. */
export const isPaymentReference = (text: string) =>
  text.length === randomLength + 1 &&
  [...text].every((char) => alphabet.includes(char)) &&
  checkCharacter(text.slice(0, randomLength)) === text.at(-1)

/** In two groups, as people read it: `7QK 4MZT`. Copied, it has no blank. */
export const formatPaymentReference = (reference: string) => `${reference.slice(0, 3)} ${reference.slice(3)}`

/** The references in a text, such as the message of a transfer, whatever its case and with or without the blank. */
export function findPaymentReferences(text: string): string[] {
  const found = [...text.toUpperCase().matchAll(pattern)].map(([match]) => match.replace(/[ -]/, ''))
  return [...new Set(found.filter(isPaymentReference))]
}

/** Σ i · value(i) mod 31 of the characters, counted from 1. */
function checkCharacter(text: string): string {
  const sum = [...text].reduce((total, char, index) => total + (index + 1) * alphabet.indexOf(char), 0)
  return alphabet[sum % alphabet.length]!
}
