/** A line of a CSV file (RFC 4180) with its line ending. Numbers are amounts with two decimals. */
export const csvLine = (cells: (string | number)[]) => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? value.toFixed(2) : asText(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** The characters that begin a formula, and those that spreadsheets take for them. */
const formulaSigns = '=+\\-@＝＋－＠⁼⁺⁻₌₊₋﹦﹢﹣﹫﬩'
const startsFormula = new RegExp(`^[\\s"'\\p{C}]*[${formulaSigns}]|^[\\t\\r\\n]`, 'u')
/** Where a semicolon, tab or bar separates cells, it begins another one, whose quotes the file has doubled. */
const startsFormulaInside = new RegExp(`([;\\t\\r\\n|])(?=[\\s"'\\p{C}]*[${formulaSigns}])`, 'gu')
/** What a spreadsheet would turn into a rounded number, one without its zeros, or a date: 20 digits, 007, 1E5, 1-2, SEP10. */
const changesAsNumber =
  /^(\d{12,}|0\d+|\d+([.,]\d+)?e[+-]?\d+|\d+([-/.\s:]+\d+)+|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/.\s]*\d+|\d+[-/.\s]*(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)$/i

/** Text that a spreadsheet would run as a formula, or take for a number or date, gets an apostrophe. */
function asText(text: string): string {
  const inert = text.replace(startsFormulaInside, "$1'")
  return startsFormula.test(text) || changesAsNumber.test(text.trim()) ? `'${inert}` : inert
}
