// How texts are kept from being formulas in CSV files, and read from them again.

/** The characters that begin a formula, and those that spreadsheets take for them. */
const formulaSigns = '=+\\-@＝＋－＠⁼⁺⁻₌₊₋﹦﹢﹣﹫﬩'
const startsFormula = new RegExp(`^[\\s"'\\p{C}]*[${formulaSigns}]|^'*[\\t\\r\\n]`, 'u')
/** Where a semicolon, tab or bar separates cells, it begins another one, whose quotes the file has doubled. */
const startsFormulaInside = new RegExp(`([;\\t\\r\\n|])(?=[\\s"'\\p{C}]*[${formulaSigns}])`, 'gu')
/** What a spreadsheet would turn into a rounded number, one without its zeros, or a date: 20 digits, 007, 1E5, 1-2, SEP10. */
const changesAsNumber =
  /^(\d{12,}|0\d+|\d+([.,]\d+)?e[+-]?\d+|\d+([-/.\s:]+\d+)+|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/.\s]*\d+|\d+[-/.\s]*(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)$/i

/** Text that a spreadsheet would run as a formula, or take for a number or date, gets an apostrophe. */
export function escapeCell(text: string): string {
  const inert = text.replace(startsFormulaInside, "$1'")
  return isChanged(text) ? `'${inert}` : inert
}

/** The text of a cell that `escapeCell` wrote, or that was typed in a spreadsheet. */
export function unescapeCell(cell: string): string {
  const text = cell.replace(apostropheInside, '$1')
  return text.startsWith("'") && isChanged(text.slice(1)) ? text.slice(1) : text
}

/** Whether a spreadsheet would take a text for something else, with or without apostrophes before it. */
const isChanged = (text: string) =>
  startsFormula.test(text) || changesAsNumber.test(text.replace(/^['\s]+/, '').trimEnd())

const apostropheInside = new RegExp(`([;\\t\\r\\n|])'(?=[\\s"'\\p{C}]*[${formulaSigns}])`, 'gu')
