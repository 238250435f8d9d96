import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL } from 'drizzle-orm'
import { supportConversations, supportMessages, users } from '../../drizzle/schema.ts'
import type { Conversation } from '../../shared/support.ts'
import type { ConversationFilters } from '../../shared/support-calls.ts'
import { contains, containsInAnyCase } from '../db/contains.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { countConversations, presentConversation, selectConversations } from './present.ts'

/** Shorter words are in too many messages to look there. */
const leastInMessages = 3
const mostWords = 5

/** A page of the inbox: those who wait, longest first; then all others, by their newest message. */
export async function listConversations(db: Db, { limit = 50, cursor, ...filters }: ConversationFilters) {
  const wanted = matching(db, filters)
  const from = cursor ? readCursor(cursor, 'time') : null
  const after = from && { id: from.id, at: new Date(Math.abs(Number(from.value))) }
  // A cursor among those who wait is above 0, one among the others below.
  const isPastWaiting = from !== null && Number(from.value) < 0

  const rows: Place[] = []
  if (!isPastWaiting && (filters.status ?? 'open') === 'open') {
    rows.push(...(await whoWait(db, wanted, after, limit + 1)))
  }
  if (rows.length <= limit && filters.status !== 'open') {
    rows.push(...(await theOthers(db, wanted, isPastWaiting ? after : null, limit + 1 - rows.length)))
  }
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    data: await present(db, page),
    counts: await countConversations(db),
    totalCount: await db.$count(supportConversations, wanted),
    nextCursor: last && writeCursor({ value: placeOf(last), id: last.userId }),
  }
}

type After = { at: Date; id: string } | null
/** What a conversation is sorted by. */
type Place = { userId: string; waitingSince: Date | null; lastMessageAt: Date | null }

const selectPlaces = (db: Db) => {
  const { userId, waitingSince, lastMessageAt } = supportConversations
  return db.select({ userId, waitingSince, lastMessageAt }).from(supportConversations)
}

function whoWait(db: Db, wanted: SQL | undefined, after: After, limit: number): Promise<Place[]> {
  const { status, waitingSince, userId } = supportConversations
  const beyond = after && or(gt(waitingSince, after.at), and(eq(waitingSince, after.at), gt(userId, after.id)))
  return selectPlaces(db)
    .where(and(eq(status, 'open'), wanted, beyond ?? undefined))
    .orderBy(asc(waitingSince), asc(userId))
    .limit(limit)
}

function theOthers(db: Db, wanted: SQL | undefined, after: After, limit: number): Promise<Place[]> {
  const { status, lastMessageAt, userId } = supportConversations
  const beyond = after && or(lt(lastMessageAt, after.at), and(eq(lastMessageAt, after.at), gt(userId, after.id)))
  return selectPlaces(db)
    .where(and(inArray(status, ['waiting', 'resolved']), wanted, beyond ?? undefined))
    .orderBy(desc(lastMessageAt), asc(userId))
    .limit(limit)
}

/** Sorted by little and shown with much: what a page has beside its order is read for that page alone. */
async function present(db: Db, page: Place[]): Promise<Conversation[]> {
  if (page.length === 0) return []
  const ids = page.map(({ userId }) => userId)
  const rows = await selectConversations(db).where(inArray(supportConversations.userId, ids))
  const by = new Map(rows.map((row) => [row.conversation.userId, presentConversation(row)]))
  return ids.flatMap((id) => by.get(id) ?? [])
}

const placeOf = ({ waitingSince, lastMessageAt }: Place) =>
  waitingSince === null ? -lastMessageAt!.getTime() : waitingSince.getTime()

function matching(db: Db, { status, assignee, unread, q }: ConversationFilters): SQL | undefined {
  const { assigneeId, staffUnread } = supportConversations
  return and(
    status ? eq(supportConversations.status, status) : undefined,
    assignee === undefined ? undefined : assignee === 'none' ? isNull(assigneeId) : eq(assigneeId, assignee),
    unread === '1' ? gt(staffUnread, 0) : unread === '0' ? eq(staffUnread, 0) : undefined,
    q?.trim() ? containing(db, q.trim()) : undefined,
  )
}

/** Every word in the customer's name or e-mail, or all of it in a message. */
function containing(db: Db, q: string): SQL | undefined {
  const words = q.split(/\s+/).slice(0, mostWords)
  const people = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        ...words.map((word) =>
          or(
            contains(users.email, word),
            containsInAnyCase(users.firstName, word),
            containsInAnyCase(users.lastName, word),
          ),
        ),
      ),
    )
  const written = db
    .select({ id: supportMessages.userId })
    .from(supportMessages)
    .where(containsInAnyCase(supportMessages.message, q))
  const { userId } = supportConversations
  return or(inArray(userId, people), q.length >= leastInMessages ? inArray(userId, written) : undefined)
}
