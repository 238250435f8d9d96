import { and, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { supportConversations, supportMessages, users } from '../../drizzle/schema.ts'
import type { Conversation, ConversationFilters } from '../../shared/support/staff-schema.ts'
import { containsLowercased, containsIgnoreCase } from '../db/text-search.ts'
import { type Cursor, decodeCursor } from '../db/cursor.ts'
import { afterPlace, orderBy, type Sort, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { countConversations, presentConversation, selectConversations } from './present.ts'

/** Shorter texts occur in too many messages to search them. */
const minMessageSearchLength = 3
const maxSearchWords = 5

/** A page of the inbox: conversations of waiting customers, longest first, then the others by their newest message. */
export async function listConversations(db: Db, { limit = 50, cursor, ...filters }: ConversationFilters) {
  const where = whereMatches(db, filters)
  const position = cursor ? decodeCursor(cursor, 'time') : null
  const after = position && { id: position.id, value: Math.abs(Number(position.value)) }
  // The value of a cursor is positive among waiting customers and negative among the others.
  const isPastWaiting = position !== null && Number(position.value) < 0

  const rows: SortKeys[] = []
  if (!isPastWaiting && (filters.status ?? 'open') === 'open') {
    rows.push(...(await selectWaiting(db, where, after, limit + 1)))
  }
  if (rows.length <= limit && filters.status !== 'open') {
    rows.push(...(await selectOthers(db, where, isPastWaiting ? after : null, limit + 1 - rows.length)))
  }
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ value: cursorValue(row), id: row.userId }))
  return {
    data: await present(db, page),
    counts: await countConversations(db),
    totalCount: await db.$count(supportConversations, where),
    nextCursor,
  }
}

const longestWaitFirst: Sort = {
  column: supportConversations.waitingSince,
  id: supportConversations.userId,
  kind: 'time',
  direction: 'asc',
}
const newestMessageFirst: Sort = {
  column: supportConversations.lastMessageAt,
  id: supportConversations.userId,
  kind: 'time',
  direction: 'desc',
  idDirection: 'asc',
}
/** The columns that the inbox is sorted by. */
type SortKeys = { userId: string; waitingSince: Date | null; lastMessageAt: Date | null }

const selectSortKeys = (db: Db) => {
  const { userId, waitingSince, lastMessageAt } = supportConversations
  return db.select({ userId, waitingSince, lastMessageAt }).from(supportConversations)
}

function selectWaiting(db: Db, where: SQL | undefined, after: Cursor | null, limit: number): Promise<SortKeys[]> {
  return selectSortKeys(db)
    .where(and(eq(supportConversations.status, 'open'), where, after ? afterPlace(longestWaitFirst, after) : undefined))
    .orderBy(...orderBy(longestWaitFirst))
    .limit(limit)
}

function selectOthers(db: Db, where: SQL | undefined, after: Cursor | null, limit: number): Promise<SortKeys[]> {
  const isOther = inArray(supportConversations.status, ['waiting', 'resolved'])
  return selectSortKeys(db)
    .where(and(isOther, where, after ? afterPlace(newestMessageFirst, after) : undefined))
    .orderBy(...orderBy(newestMessageFirst))
    .limit(limit)
}

/** Reads everything else that the inbox shows, for the rows of this page only. */
async function present(db: Db, page: SortKeys[]): Promise<Conversation[]> {
  if (page.length === 0) return []
  const ids = page.map(({ userId }) => userId)
  const rows = await selectConversations(db).where(inArray(supportConversations.userId, ids))
  const byId = new Map(rows.map((row) => [row.conversation.userId, presentConversation(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const cursorValue = ({ waitingSince, lastMessageAt }: SortKeys) =>
  waitingSince === null ? -lastMessageAt!.getTime() : waitingSince.getTime()

function whereMatches(db: Db, { status, assignee, unread, q }: ConversationFilters): SQL | undefined {
  const { assigneeId, staffUnread } = supportConversations
  return and(
    status ? eq(supportConversations.status, status) : undefined,
    assignee === undefined ? undefined : assignee === 'none' ? isNull(assigneeId) : eq(assigneeId, assignee),
    unread === '1' ? gt(staffUnread, 0) : unread === '0' ? eq(staffUnread, 0) : undefined,
    q?.trim() ? containsText(db, q.trim()) : undefined,
  )
}

/** Every word in the customer's name or email address, or the whole text in a message. */
function containsText(db: Db, q: string): SQL | undefined {
  const words = q.split(/\s+/).slice(0, maxSearchWords)
  const customers = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        ...words.map((word) =>
          or(
            containsLowercased(users.email, word),
            containsIgnoreCase(users.firstName, word),
            containsIgnoreCase(users.lastName, word),
          ),
        ),
      ),
    )
  const writers = db
    .select({ id: supportMessages.userId })
    .from(supportMessages)
    .where(containsIgnoreCase(supportMessages.message, q))
  const { userId } = supportConversations
  return or(inArray(userId, customers), q.length >= minMessageSearchLength ? inArray(userId, writers) : undefined)
}
