import { and, desc, eq, inArray } from 'drizzle-orm'
import { payments, statementFiles, statementLines } from '../../drizzle/schema.ts'
import { ApiError } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import { recordAction } from '../audit/record-action.ts'
import { type MutationContext, runMutation } from '../events/mutation.ts'
import { loadOrder } from '../orders/advance.ts'
import { unverify } from '../orders/unverify.ts'
import { detach } from '../payments/detach.ts'
import { dismiss } from '../payments/dismiss.ts'
import { methodOf } from './format.ts'
import { changeLine, loadLine } from './load-line.ts'
import { type FileRow, type LineRow, loadFile, publishStatement } from './present.ts'
import { sourceIdOf } from './record-transfer.ts'

type Staff = { id: string; firstName: string }
type Kept = { line: string; message: string }

const reason = 'Its bank statement was taken back.'
/** A line pays at most as many orders as it has candidates. */
const maxParts = 5

/**
 * Takes back what a statement has verified, line by line, the last one first: its orders await verification again and
 * its payments are dismissed. Where something was delivered since, or staff decided otherwise, the line stays applied
 * and is listed. @throws 404
 */
export async function undoStatement(
  app: AppContext,
  staff: Staff,
  fileId: string,
): Promise<{ undone: number; kept: Kept[] }> {
  await loadFile(app.db, fileId)
  const lines = await app.db
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(and(eq(statementLines.fileId, fileId), eq(statementLines.state, 'applied')))
    .orderBy(desc(statementLines.position))
  let undone = 0
  let left = lines.map(({ id }) => id)
  let kept: Kept[] = []
  // Again while it helps: one line's payment may stand behind another line's verification.
  for (let before = -1; before !== left.length;) {
    before = left.length
    kept = []
    for (const id of left) {
      const message = await undoLine(app, staff, fileId, id)
      if (message === null) undone += 1
      else kept.push({ line: id, message })
    }
    left = kept.map(({ line }) => line)
    if (left.length === 0) break
  }
  if (undone > 0) await finish(app, staff, fileId, undone)
  return { undone, kept }
}

/** @returns why it stays; null once it is taken back */
async function undoLine(app: AppContext, staff: Staff, fileId: string, id: string): Promise<string | null> {
  try {
    await runMutation(app, async (ctx) => {
      const { file, line } = await loadLine(ctx, fileId, id)
      if (line.state !== 'applied') return
      await takeBack(ctx, staff, file, line)
      await publishStatement(ctx, file, await changeLine(ctx, id, { state: line.matchedState, applied: null }))
    })
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return error.message
  }
}

async function takeBack(ctx: MutationContext, staff: Staff, file: FileRow, line: LineRow) {
  const sourceIds = Array.from({ length: maxParts }, (_, index) => sourceIdOf(line, index))
  const own = await ctx.tx
    .select({ id: payments.id, orderId: payments.orderId, state: payments.state })
    .from(payments)
    .where(and(eq(payments.source, methodOf(file.format)), inArray(payments.sourceId, sourceIds)))
    .orderBy(payments.orderId)
  for (const { id, orderId, state } of own) {
    if (state === 'dismissed') continue
    if (orderId !== null) {
      const { paymentStatus } = await loadOrder(ctx, orderId)
      if (line.applied?.verified && paymentStatus === 'verified') await unverify(ctx, staff, orderId, reason)
      await detach(ctx, staff, id)
    }
    await dismiss(ctx, staff, id, { reason })
  }
}

const finish = (app: AppContext, staff: Staff, fileId: string, undone: number) =>
  runMutation(app, async (ctx) => {
    const [file] = await ctx.tx
      .update(statementFiles)
      .set({ undoneAt: ctx.now })
      .where(eq(statementFiles.id, fileId))
      .returning()
    const after = { file: file!.name, undone }
    await recordAction(ctx, {
      actorId: staff.id,
      action: 'payment.import-undo',
      subject: 'payment',
      subjectId: fileId,
      after,
    })
    await publishStatement(ctx, file!)
  })
