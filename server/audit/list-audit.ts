import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm'
import { audit, users } from '../../drizzle/schema.ts'
import type { AuditEntry } from '../../shared/audit/schema.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentEntry } from './record-action.ts'

type Query = PageQuery & {
  subject?: AuditEntry['subject'] | undefined
  subjectId?: string | undefined
  actor?: string | undefined
  action?: string | undefined
}

const actorColumns = { _id: users.id, firstName: users.firstName, lastName: users.lastName }

/** A page of the audit log, newest first, and every user who appears in it as an actor. */
export async function listAudit(db: Db, { subject, subjectId, actor, action, limit = 50, cursor }: Query) {
  const rows = await db
    .select({ entry: audit, actor: actorColumns })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.actorId))
    .where(
      and(
        subject && eq(audit.subject, subject),
        subjectId === undefined ? undefined : eq(audit.subjectId, subjectId),
        actor === undefined ? undefined : eq(audit.actorId, actor),
        action === undefined ? undefined : eq(audit.action, action),
        cursor ? lt(audit.seq, Number(decodeCursor(cursor, 'count').value)) : undefined,
      ),
    )
    .orderBy(desc(audit.seq))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ entry }) => ({ value: entry.seq, id: '' }))
  return {
    data: page.map((row) => presentEntry(row.entry, row.actor)),
    actors: await db
      .select(actorColumns)
      .from(users)
      .where(inArray(users.id, db.select({ id: audit.actorId }).from(audit)))
      .orderBy(asc(users.firstName), asc(users.id)),
    nextCursor,
  }
}
