import Papa from 'papaparse'
import { foldText } from '../../shared/search-text.ts'
import { cleanReference, cleanText, dayOf, type ParsedLine, type ParsedStatement } from './format.ts'

/** What Binance calls the columns of its transaction history, folded and without signs, in its earlier and its present export. */
const names = {
  time: ['utctime', 'time'],
  operation: ['operation'],
  coin: ['coin'],
  change: ['change'],
  remark: ['remark', 'note'],
  user: ['userid'],
  status: ['status'],
}
type Column = keyof typeof names

const maxPreambleRows = 10
/** What customers send with Binance Pay; trades, deposits and own transfers are in the same file. */
const isPayment = (operation: string) => /\bpay\b|^(send|receive)$|\bc2c\b/i.test(operation)
/** Coins whose hundredths are cents. */
const dollarCoins = ['USDT', 'USDC']

/**
 * Reads the transaction history that Binance exports as CSV, where it is one: the payments of Binance Pay in it, whose
 * remark has the customer's note.
 * @returns null for any other file
 */
export function readBinance(text: string): ParsedStatement | null {
  const content = text.replace(/^\uFEFF/, '')
  const { data } = Papa.parse<string[]>(content, { preview: maxPreambleRows, skipEmptyLines: 'greedy' })
  const place = data.findIndex((row) => columnsOf(row) !== null)
  if (place === -1) return null
  const columns = columnsOf(data[place]!)!
  const rows = Papa.parse<string[]>(content, { skipEmptyLines: 'greedy' }).data.slice(place + 1)
  const read = (row: string[], column: Column) => (row[columns[column]] ?? '').trim()
  return {
    format: 'binance',
    account: cleanReference(read(rows[0] ?? [], 'user')),
    lines: rows.map((row) => toLine((column) => read(row, column))),
  }
}

/** The place of each column, -1 for one that is missing; null if the row isn't the header. */
function columnsOf(header: string[]): Record<Column, number> | null {
  const folded = header.slice(0, 50).map((cell) => foldText(cell.slice(0, 40)).replace(/[^\p{L}]/gu, ''))
  const placeOf = (column: Column) => folded.findIndex((cell) => names[column].includes(cell))
  const isHeader = (['time', 'operation', 'coin', 'change'] as const).every((column) => placeOf(column) !== -1)
  if (!isHeader) return null
  return Object.fromEntries(Object.keys(names).map((column) => [column, placeOf(column as Column)])) as Record<
    Column,
    number
  >
}

function toLine(read: (column: Column) => string): ParsedLine {
  const [operation, coin, status, change] = [
    read('operation'),
    read('coin').toUpperCase(),
    read('status'),
    read('change'),
  ]
  const isDollar = dollarCoins.includes(coin)
  const amount = isDollar ? hundredthsOf(change) : null
  const day = readDay(read('time'))
  const credit = !change.startsWith('-')
  const line: ParsedLine = {
    day,
    amount,
    credit,
    reversal: false,
    currency: /^[A-Z0-9]{1,12}$/.test(coin) ? coin : 'USDT',
    payer: '',
    text: cleanText(read('remark') || operation),
    bankRef: '',
    problem: '',
  }
  if (!isPayment(operation)) return { ...line, ignored: `${cleanText(operation, 60) || 'A booking'}, not a payment.` }
  if (status !== '' && !/^(completed|success)/i.test(status)) {
    return { ...line, ignored: `Not a payment yet: its status is “${cleanText(status, 30)}”.` }
  }
  if (day === null) return { ...line, problem: `The date “${cleanText(read('time'), 30)}” can’t be read.` }
  if (!isDollar && !credit) return { ...line, ignored: 'Money that went out.' }
  if (!isDollar) return { ...line, problem: `It is in ${line.currency}. Record it by hand, with its worth.` }
  if (amount === null) return { ...line, problem: `The amount “${cleanText(change, 30)}” can’t be read.` }
  return line
}

/** `2026-11-21 10:00:00`, and in the present export `26-11-21 10:00:00`: always the year first. */
function readDay(time: string): string | null {
  const match = /^(\d{4}|\d{2})-(\d{2})-(\d{2})(?:[ T]|$)/.exec(time)
  return match && dayOf(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** Without a sign, and rounded down: `24.37000000`. Null if it can't be read. */
function hundredthsOf(change: string): bigint | null {
  const match = /^[+-]?(\d{1,15})(?:\.(\d{1,18}))?$/.exec(change)
  return match && BigInt(match[1]! + (match[2] ?? '').slice(0, 2).padEnd(2, '0'))
}
