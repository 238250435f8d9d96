import { parseSync } from 'ofx-js'
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
import { decideDecimal, readAmount } from './read-amounts.ts'

type Fields = { [name: string]: unknown }

/** Reads an OFX or QFX file, of either version. @throws StatementError */
export function readOfx(text: string): ParsedStatement {
  const statements = statementsOf(parse(text))
  if (statements.length === 0) throw new StatementError('The OFX file has no statement of an account.')
  if (statements.length > 1)
    throw new StatementError('The file has statements of several accounts. Upload one for each.')
  const [statement] = statements as [Fields]
  const account = textAt(statement, 'BANKACCTFROM', 'ACCTID') || textAt(statement, 'CCACCTFROM', 'ACCTID')
  const transactions = listAt(statement, 'BANKTRANLIST', 'STMTTRN')
  const decimal = decideDecimal(transactions.map((one) => textAt(one, 'TRNAMT'))) ?? '.'
  const currency = textAt(statement, 'CURDEF')
  return {
    format: 'ofx',
    account: cleanReference(account),
    lines: transactions.map((one) => toLine(one, decimal, currency)),
  }
}

function parse(text: string): Fields {
  try {
    return parseSync(text).OFX
  } catch {
    throw new StatementError('The OFX file can’t be read: it is incomplete.')
  }
}

function statementsOf(ofx: Fields): Fields[] {
  const bank = listAt(ofx, 'BANKMSGSRSV1', 'STMTTRNRS').flatMap((response) => listAt(response, 'STMTRS'))
  const card = listAt(ofx, 'CREDITCARDMSGSRSV1', 'CCSTMTTRNRS').flatMap((response) => listAt(response, 'CCSTMTRS'))
  return [...bank, ...card]
}

function toLine(one: Fields, decimal: '.' | ',', currency: string): ParsedLine {
  const [amountText, posted] = [textAt(one, 'TRNAMT'), textAt(one, 'DTPOSTED')]
  // An amount with both separators says itself which one is of the hundredths.
  const ownDecimal = amountText.includes('.') && amountText.includes(',') ? decideDecimal([amountText]) : decimal
  const amount = readAmount(amountText, ownDecimal ?? decimal)
  const date = /^(\d{4})(\d{2})(\d{2})/.exec(posted)
  const day = date ? dayOf(Number(date[1]), Number(date[2]), Number(date[3])) : null
  return {
    day,
    amount: amount?.units ?? null,
    currency: currencyCode(textAt(one, 'CURRENCY', 'CURSYM') || currency),
    credit: !amount?.negative,
    reversal: false,
    payer: cleanName(decode(textAt(one, 'NAME') || textAt(one, 'PAYEE', 'NAME'))),
    text: cleanText(decode([textAt(one, 'MEMO'), textAt(one, 'CHECKNUM')].filter(Boolean).join(' '))),
    bankRef: cleanReference([textAt(one, 'FITID'), textAt(one, 'REFNUM')].filter(Boolean).join(' ')),
    problem: amount
      ? day === null
        ? `The date “${cleanText(posted, 20)}” can’t be read.`
        : ''
      : `The amount “${cleanText(amountText, 30)}” can’t be read.`,
  }
}

function at(fields: Fields, path: string[]): unknown {
  let value: unknown = fields
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Fields)[name]
  }
  return value
}
const textAt = (fields: Fields, ...path: string[]) => {
  const value = at(fields, path)
  return typeof value === 'string' ? value.trim() : ''
}
const listAt = (fields: Fields, ...path: string[]): Fields[] =>
  [at(fields, path)].flat().filter((value): value is Fields => typeof value === 'object' && value !== null)

const decode = (text: string) =>
  text.replace(/&(?:#(\d{1,6})|(apos|quot|nbsp));/g, (_, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : name === 'apos' ? '’' : name === 'quot' ? '"' : ' ',
  )
