// Conditions of partial indexes and of the queries that use them. They are written as literals, because a partial index
// is chosen before values are bound.
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { OrderStatus, PaymentStatus } from '../shared/orders/schema.ts'

type Operand = Column | SQL

export const hasPaymentStatus = (paymentStatus: Operand, status: PaymentStatus): SQL =>
  sql`${paymentStatus} = ${sql.raw(`'${status}'`)}`

export const hasOrderStatus = (orderStatus: Operand, status: OrderStatus): SQL =>
  sql`${orderStatus} = ${sql.raw(`'${status}'`)}`

/** Notifications that weren't marked as read by themselves. */
export const isNotRead = (read: Column): SQL => sql`not ${read}`

/** Conversations whose customers don't wait for staff. */
export const isNotOpen = (status: Column): SQL => sql`${status} <> 'open'`

/** The order number in an order's id: its last 6 characters, from the 17th on. Migration 0006 has its index. */
export const orderNumberIn = (id: Column): SQL => sql`substr(${id}, 17)`
