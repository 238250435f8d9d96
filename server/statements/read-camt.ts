import { SaxesParser } from 'saxes'
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
import { readAmount } from './read-amounts.ts'

type Node = { name: string; currency: string; children: Node[]; text: string }
const maxDepth = 64

/** Reads a CAMT.053 file; entries that aren't booked yet are left out. @throws StatementError */
export function readCamt(text: string): ParsedStatement {
  const statements = find(parse(text), 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new StatementError('This XML file isn’t a CAMT.053 statement.')
  const accounts = new Set(statements.map(accountOf))
  if (accounts.size > 1) throw new StatementError('The file has statements of several accounts. Upload one for each.')
  const entries = statements.flatMap((statement) => find(statement, 'Ntry').filter(isBooked))
  return { format: 'camt053', account: cleanReference([...accounts][0] ?? ''), lines: entries.flatMap(toLines) }
}

/** A tree of the document. Entities that it defines itself are refused, so that a small file can't become a large one. */
function parse(text: string): Node {
  const root: Node = { name: '', currency: '', children: [], text: '' }
  const stack = [root]
  const parser = new SaxesParser({ xmlns: false })
  let failure: StatementError | null = null
  const fail = (message: string) => {
    failure ??= new StatementError(message)
    throw failure
  }
  parser.on('doctype', () => fail('The XML file has a DOCTYPE, which statements don’t have.'))
  parser.on('error', () => fail('The XML file can’t be read: it is incomplete or damaged.'))
  parser.on('opentag', ({ name, attributes }) => {
    if (stack.length >= maxDepth) fail(`The XML file is nested more than ${maxDepth} levels deep.`)
    const currency = typeof attributes.Ccy === 'string' ? attributes.Ccy : ''
    const node = { name: name.slice(name.indexOf(':') + 1), currency, children: [], text: '' }
    stack.at(-1)!.children.push(node)
    stack.push(node)
  })
  parser.on('text', (value) => void (stack.at(-1)!.text += value))
  parser.on('cdata', (value) => void (stack.at(-1)!.text += value))
  parser.on('closetag', () => void stack.pop())
  parser.write(text).close()
  return root.children[0] ?? root
}

const accountOf = (statement: Node) =>
  textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id')

/** The status is text in older versions and has a code in newer ones. */
const isBooked = (entry: Node) => (textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')) === 'BOOK'

/** One line for each transfer of a batch that says its amounts, otherwise one for the entry. */
function toLines(entry: Node): ParsedLine[] {
  const transfers = find(entry, 'NtryDtls', 'TxDtls')
  const amounts = transfers.map(amountOf)
  if (transfers.length > 1 && amounts.every((amount) => amount !== undefined)) {
    return transfers.map((transfer, index) => toLine(entry, amounts[index], [transfer]))
  }
  return [toLine(entry, find(entry, 'Amt')[0], transfers)]
}

const amountOf = (transfer: Node) => find(transfer, 'Amt')[0] ?? find(transfer, 'AmtDtls', 'TxAmt', 'Amt')[0]

function toLine(entry: Node, amountNode: Node | undefined, transfers: Node[]): ParsedLine {
  const amount = readAmount(amountNode?.text ?? '', '.')
  const posted = textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm') || textAt(entry, 'ValDt', 'Dt')
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(posted)
  const day = date ? dayOf(Number(date[1]), Number(date[2]), Number(date[3])) : null
  const texts = (...path: string[]) => transfers.flatMap((transfer) => find(transfer, ...path).map(({ text }) => text))
  const endToEnd = texts('Refs', 'EndToEndId').filter((id) => id !== 'NOTPROVIDED')
  const messages = [
    ...texts('RmtInf', 'Ustrd'),
    ...texts('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...endToEnd,
    ...texts('AddtlTxInf'),
  ]
  const payers = [...texts('RltdPties', 'Dbtr', 'Nm'), ...texts('RltdPties', 'Dbtr', 'Pty', 'Nm')]
  const references = [...texts('Refs', 'AcctSvcrRef'), textAt(entry, 'AcctSvcrRef')]
  return {
    day,
    amount: amount && !amount.negative ? amount.units : null,
    currency: currencyCode(amountNode?.currency ?? ''),
    credit: textAt(entry, 'CdtDbtInd') !== 'DBIT',
    reversal: textAt(entry, 'RvslInd') === 'true' || textAt(entry, 'RvslInd') === '1',
    payer: cleanName(payers.join(' ')),
    text: cleanText([...messages, textAt(entry, 'AddtlNtryInf')].filter(Boolean).join(' ')),
    bankRef: cleanReference(references.find(Boolean) ?? ''),
    problem:
      amount && !amount.negative
        ? day === null
          ? `The date “${cleanText(posted, 20)}” can’t be read.`
          : ''
        : 'The amount can’t be read.',
  }
}

/** The nodes at the end of a path. */
function find(node: Node, ...path: string[]): Node[] {
  let nodes = [node]
  for (const name of path) nodes = nodes.flatMap((one) => one.children.filter((child) => child.name === name))
  return nodes
}
const textAt = (node: Node, ...path: string[]) => (find(node, ...path)[0]?.text ?? '').trim()
