/** The two parts of a phone number, digits only. */
export type Phone = { code: string; number: string }

export const maxCountryCodeLength = 4
export const maxNumberLength = 15
/** Digits taken as the number when nothing separates it from the country code. */
const defaultNumberLength = 9

/**
 * Splits a stored phone number, `+code-number`. Older values have no dash: their last nine digits are the number,
 * and any digits before them the country code.
 */
export function parsePhone(stored: string): Phone {
  const dash = stored.indexOf('-')
  if (dash >= 0) return { code: stripNonDigits(stored.slice(0, dash)), number: stripNonDigits(stored.slice(dash + 1)) }
  const digits = stripNonDigits(stored)
  return { code: digits.slice(0, -defaultNumberLength), number: digits.slice(-defaultNumberLength) }
}

/** `+code-number`, or an empty string when both parts are empty. */
export const formatPhone = ({ code, number }: Phone) => (code || number ? `+${code}-${number}` : '')

/** Error messages for the form, by field; an empty object when the phone number is valid. */
export function validatePhone({ code, number }: Phone): Partial<Phone> {
  const errors: Partial<Phone> = {}
  if (!code && !number) return errors
  if (!code) errors.code = 'Country code required'
  else if (!/^\d+$/.test(code)) errors.code = 'Digits only'
  else if (code.length > maxCountryCodeLength) errors.code = `At most ${maxCountryCodeLength} digits`
  if (!number) errors.number = 'Phone number required'
  else if (!/^\d+$/.test(number)) errors.number = 'Digits only'
  else if (number.length > maxNumberLength) errors.number = `At most ${maxNumberLength} digits`
  return errors
}

export const stripNonDigits = (text: string) => text.replace(/\D/g, '')
