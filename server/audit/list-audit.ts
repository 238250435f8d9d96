import { and, asc, desc, eq, gt, gte, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { audit, users } from '../../drizzle/schema.ts'
import { commandLine, storeActor } from '../../shared/audit/routes.ts'
import type { AuditEntry } from '../../shared/audit/schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import { searchWords } from '../../shared/audit/search.ts'
import { decodeCursor, encodeCursor } from '../db/cursor.ts'
import type { PageQuery } from '../db/page.ts'
import { contains } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import { presentEntries, shortenTexts } from './present-entry.ts'

export type AuditFilter = {
  subject?: AuditEntry['subject'] | undefined
  subjectId?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  q?: string | undefined
  /** Milliseconds: from this time on, and before `to`. */
  from?: number | undefined
  to?: number | undefined
}

/** A search looks at this many entries at a time, so that it never blocks the app for long (docs/data-layer.md). */
const maxSearched = 10_000

const actorColumns = { _id: users.id, firstName: users.firstName, lastName: users.lastName }

type AuditQuery = AuditFilter & PageQuery & { direction?: SortDirection | undefined }

/** A page of the audit log, newest first unless `direction` is `asc`, and every user who appears in it as an actor. */
export async function listAudit(db: Db, { limit = 50, cursor, direction, ...filter }: AuditQuery) {
  const place = cursor ? Number(decodeCursor(cursor, 'counter').value) : undefined
  const { rows, next } = await readRows(db, filter, place, limit, direction)
  return {
    data: (await presentEntries(db, rows)).map(shortenTexts),
    actors: await db.select(actorColumns).from(users).where(isActor).orderBy(asc(users.firstName), asc(users.id)),
    nextCursor: next === null ? null : encodeCursor({ value: next, id: '' }),
  }
}

/** Reads the rows of a filter that follow a number, newest first. @returns `next`: the number to go on from, null at the end */
export async function readRows(
  db: Db,
  filter: AuditFilter,
  place: number | undefined,
  limit: number,
  direction: SortDirection = 'desc',
) {
  const { sorted, isPast, isUpTo } = along[direction]
  const range = await readRange(db, filter)
  if (!range) return { rows: [], next: null }
  const where = and(...conditionsOf(filter), ...range, place === undefined ? undefined : isPast(audit.seq, place))
  const words = searchWords(filter.q ?? '')
  const end = words.length > 0 ? await readSearchEnd(db, where, sorted(audit.seq)) : null
  const rows = await db
    .select()
    .from(audit)
    .where(and(where, end === null ? undefined : isUpTo(audit.seq, end), ...words.map(containsWord)))
    .orderBy(sorted(audit.seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? page.at(-1)!.seq : end }
}

const along = {
  desc: { sorted: desc, isPast: lt, isUpTo: gte },
  asc: { sorted: asc, isPast: gt, isUpTo: lte },
}

const containsWord = (word: string) => contains(audit.searchText, word)

const conditionsOf = ({ subject, subjectId, actor, action, from, to }: AuditFilter): (SQL | undefined)[] => [
  subject && eq(audit.subject, subject),
  subjectId === undefined ? undefined : eq(audit.subjectId, subjectId),
  ...actedBy(actor),
  action === undefined ? undefined : eq(audit.action, action),
  // Not for an index: the order of the numbers is the order of the list.
  from === undefined ? undefined : gte(timeOf, sql.param(new Date(from), audit.at)),
  to === undefined ? undefined : lt(timeOf, sql.param(new Date(to), audit.at)),
]

/** Neither the store itself nor commands on the server have a user. */
function actedBy(actor: string | undefined): (SQL | undefined)[] {
  if (actor === undefined) return []
  if (actor === commandLine) return [isNull(audit.actorId), eq(audit.subject, 'staff')]
  return actor === storeActor ? [isNull(audit.actorId), ne(audit.subject, 'staff')] : [eq(audit.actorId, actor)]
}

const timeOf = sql`coalesce(${audit.at}, ${audit.at})`

/** Times follow the numbers up to the duration of a transaction. */
const clockToleranceMs = 60_000

/** The numbers between two times, found by the index of times; null if there are none. */
async function readRange(db: Db, { from, to }: AuditFilter): Promise<(SQL | undefined)[] | null> {
  const seqAt = async (where: SQL, ...order: SQL[]) =>
    (
      await db
        .select({ seq: audit.seq })
        .from(audit)
        .where(where)
        .orderBy(...order)
        .limit(1)
    )[0]?.seq
  let [first, last]: (number | undefined)[] = []
  if (from !== undefined) {
    first = await seqAt(gte(audit.at, new Date(from - clockToleranceMs)), asc(audit.at), asc(audit.seq))
    if (first === undefined) return null
  }
  if (to !== undefined) {
    last = await seqAt(lt(audit.at, new Date(to + clockToleranceMs)), desc(audit.at), desc(audit.seq))
    if (last === undefined) return null
  }
  return [
    first === undefined ? undefined : gte(audit.seq, first),
    last === undefined ? undefined : lte(audit.seq, last),
  ]
}

/** The number at which this part of a search ends; null if it reaches the end of the log. */
async function readSearchEnd(db: Db, where: SQL | undefined, order: SQL): Promise<number | null> {
  const [row] = await db
    .select({ seq: audit.seq })
    .from(audit)
    .where(where)
    .orderBy(order)
    .limit(1)
    .offset(maxSearched - 1)
  return row?.seq ?? null
}

/** Whether a user has acted. The index has few different actors, so each is looked up from the one before it. */
const isActor = sql`${users.id} in (
  with recursive actor(id) as (
    select min(${audit.actorId}) from ${audit}
    union all
    select (select min(${audit.actorId}) from ${audit} where ${audit.actorId} > actor.id) from actor
    where actor.id is not null
  )
  select id from actor where id is not null
)`
