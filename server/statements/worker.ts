// Runs in a worker thread: reads a statement and matches its lines, so that requests are served meanwhile.
import { parentPort } from 'node:worker_threads'
import type { DateOrder } from '../../shared/statements/staff-schema.ts'
import { compact, possibleReferences } from './find-references.ts'
import { fingerprintsOf } from './fingerprints.ts'
import { type ParsedLine, type ParsedStatement, StatementError } from './format.ts'
import type { MatchOrder } from './judge-amount.ts'
import { matchLines } from './match.ts'
import type { AppliedCredit, Match } from './match-debits.ts'
import { parseStatement } from './parse-statement.ts'

/** What the app asks for: first what is in the file, then its lines matched, batch by batch. */
export type ReadingTask =
  | { type: 'parse'; bytes: Uint8Array; dates: DateOrder | null }
  | { type: 'match'; account: string; orders: MatchOrder[]; applied: AppliedCredit[] }
  | { type: 'take'; count: number }
export type ReadStatement = Pick<ParsedStatement, 'format' | 'account'> & {
  lineCount: number
  firstDay: string | null
  lastDay: string | null
  /** Whatever in its texts may be a reference. */
  references: string[]
  /** The amounts of transfers that the bank took back. */
  reversedAmounts: bigint[]
}
export type MatchedLine = { line: ParsedLine; match: Match; fingerprint: string; position: number }
type Answers = { parse: ReadStatement; match: null; take: MatchedLine[] }
export type ReadingAnswer<T extends ReadingTask['type'] = ReadingTask['type']> =
  | { value: Answers[T] }
  | { problem: string; code: string; extra: Record<string, unknown> }

let statement: ParsedStatement | null = null
let matches: Match[] = []
let fingerprints: string[] = []
let taken = 0

const send = (message: ReadingAnswer | 'ready') =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(message)
parentPort!.on('message', (task: ReadingTask) => send(answer(task)))
send('ready')

function answer(task: ReadingTask): ReadingAnswer {
  try {
    return { value: run(task) }
  } catch (error) {
    if (error instanceof StatementError) return { problem: error.message, code: error.code, extra: error.extra }
    // A parser that gives up on a damaged file, by whatever error.
    return { problem: 'The file can’t be read: it is incomplete or damaged.', code: 'unreadable_statement', extra: {} }
  }
}

function run(task: ReadingTask) {
  if (task.type === 'parse') {
    taken = 0
    statement = parseStatement(task.bytes, () => task.dates)
    return summarize(statement)
  }
  const { lines } = statement!
  if (task.type === 'match') {
    fingerprints = fingerprintsOf(task.account, lines)
    matches = matchLines(lines, task.orders, task.applied)
    return null
  }
  const from = taken
  taken += task.count
  return lines.slice(from, taken).map((line, index) => ({
    line,
    match: matches[from + index]!,
    fingerprint: fingerprints[from + index]!,
    position: from + index + 1,
  }))
}

function summarize({ format, account, lines }: ParsedStatement): ReadStatement {
  const days = lines.flatMap(({ day }) => day ?? []).toSorted()
  const credits = lines.filter(({ credit, problem }) => credit && !problem)
  const texts = credits.flatMap(({ text, payer, bankRef }) => [text, payer, bankRef])
  return {
    format,
    account,
    lineCount: lines.length,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    references: [
      ...new Set(texts.flatMap((text) => possibleReferences(compact(text)).map(({ reference }) => reference))),
    ],
    reversedAmounts: [
      ...new Set(lines.flatMap(({ credit, reversal, amount }) => (!credit && reversal ? (amount ?? []) : []))),
    ],
  }
}
