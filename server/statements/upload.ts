import { hash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { csvLayouts, statementFiles, statementLines } from '../../drizzle/schema.ts'
import { ApiError, unprocessable } from '../../shared/api-error.ts'
import type { DateOrder, StatementUpload } from '../../shared/statements/staff-schema.ts'
import type { AppContext } from '../app-context.ts'
import { recordAction } from '../audit/record-action.ts'
import { giveWay } from '../db/give-way.ts'
import type { Db } from '../db/transactions.ts'
import { runMutation } from '../events/mutation.ts'
import { foldAccount, isSameAccount } from './fingerprints.ts'
import { cleanName, methodOf } from './format.ts'
import type { AppliedCredit } from './match-debits.ts'
import { type FileRow, presentFiles, publishStatement } from './present.ts'
import { readMatchOrders } from './read-match-orders.ts'
import { type StatementReader, withReader } from './reader.ts'
import type { MatchedLine, ReadStatement } from './worker.ts'

type Upload = {
  name: string
  bytes: Uint8Array
  /** The account that staff confirmed, where it isn't the store's. */
  account?: string | undefined
  dates?: DateOrder | undefined
}
type Staff = { id: string; firstName: string }

/** Lines stored in one transaction: few enough that it takes milliseconds. */
const batchSize = 100

/**
 * Reads a bank statement, matches its lines with orders, and stores those that no earlier statement had. Nothing is
 * verified by it. The same file adds nothing, unless an earlier upload was cut off.
 * @throws 422 with the reason; `dates_ambiguous` and `other_account` ask a question
 */
export async function uploadStatement(app: AppContext, staff: Staff, upload: Upload): Promise<StatementUpload> {
  const sha256 = hash('sha256', upload.bytes)
  const earlier = await findFile(app.db, sha256)
  if (earlier?.storedAt) return presentUpload(app.db, earlier, 0)
  return withReader(async (reader) => {
    const statement = await read(app.db, reader, upload)
    const account = accountOf(app, statement, upload)
    const orders = await readMatchOrders(app, methodOf(statement.format), statement.references)
    await reader.match(account, orders, await readAppliedCredits(app.db, statement.reversedAmounts))
    const file = earlier ?? (await storeFile(app, staff, { upload, statement, account, sha256 }))
    const before = await app.db.$count(statementLines, eq(statementLines.fileId, file.id))
    for (;;) {
      const lines = await reader.take(batchSize)
      if (lines.length === 0) break
      await storeLines(app, file, lines)
      await giveWay()
    }
    const added = await app.db.$count(statementLines, eq(statementLines.fileId, file.id))
    return presentUpload(app.db, await finish(app, staff, file, added), added - before)
  })
}

const findFile = async (db: Db, sha256: string): Promise<FileRow | undefined> =>
  (await db.select().from(statementFiles).where(eq(statementFiles.sha256, sha256)))[0]

/** Reads the file, with dates as staff said now or for an earlier file of this layout. */
async function read(db: Db, reader: StatementReader, { bytes, dates }: Upload): Promise<ReadStatement> {
  try {
    return await reader.parse(bytes, null)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'dates_ambiguous') throw error
    const headerHash = String(error.extra.headerHash)
    const [layout] = await db.select().from(csvLayouts).where(eq(csvLayouts.headerHash, headerHash))
    const known = dates ?? layout?.dates
    if (!known) {
      const { examples, days } = error.extra
      throw new ApiError(422, error.code, error.message, { examples, days })
    }
    const statement = await reader.parse(bytes, known)
    const values = { headerHash, dates: known }
    await db
      .insert(csvLayouts)
      .values(values)
      .onConflictDoUpdate({ target: csvLayouts.headerHash, set: { dates: known } })
    return statement
  }
}

/** The store's account unless the file names another one, which staff have to confirm. @throws 422 `other_account` */
function accountOf({ env }: AppContext, { format, account }: ReadStatement, { account: confirmed }: Upload): string {
  const { bank, binance } = env.transferAccounts
  const own = methodOf(format) === 'binance' ? binance.payId : bank.accountNumber
  if (account === '' || isSameAccount(account, own)) return own
  if (confirmed !== undefined && isSameAccount(account, confirmed)) return account
  throw new ApiError(
    422,
    'other_account',
    `This statement is for account ${groupAccount(account)}, not ${groupAccount(own)}. Import it only if that account is yours too.`,
    { account },
  )
}

/** '9988 7766 55': in groups of four, on one line, so that two accounts are easy to compare. */
const groupAccount = (account: string) => foldAccount(account).replace(/.{4}(?=.)/g, '$&\u00a0')

/** Transfers that were applied, of amounts that this statement takes back. */
async function readAppliedCredits(db: Db, amounts: bigint[]): Promise<AppliedCredit[]> {
  if (amounts.length === 0) return []
  const rows = await db
    .select()
    .from(statementLines)
    .where(and(inArray(statementLines.amount, amounts.slice(0, 500).map(String)), eq(statementLines.state, 'applied')))
    .limit(2000)
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount!) }))
}

type NewFile = { upload: Upload; statement: ReadStatement; account: string; sha256: string }

async function storeFile(
  { db }: AppContext,
  staff: Staff,
  { upload, statement, account, sha256 }: NewFile,
): Promise<FileRow> {
  const { format, lineCount, firstDay, lastDay } = statement
  const name = cleanName(upload.name) || 'Statement'
  const row = { id: newId(), name, sha256, format, account, firstDay, lastDay, lineCount, uploadedById: staff.id }
  await db.insert(statementFiles).values(row).onConflictDoNothing()
  const stored = await findFile(db, sha256)
  if (!stored) throw unprocessable('unreadable_statement', 'The file could not be stored. Please try again.')
  return stored
}

/** Stores a batch; a line that any statement has already is left out. */
async function storeLines({ db }: AppContext, file: FileRow, lines: MatchedLine[]) {
  const rows = lines.map(({ line, match, fingerprint, position }) => ({
    fileId: file.id,
    position,
    fingerprint,
    day: line.day,
    amount: line.amount === null ? null : String(line.amount),
    currency: line.currency,
    credit: line.credit,
    payer: line.payer,
    text: line.text,
    bankRef: line.bankRef,
    state: match.state,
    matchedState: match.state,
    orderId: match.orderId,
    candidates: match.candidates,
    splits: match.splits,
    why: match.why,
  }))
  await db.insert(statementLines).values(rows).onConflictDoNothing({ target: statementLines.fingerprint })
}

/** From here on, the statement is listed. */
const finish = (app: AppContext, staff: Staff, file: FileRow, added: number): Promise<FileRow> =>
  runMutation(app, async (ctx) => {
    const [stored] = await ctx.tx
      .update(statementFiles)
      .set({ storedAt: ctx.now })
      .where(eq(statementFiles.id, file.id))
      .returning()
    await recordAction(ctx, {
      actorId: staff.id,
      action: 'payment.import',
      subject: 'payment',
      subjectId: file.id,
      after: { file: file.name, lines: file.lineCount, added },
    })
    await publishStatement(ctx, stored!)
    return stored!
  })

async function presentUpload(db: Db, file: FileRow, added: number): Promise<StatementUpload> {
  const [presented] = await presentFiles(db, [file])
  return { ...presented!, added, known: file.lineCount - added }
}
