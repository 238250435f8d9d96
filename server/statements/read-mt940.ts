// oxlint-disable-next-line typescript/triple-slash-reference -- the package has no types
/// <reference path="./mt940js.d.ts" />
import { Parser } from 'mt940js'
import {
  cleanName,
  cleanReference,
  cleanText,
  currencyCode,
  dayOf,
  type ParsedLine,
  type ParsedStatement,
  StatementError,
} from './format.ts'

/** The fields of a statement line that the parser rounds or corrects, read again: date, mark, amount. */
const statementLine = /^:61:(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?[DC])[A-Z]?(\d{1,15},\d{0,2})(?=[A-Z])/
/** Fields of a structured `:86:`: the message, and who sent it. */
const messageFields = /^(2\d|6[0-3])$/

/** Reads an MT940 file; one whose lines don't add up to its balances is refused. @throws StatementError */
export function readMt940(text: string): ParsedStatement {
  const statements = parse(text)
  const raw = text.split(/\r?\n/).filter((line) => line.startsWith(':61:'))
  const transactions = statements.flatMap((statement) => statement.transactions)
  if (raw.length !== transactions.length)
    throw new StatementError('The MT940 file has lines outside of its statements.')
  const accounts = new Set(statements.map(({ accountIdentification }) => accountIdentification))
  if (accounts.size > 1) throw new StatementError('The file has statements of several accounts. Upload one for each.')
  const lines = transactions.map((transaction, index) => toLine(raw[index]!, transaction))
  return { format: 'mt940', account: cleanReference([...accounts][0] ?? ''), lines }
}

function parse(text: string) {
  try {
    return new Parser().parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    throw new StatementError(
      message.startsWith('Sum of lines')
        ? 'Its lines don’t add up to its balances, so a part of the file is missing or wrong.'
        : 'The MT940 file can’t be read: it is incomplete or has fields that MT940 doesn’t have.',
    )
  }
}

type Transaction = ReturnType<Parser['parse']>[number]['transactions'][number]

function toLine(
  raw: string,
  { currency, details, reference, bankReference, extraDetails, nonSwift }: Transaction,
): ParsedLine {
  const match = statementLine.exec(raw)
  const day = match ? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) : null
  const [whole, fraction = ''] = (match?.[5] ?? '').split(',')
  const amount = match ? BigInt(whole! + fraction.padEnd(2, '0')) : null
  const mark = match?.[4] ?? ''
  const { message, payer } = readDetails(details)
  const customer = /^(NONREF|NOTPROVIDED)$/i.test(reference) ? '' : reference
  return {
    day,
    amount,
    currency: currencyCode(currency),
    // A reversed credit is a debit, and a reversed debit a charge that comes back.
    credit: mark === 'C' || mark === 'RD',
    reversal: mark.startsWith('R'),
    payer: cleanName(payer),
    text: cleanText([customer, message, extraDetails, nonSwift ?? ''].filter(Boolean).join(' ')),
    bankRef: cleanReference(bankReference),
    problem: match
      ? day === null
        ? `The date “${raw.slice(4, 10)}” doesn’t exist.`
        : ''
      : 'The amount can’t be read.',
  }
}

function readDetails(details: string): { message: string; payer: string } {
  if (!/^(\d{3})?[?>]\d\d/.test(details)) return { message: details, payer: '' }
  const fields = [...details.replace(/\r?\n/g, '').matchAll(/[?>](\d\d)([^?>]*)/g)]
  const of = (wanted: RegExp) => fields.filter(([, field]) => wanted.test(field!)).map(([, , value]) => value!)
  return { message: of(messageFields).join(' '), payer: of(/^3[23]$/).join('') }
}
