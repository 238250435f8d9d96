import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { isNotOpen } from '../../drizzle/conditions.ts'
import { visitorConversations } from '../../drizzle/schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import type { Conversation, ConversationFilters } from '../../shared/support/staff-schema.ts'
import type { Cursor } from '../db/cursor.ts'
import { afterPlace, orderBy, type Sort } from '../db/page.ts'
import { contains } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import { presentVisitorConversation, selectVisitors } from './visitors.ts'

const { id, status, assigneeId, staffUnread, waitingSince, lastMessageAt, searchText } = visitorConversations

const longestWaitFirst: Sort = { column: waitingSince, id, kind: 'time', direction: 'asc' }
const newestMessageFirst: Sort = { column: lastMessageAt, id, kind: 'time', direction: 'desc', idDirection: 'asc' }

type Filters = Omit<ConversationFilters, 'limit' | 'cursor'>

const selectSortKeys = (db: Db) => db.select({ userId: id, waitingSince, lastMessageAt }).from(visitorConversations)

/** Visitors who wait for staff, longest first, as `listConversations` merges them with the customers. */
export const selectWaitingVisitors = (db: Db, filters: Filters, after: Cursor | null, limit: number) =>
  selectSortKeys(db)
    .where(and(eq(status, 'open'), whereMatches(filters), after ? afterPlace(longestWaitFirst, after) : undefined))
    .orderBy(...orderBy(longestWaitFirst))
    .limit(limit)

/** The other visitors, by their newest message. */
export const selectOtherVisitors = (db: Db, filters: Filters, after: Cursor | null, limit: number) =>
  selectSortKeys(db)
    .where(
      and(
        filters.status ? undefined : isNotOpen(status),
        whereMatches(filters),
        after ? afterPlace(newestMessageFirst, after) : undefined,
      ),
    )
    .orderBy(...orderBy(newestMessageFirst))
    .limit(limit)

/** The number of visitors' conversations that the filters leave. */
export const countVisitorMatches = (db: Db, filters: Filters) => db.$count(visitorConversations, whereMatches(filters))

export async function presentVisitors(db: Db, ids: string[]): Promise<Conversation[]> {
  if (ids.length === 0) return []
  return (await selectVisitors(db).where(inArray(id, ids))).map(presentVisitorConversation)
}

/** A search needs no index: there are never more than a few thousand of these conversations (contact.ts). */
const whereMatches = ({ status: statusFilter, assignee, unread, q = '' }: Filters): SQL | undefined =>
  and(
    statusFilter ? eq(status, statusFilter) : undefined,
    assignee === undefined ? undefined : assignee === 'none' ? isNull(assigneeId) : eq(assigneeId, assignee),
    unread === '1' ? gt(staffUnread, 0) : unread === '0' ? eq(staffUnread, 0) : undefined,
    ...searchWords(q).map((word) => contains(searchText, word)),
  )
