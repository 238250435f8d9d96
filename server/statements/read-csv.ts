import { createHash } from 'node:crypto'
import type { DateOrder } from '../../shared/statements/staff-schema.ts'
import { foldHeader, type Role } from './csv-columns.ts'
import { accountInPreamble, currencyOf, currencyOfSigns, findLayout } from './csv-layout.ts'
import {
  cleanName,
  cleanReference,
  cleanText,
  currencyCode,
  type ParsedLine,
  type ParsedStatement,
  StatementError,
} from './format.ts'
import { type Amount, decideDecimal, readAmount } from './read-amounts.ts'
import { isDate, readDates } from './read-dates.ts'

/**
 * Reads a bank's CSV file, in whatever language and layout.
 * @param order how day and month are written, if staff said so
 * @throws StatementError; with the code `dates_ambiguous`, the layout's hash, examples and their days
 */
export function readCsv(text: string, orderOf: (headerHash: string) => DateOrder | null, today: Date): ParsedStatement {
  const layout = findLayout(text)
  const cells = (role: Role) => layout.columns.flatMap((column, index) => (column === role ? index : []))
  const [dateColumn] = [...cells('date'), ...cells('valueDate')]
  const headerHash = createHash('sha256').update(layout.header.map(foldHeader).join('\n')).digest('hex')
  const read = (row: string[], role: Role) =>
    cells(role)
      .map((index) => row[index] ?? '')
      .filter((cell) => cell.trim() !== '')
  const rows = withContinuations(
    layout.rows,
    dateColumn!,
    [...cells('text')],
    cells('amount').concat(cells('credit'), cells('debit')),
  )
  const dates = readDates(
    rows.map((row) => row[dateColumn!] ?? ''),
    orderOf(headerHash),
    today,
  )
  if (!Array.isArray(dates)) {
    const message = `Are these dates day first or month first: ${dates.examples.join(', ')}?`
    throw new StatementError(message, 'dates_ambiguous', { headerHash, ...dates })
  }
  const amountColumns = [...cells('amount'), ...cells('credit'), ...cells('debit')]
  const decimal = decideDecimal(rows.flatMap((row) => amountColumns.map((index) => row[index] ?? '')))
  if (decimal === null) throw new StatementError('Its amounts are written in two ways, so none of them can be trusted.')
  const fallback =
    currencyOf(layout) ?? currencyOfSigns(rows.flatMap((row) => amountColumns.map((index) => row[index] ?? '')))
  const lines = rows.map((row, index): ParsedLine => {
    const flow = flowOf({
      amount: read(row, 'amount')[0],
      credit: read(row, 'credit')[0],
      debit: read(row, 'debit')[0],
      direction: read(row, 'direction')[0],
      toAmount: (cell) => readAmount(cell, decimal),
    })
    const day = dates[index]!
    const date = row[dateColumn!] ?? ''
    return {
      day,
      amount: flow.amount,
      credit: flow.credit,
      reversal: flow.reversal,
      currency: currencyCode(read(row, 'currency')[0] ?? '', fallback),
      payer: cleanName(read(row, 'payer').join(' ')),
      text: cleanText(read(row, 'text').join(' ')),
      bankRef: cleanReference(read(row, 'ref').join(' ')),
      problem: flow.problem || (day === null ? `The date “${cleanText(date, 20)}” can’t be read.` : ''),
    }
  })
  const [accountColumn] = cells('account')
  const account = accountColumn === undefined ? accountInPreamble(layout.preamble) : (rows[0]?.[accountColumn] ?? '')
  return { format: 'csv', account: cleanReference(account), lines }
}

/** Rows with neither date nor amount continue the text of the row above; totals and balances are left out. */
function withContinuations(
  rows: string[][],
  dateColumn: number,
  textColumns: number[],
  amountColumns: number[],
): string[][] {
  const result: string[][] = []
  for (const row of rows) {
    const hasDate = (row[dateColumn] ?? '').trim() !== ''
    const hasAmount = amountColumns.some((index) => (row[index] ?? '').trim() !== '')
    const words = row.join(' ')
    const isSum = /\b(total|balance|opening|closing|brought forward|saldo|end of statement)\b/i.test(words)
    if (!hasAmount && isSum) continue
    if (!hasDate && (isSum || !hasAmount)) {
      const [textColumn] = textColumns
      const previous = result.at(-1)
      const more = textColumn === undefined ? '' : (row[textColumn] ?? '')
      if (!isSum && previous && textColumn !== undefined && more)
        previous[textColumn] = `${previous[textColumn] ?? ''} ${more}`
      continue
    }
    if (hasDate && isSum && !isDate(row[dateColumn]!)) continue
    result.push([...row])
  }
  return result
}

type Cells = {
  amount: string | undefined
  credit: string | undefined
  debit: string | undefined
  direction: string | undefined
  toAmount: (cell: string) => Amount | null
}
type Flow = Pick<ParsedLine, 'amount' | 'credit' | 'reversal' | 'problem'>

/** Whether money came in or went out, and how much. */
function flowOf({ amount, credit, debit, direction, toAmount }: Cells): Flow {
  const isZero = (cell: string | undefined) => cell === undefined || /^[\s\-0.,]*$/.test(cell)
  const cell = amount ?? (isZero(credit) ? (debit ?? credit) : credit)
  if (cell === undefined) return failed('It has no amount.')
  if (amount === undefined && !isZero(credit) && !isZero(debit)) return failed('It has both a credit and a debit.')
  const read = toAmount(cell)
  if (!read) return failed(`The amount “${cleanText(cell, 30)}” can’t be read.`)
  if (amount !== undefined) {
    const isDebit = direction === undefined ? read.negative : /^\s*(d|s|w)/i.test(direction)
    return { amount: read.units, credit: !isDebit, reversal: false, problem: '' }
  }
  const isCredit = cell === credit && !isZero(credit)
  // A negative credit is money that went out again; a debit column is always one, whatever its sign.
  return isCredit
    ? { amount: read.units, credit: !read.negative, reversal: read.negative, problem: '' }
    : { amount: read.units, credit: false, reversal: false, problem: '' }
}

const failed = (problem: string): Flow => ({ amount: null, credit: true, reversal: false, problem })
