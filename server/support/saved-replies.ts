import { asc, eq } from 'drizzle-orm'
import { savedReplies } from '../../drizzle/schema.ts'
import { conflict, notFound, staleVersion } from '../../shared/api-error.ts'
import { SavedReply } from '../../shared/support/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import { onDuplicate } from '../db/errors.ts'
import { type Db, forUpdate } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { MutationContext } from '../events/mutation.ts'

type ReplyRow = typeof savedReplies.$inferSelect
type Staff = { id: string }
type ReplyInput = { title: string; text: string }

/** All saved replies, sorted by title. */
export async function listReplies(db: Db): Promise<SavedReply[]> {
  const rows = await db.select().from(savedReplies).orderBy(asc(savedReplies.title))
  return rows.map(presentReply)
}

/** @throws 409 if the title is taken */
export async function addReply(ctx: MutationContext, staff: Staff, { title, text }: ReplyInput): Promise<SavedReply> {
  const [row] = await ctx.tx
    .insert(savedReplies)
    .values({ title, text, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw titleTaken()
  await auditReply(ctx, staff, 'add', null, row)
  return publishReply(ctx, row)
}

/**
 * Replaces a saved reply.
 * @param input `version` is the version that was edited; without it the reply is overwritten unconditionally
 * @throws 404; 409 with the current reply if `version` is stale; 409 if the title is taken
 */
export async function changeReply(
  ctx: MutationContext,
  staff: Staff,
  id: string,
  { title, text, version }: ReplyInput & { version?: number | undefined },
): Promise<SavedReply> {
  const before = await loadReply(ctx, id)
  if (version !== undefined && version !== before.version) {
    throw staleVersion('reply', encode(SavedReply, presentReply(before)))
  }
  const update = ctx.tx
    .update(savedReplies)
    .set({ title, text, updatedAt: ctx.now, version: before.version + 1 })
    .where(eq(savedReplies.id, id))
    .returning()
  const [after] = await onDuplicate(update, titleTaken)
  await auditReply(ctx, staff, 'change', before, after!)
  return publishReply(ctx, after!)
}

/** @throws 404 */
export async function deleteReply(ctx: MutationContext, staff: Staff, id: string) {
  const reply = await loadReply(ctx, id)
  await ctx.tx.delete(savedReplies).where(eq(savedReplies.id, id))
  await auditReply(ctx, staff, 'delete', reply, null)
  ctx.publish('staff', { type: 'reply.removed', data: { _id: id } })
}

/** Locks the reply until the commit. @throws 404 */
async function loadReply({ tx }: MutationContext, id: string): Promise<ReplyRow> {
  const [row] = await forUpdate(tx.select().from(savedReplies).where(eq(savedReplies.id, id)))
  if (!row) throw notFound('Saved reply not found')
  return row
}

const titleTaken = () => conflict('reply_exists', 'A saved reply with this title already exists.')

const auditReply = (
  ctx: MutationContext,
  staff: Staff,
  action: string,
  before: ReplyRow | null,
  after: ReplyRow | null,
) =>
  recordAction(ctx, {
    actorId: staff.id,
    action: `reply.${action}`,
    subject: 'reply',
    subjectId: (after ?? before)!.id,
    before: before && auditedFields(before),
    after: after && auditedFields(after),
  })

const auditedFields = ({ title, text }: ReplyRow) => ({ title, text })

function publishReply({ publish }: MutationContext, row: ReplyRow): SavedReply {
  const reply = presentReply(row)
  publish('staff', { type: 'reply.changed', data: { reply } })
  return reply
}

const presentReply = (row: ReplyRow): SavedReply => ({
  _id: row.id,
  title: row.title,
  text: row.text,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
  version: row.version,
})
