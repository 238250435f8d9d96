/** What separates the hundredths of a column. */
export type Decimal = '.' | ','
export type Amount = { units: bigint; negative: boolean }

/** A cell without currency and sign; null if something else is in it. */
type Bare = { digits: string; negative: boolean }

const maxDigits = 17
const currencySigns = /(?:LKR|INR|USD|EUR|GBP|Rs\.?|[€£$₹])/gi

/** The amount of a cell, once its column's separator is known. Null if it can't be read: never 0 for something else. */
export function readAmount(cell: string, decimal: Decimal): Amount | null {
  const bare = strip(cell)
  if (!bare) return null
  const thousands = decimal === '.' ? ',' : '.'
  const pattern = new RegExp(
    `^(\\d+|\\d{1,3}(?:\\${thousands}\\d{2,3})*\\${thousands}\\d{3})(?:\\${decimal}(\\d{1,2}))?$`,
  )
  const match = pattern.exec(bare.digits)
  if (!match) return null
  const whole = match[1]!.replaceAll(thousands, '')
  if (whole.length > maxDigits) return null
  return { units: BigInt(whole + (match[2] ?? '').padEnd(2, '0')), negative: bare.negative }
}

/**
 * What separates the hundredths in a column: decided by all of its cells. Without any hundredths, separators are those of
 * thousands. Null if as many cells say one thing as the other.
 */
export function decideDecimal(cells: readonly string[]): Decimal | null {
  const votes = { '.': 0, ',': 0 }
  const thousands = { '.': 0, ',': 0 }
  for (const cell of cells) {
    const digits = strip(cell)?.digits ?? ''
    const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
    if (last === -1) continue
    const sign = digits[last] as Decimal
    const after = digits.length - last - 1
    if (after >= 1 && after <= 2) votes[sign] += 1
    else if (after === 3) thousands[sign] += 1
  }
  if (votes['.'] !== votes[',']) return votes['.'] > votes[','] ? '.' : ','
  if (votes['.'] > 0) return null
  return thousands['.'] > thousands[','] ? ',' : '.'
}

/** `(1,234.50)`, `1.234,50-`, `Rs. 1,23,456.78 CR`, `−5`, `+5`. */
function strip(cell: string): Bare | null {
  let text = cell
    .replace(currencySigns, '')
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace('−', '-')
  let negative = false
  const mark = /(CR|DR|C|D)\.?$/i.exec(text)
  if (mark) {
    text = text.slice(0, mark.index)
    negative = /^D/i.test(mark[0])
  }
  const inBrackets = /^\((.*)\)$/.exec(text)
  if (inBrackets) [text, negative] = [inBrackets[1]!, true]
  const sign = /^[+-]|[+-]$/.exec(text)
  if (sign) {
    text = text.slice(sign.index === 0 ? 1 : 0, sign.index === 0 ? undefined : -1)
    if (sign[0] === '-') negative = true
  }
  return /^\d[\d.,]*$/.test(text) && text.length <= 30 ? { digits: text, negative } : null
}
