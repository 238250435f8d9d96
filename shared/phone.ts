/** A phone number as it is typed: digits alone. */
export type Phone = { code: string; number: string }

export const longestCode = 4
export const longestNumber = 15
/** So many digits at the end are the number where nothing else says what the country code is. */
const usualNumber = 9

/**
 * The two parts of a phone as it is stored: `+code-number`. Older ones have no dash: the last nine digits
 * are the number, and what stands before them the code.
 */
export function readPhone(stored: string): Phone {
  const dash = stored.indexOf('-')
  if (dash >= 0) return { code: digitsOf(stored.slice(0, dash)), number: digitsOf(stored.slice(dash + 1)) }
  const digits = digitsOf(stored)
  return { code: digits.slice(0, -usualNumber), number: digits.slice(-usualNumber) }
}

/** `+code-number`; empty when nothing was typed. */
export const writePhone = ({ code, number }: Phone) => (code || number ? `+${code}-${number}` : '')

/** What is wrong with the two parts, in the words of the form; empty when nothing is. */
export function findPhoneFaults({ code, number }: Phone): Partial<Phone> {
  const faults: Partial<Phone> = {}
  if (!code && !number) return faults
  if (!code) faults.code = 'Country code required'
  else if (!/^\d+$/.test(code)) faults.code = 'Digits only'
  else if (code.length > longestCode) faults.code = `At most ${longestCode} digits`
  if (!number) faults.number = 'Phone number required'
  else if (!/^\d+$/.test(number)) faults.number = 'Digits only'
  else if (number.length > longestNumber) faults.number = `At most ${longestNumber} digits`
  return faults
}

/** What of a typed text goes into a field for digits. */
export const digitsOf = (text: string) => text.replace(/\D/g, '')
