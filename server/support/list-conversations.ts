import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { isNotOpen } from '../../drizzle/conditions.ts'
import { supportConversations, supportMessages } from '../../drizzle/schema.ts'
import type { Conversation, ConversationFilters } from '../../shared/support/staff-schema.ts'
import { maxSearchCount } from '../../shared/limits.ts'
import { isVisitorId } from '../../shared/support/rules.ts'
import { searchPhrase, searchWords } from '../../shared/search-text.ts'
import { customersWith, filterColumn, type Search, search, textIndexes } from '../db/text-search.ts'
import { type Cursor, decodeCursor } from '../db/cursor.ts'
import { afterPlace, orderBy, type Sort, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { countVisitorMatches, presentVisitors, selectOtherVisitors, selectWaitingVisitors } from './list-visitors.ts'
import { countConversations, presentConversation, selectConversations } from './present.ts'
import { readOrdersToVerify } from './read-orders-to-verify.ts'

/** Shorter texts occur in too many messages to search them. */
const minMessageSearchLength = 3

/**
 * A page of the inbox: conversations of customers and visitors who wait, longest first, then the others by their newest
 * message.
 */
export async function listConversations(db: Db, { limit = 50, cursor, ...filters }: ConversationFilters) {
  const found = searchWords(filters.q ?? '').length > 0 ? await searchConversations(db, filters.q!) : null
  const others = whereMatches(filters, found)
  const where = and(found?.where, others)
  const position = cursor ? decodeCursor(cursor, 'time') : null
  const after = position && { id: position.id, value: Math.abs(Number(position.value)) }
  // The value of a cursor is positive among waiting customers and negative among the others.
  const isPastWaiting = position !== null && Number(position.value) < 0

  const rows: SortKeys[] = []
  if (!isPastWaiting && (filters.status ?? 'open') === 'open') {
    rows.push(...(await selectWaiting(db, filters, found, where, after, limit + 1)))
  }
  if (rows.length <= limit && filters.status !== 'open') {
    rows.push(...(await selectOthers(db, filters, where, isPastWaiting ? after : null, limit + 1 - rows.length)))
  }
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ value: cursorValue(row), id: row.userId }))
  return {
    data: await present(db, page),
    counts: await countConversations(db),
    totalCount: await countMatches(db, filters, found, where, others),
    nextCursor,
  }
}

/** The first conversations of the inbox that a text finds. */
export async function findConversations(db: Db, q: string, limit: number): Promise<Conversation[]> {
  if (searchWords(q).length === 0) return []
  const found = await searchConversations(db, q)
  const waiting = await selectWaiting(db, { q }, found, found.where, null, limit)
  const others = waiting.length < limit ? await selectOthers(db, { q }, found.where, null, limit - waiting.length) : []
  return present(db, [...waiting, ...others])
}

async function countMatches(
  db: Db,
  filters: ConversationFilters,
  found: Search | null,
  where: SQL | undefined,
  others: SQL | undefined,
) {
  const visitors = await countVisitorMatches(db, filters)
  if (!found) return visitors + (await db.$count(supportConversations, where))
  return Math.min(visitors + (await found.count(others)), maxSearchCount + 1)
}

/** Merges two sorted lists; ids decide between equal times, as in both. */
function merge(customers: SortKeys[], visitors: SortKeys[], timeOf: (row: SortKeys) => number): SortKeys[] {
  if (visitors.length === 0) return customers
  return [...customers, ...visitors].toSorted((a, b) => timeOf(a) - timeOf(b) || (a.userId < b.userId ? -1 : 1))
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

async function selectWaiting(
  db: Db,
  filters: ConversationFilters,
  found: Search | null,
  where: SQL | undefined,
  after: Cursor | null,
  limit: number,
): Promise<SortKeys[]> {
  const isOpen = eq(filterColumn(found, supportConversations.status), 'open')
  const customers = await selectSortKeys(db)
    .where(and(isOpen, where, after ? afterPlace(longestWaitFirst, after) : undefined))
    .orderBy(...orderBy(longestWaitFirst))
    .limit(limit)
  const visitors = await selectWaitingVisitors(db, filters, after, limit)
  return merge(customers, visitors, ({ waitingSince }) => waitingSince!.getTime()).slice(0, limit)
}

async function selectOthers(
  db: Db,
  filters: ConversationFilters,
  where: SQL | undefined,
  after: Cursor | null,
  limit: number,
): Promise<SortKeys[]> {
  // The filter's own status has an index; without one, that of all that aren't open.
  const isAnswered = filters.status ? undefined : isNotOpen(supportConversations.status)
  const customers = await selectSortKeys(db)
    .where(and(isAnswered, where, after ? afterPlace(newestMessageFirst, after) : undefined))
    .orderBy(...orderBy(newestMessageFirst))
    .limit(limit)
  const visitors = await selectOtherVisitors(db, filters, after, limit)
  return merge(customers, visitors, ({ lastMessageAt }) => -lastMessageAt!.getTime()).slice(0, limit)
}

/** Reads everything else that the inbox shows, for the rows of this page only. */
async function present(db: Db, page: SortKeys[]): Promise<Conversation[]> {
  if (page.length === 0) return []
  const ids = page.map(({ userId }) => userId)
  const customerIds = ids.filter((id) => !isVisitorId(id))
  const rows = await selectConversations(db).where(inArray(supportConversations.userId, customerIds))
  const visitors = await presentVisitors(db, ids.filter(isVisitorId))
  const toVerify = await readOrdersToVerify(db, customerIds)
  const customers = rows.map((row) => presentConversation(row, toVerify.get(row.conversation.userId)))
  const byId = new Map([...customers, ...visitors].map((row) => [row._id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const cursorValue = ({ waitingSince, lastMessageAt }: SortKeys) =>
  waitingSince === null ? -lastMessageAt!.getTime() : waitingSince.getTime()

function whereMatches({ status, assignee, unread }: ConversationFilters, found: Search | null): SQL | undefined {
  const assigneeId = filterColumn(found, supportConversations.assigneeId)
  const staffUnread = filterColumn(found, supportConversations.staffUnread)
  return and(
    status ? eq(filterColumn(found, supportConversations.status), status) : undefined,
    assignee === undefined ? undefined : assignee === 'none' ? isNull(assigneeId) : eq(assigneeId, assignee),
    unread === '1' ? gt(staffUnread, 0) : unread === '0' ? eq(staffUnread, 0) : undefined,
  )
}

/** Every word in the customer's names and email address, or the whole text in a message. */
function searchConversations(db: Db, q: string): Promise<Search> {
  const { userId } = supportConversations
  const phrase = searchPhrase(q)
  const messages = { index: textIndexes.messages, texts: [phrase], key: supportMessages.userId, listKey: userId }
  return search(db, { table: supportConversations, id: userId }, [
    customersWith(searchWords(q), userId),
    ...([...phrase].length >= minMessageSearchLength ? [messages] : []),
  ])
}
