import { eq, inArray } from 'drizzle-orm'
import { categories, items, orders, users } from '../../drizzle/schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import { maxFoundRows, type StaffSearchResults } from '../../shared/staff/search-schema.ts'
import { rankMatches } from '../catalogue/list-by-relevance.ts'
import { searchItems } from '../catalogue/search-items.ts'
import { newestFirst, orderBy } from '../db/page.ts'
import { customersWith, search } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import { staffOrderFilter } from '../orders/staff-order-filter.ts'
import { findConversations } from '../support/list-conversations.ts'

/** The first rows of each kind that a text finds, each through the index of its own list. */
export async function searchForStaff(db: Db, q: string): Promise<StaffSearchResults> {
  const text = q.trim()
  if (searchWords(text).length === 0) return { orders: [], customers: [], items: [], conversations: [] }
  const [foundOrders, customers, foundItems, conversations] = await Promise.all([
    findOrders(db, text),
    findCustomers(db, text),
    findItems(db, text),
    findConversations(db, text, maxFoundRows),
  ])
  return {
    orders: foundOrders.map(({ firstName, lastName, email, createdAt, ...order }) => ({
      ...order,
      customer: { firstName, lastName, email },
      createdAt: createdAt.getTime(),
    })),
    customers,
    items: foundItems.map(({ archivedAt, draft, ...item }) => ({
      ...item,
      isDraft: draft,
      isArchived: archivedAt !== null && !draft,
    })),
    conversations: conversations.map(({ _id, customer, status, lastMessage, lastMessageAt }) => ({
      _id,
      customer,
      status,
      lastMessage: lastMessage.text,
      lastMessageAt,
    })),
  }
}

const personColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email }

async function findOrders(db: Db, q: string) {
  const { where } = await staffOrderFilter(db, { q })
  return db
    .select({
      _id: orders.id,
      ...personColumns,
      paymentStatus: orders.paymentStatus,
      orderStatus: orders.orderStatus,
      paymentMethod: orders.paymentMethod,
      total: orders.total,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(where)
    .orderBy(...orderBy(newestFirst(orders)))
    .limit(maxFoundRows)
}

async function findCustomers(db: Db, q: string) {
  const found = await search(db, { table: users, id: users.id }, [customersWith(searchWords(q), users.id)])
  return db
    .select({ _id: users.id, ...personColumns, isAdmin: users.isAdmin })
    .from(users)
    .where(found.where)
    .orderBy(...orderBy(newestFirst(users)))
    .limit(maxFoundRows)
}

async function findItems(db: Db, q: string) {
  const found = await searchItems(db, q)
  const ids = found ? (await rankMatches(db, found, undefined, newestFirst(items))).ranked.slice(0, maxFoundRows) : []
  if (ids.length === 0) return []
  const rows = await db
    .select({
      _id: items.id,
      name: items.name,
      price: items.price,
      logoLink: items.logoLink,
      category: categories.name,
      archivedAt: items.archivedAt,
      draft: items.draft,
    })
    .from(items)
    .innerJoin(categories, eq(categories.id, items.categoryId))
    .where(inArray(items.id, ids))
  return rows.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id))
}
