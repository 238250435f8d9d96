import { maxStatementLines } from '../../shared/statements/limits.ts'
import type { DateOrder } from '../../shared/statements/staff-schema.ts'
import { decodeText } from './decode-text.ts'
import { type ParsedStatement, StatementError } from './format.ts'
import { readBinance } from './read-binance.ts'
import { readCamt } from './read-camt.ts'
import { readCsv } from './read-csv.ts'
import { readMt940 } from './read-mt940.ts'
import { readOfx } from './read-ofx.ts'

/**
 * Reads a statement in whatever format it is. @param orderOf how a CSV layout writes day and month, if that is known
 * @throws StatementError
 */
export function parseStatement(
  bytes: Uint8Array,
  orderOf: (headerHash: string) => DateOrder | null = () => null,
  today = new Date(),
): ParsedStatement {
  const text = decodeText(bytes)
  if (text.trim() === '') throw new StatementError('The file is empty.')
  const statement = read(text, orderOf, today)
  if (statement.lines.length === 0) throw new StatementError('The statement has no lines.')
  if (statement.lines.length > maxStatementLines) {
    throw new StatementError(`A statement can have at most ${maxStatementLines.toLocaleString('en')} lines.`)
  }
  return statement
}

function read(text: string, orderOf: (headerHash: string) => DateOrder | null, today: Date): ParsedStatement {
  const start = text.slice(0, 4000)
  if (/^\s*OFXHEADER|<OFX>/i.test(start)) return readOfx(text)
  if (/^\s*<[?!\w]/.test(start)) return readCamt(text)
  if (/^(\{\d:|:20:)/m.test(start)) return readMt940(text)
  return readBinance(text) ?? readCsv(text, orderOf, today)
}
