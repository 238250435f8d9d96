import { desc, eq } from 'drizzle-orm'
import { orders, users, visitorConversations } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { isVisitorId } from '../../shared/support/rules.ts'
import { maxAttachableOrders } from '../../shared/support/staff-schema.ts'
import type { Db } from '../db/transactions.ts'
import { presentOrdersForStaff } from '../orders/present.ts'
import { listNotes } from './notes.ts'
import { findConversation } from './present.ts'
import { presentVisitor } from './visitors.ts'

/** A customer's conversation with their details, internal notes and newest orders; or a visitor's. @throws 404 */
export async function readConversation(db: Db, userId: string) {
  if (isVisitorId(userId)) return readVisitor(db, userId)
  const [customer] = await db.select().from(users).where(eq(users.id, userId))
  if (!customer) throw notFound('Customer not found')
  const newestOrders = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxAttachableOrders)
  return {
    conversation: await findConversation(db, userId),
    customer: {
      _id: customer.id,
      visitor: false,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      phone: customer.phone,
      points: customer.points,
      createdAt: customer.createdAt.getTime(),
    },
    notes: await listNotes(db, userId),
    orders: await presentOrdersForStaff(db, newestOrders),
  }
}

async function readVisitor(db: Db, id: string) {
  const [visitor] = await db.select().from(visitorConversations).where(eq(visitorConversations.id, id))
  if (!visitor) throw notFound('Conversation not found')
  return {
    conversation: await findConversation(db, id),
    customer: {
      ...presentVisitor(visitor),
      visitor: true,
      phone: '',
      points: 0,
      createdAt: visitor.createdAt.getTime(),
    },
    notes: await listNotes(db, id),
    orders: [],
  }
}
