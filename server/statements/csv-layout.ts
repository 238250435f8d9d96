import Papa from 'papaparse'
import { type Role, roleOf } from './csv-columns.ts'
import { StatementError } from './format.ts'

const maxColumns = 200
/** A bank's own words before the table. */
const maxPreambleRows = 40
const delimiters = [',', ';', '\t', '|']

/** The table of a bank's file: `columns` says what each is for. */
export type Layout = { header: string[]; columns: (Role | null)[]; rows: string[][]; preamble: string[][] }

/** Finds the header that names most columns, after a bank's own words. @throws StatementError if there is none */
export function findLayout(text: string): Layout {
  let best: (Layout & { score: number }) | null = null
  const content = text.replace(/^\uFEFF/, '')
  for (const delimiter of delimiters) {
    const { data } = Papa.parse<string[]>(content, { delimiter, preview: maxPreambleRows, skipEmptyLines: 'greedy' })
    for (const [index, header] of data.entries()) {
      if (header.length > maxColumns) throw new StatementError(`A statement can have at most ${maxColumns} columns.`)
      const columns = header.map((cell) => roleOf(cell))
      const has = (role: Role) => columns.includes(role)
      const isHeader = (has('date') || has('valueDate')) && (has('amount') || has('credit'))
      const score = columns.filter((column) => column !== null).length
      if (!isHeader || (best && best.score >= score)) continue
      best = { score, header, columns, rows: [], preamble: data.slice(0, index) }
      const all = Papa.parse<string[]>(content, { delimiter, skipEmptyLines: 'greedy' }).data
      best.rows = all.slice(index + 1)
    }
  }
  if (!best) {
    throw new StatementError(
      'No columns for the date and the amount were found. Export the statement with its header, as CSV, OFX, MT940 or CAMT.053.',
    )
  }
  if (best.rows.some((row) => row.length > maxColumns))
    throw new StatementError(`A statement can have at most ${maxColumns} columns.`)
  return best
}

/** The currency of a column's header or of the lines before the table. */
export function currencyOf({ header, preamble }: Layout): string | null {
  const found = /\b(LKR|INR|USD|EUR|GBP)\b/.exec([...header, ...preamble.flat()].join(' '))
  return found?.[1] ?? null
}

/** The currency that amounts are written with; rupees where nothing says it. */
export function currencyOfSigns(cells: string[]): string {
  const signed = cells.find((cell) => /[£€₹$]/.test(cell)) ?? ''
  return signed.includes('£')
    ? 'GBP'
    : signed.includes('€')
      ? 'EUR'
      : signed.includes('₹')
        ? 'INR'
        : signed.includes('$')
          ? 'USD'
          : 'LKR'
}

export function accountInPreamble(preamble: string[][]): string {
  const found = /(?:account|a\/c|konto|iban)[^\d\n]{0,30}?([A-Z]{0,2}[\d -]{6,34}\d)/i.exec(
    preamble.map((row) => row.join(' ')).join('\n'),
  )
  return found?.[1] ?? ''
}
