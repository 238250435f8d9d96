import { desc, eq } from 'drizzle-orm'
import { orders, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { maxAttachableOrders } from '../../shared/support/staff-schema.ts'
import type { Db } from '../db/transactions.ts'
import { presentOrdersForStaff } from '../orders/present.ts'
import { listNotes } from './notes.ts'
import { findConversation } from './present.ts'

/** A customer's conversation with their details, internal notes and newest orders. @throws 404 'Customer not found' */
export async function readConversation(db: Db, userId: string) {
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
