import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm'
import { audit, users } from '../../drizzle/schema.ts'
import type { AuditEntry } from '../../shared/staff.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { presentEntry } from './audit.ts'

type Asked = {
  subject?: AuditEntry['subject'] | undefined
  subjectId?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
const person = { _id: users.id, firstName: users.firstName, lastName: users.lastName }

/** A page of what staff did, newest first, and everybody who did something. */
export async function listAudit(db: Db, { subject, subjectId, actor, action, limit = 50, cursor }: Asked) {
  const rows = await db
    .select({ entry: audit, actor: person })
    .from(audit)
    .innerJoin(users, eq(users.id, audit.actorId))
    .where(
      and(
        subject && eq(audit.subject, subject),
        subjectId === undefined ? undefined : eq(audit.subjectId, subjectId),
        actor === undefined ? undefined : eq(audit.actorId, actor),
        action === undefined ? undefined : eq(audit.action, action),
        cursor ? lt(audit.seq, Number(readCursor(cursor, 'count').value)) : undefined,
      ),
    )
    .orderBy(desc(audit.seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    data: page.map((row) => presentEntry(row.entry, row.actor)),
    actors: await db
      .select(person)
      .from(users)
      .where(inArray(users.id, db.select({ id: audit.actorId }).from(audit)))
      .orderBy(asc(users.firstName), asc(users.id)),
    nextCursor: last && writeCursor({ value: last.entry.seq, id: '' }),
  }
}
