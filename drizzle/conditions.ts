// Conditions of partial indexes and of the queries that use them. They are written as literals, because a partial index
// is chosen before values are bound.
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { OrderStatus, PaymentStatus } from '../shared/orders/schema.ts'
import { dialect } from './kit.ts'

type Operand = Column | SQL

export const hasPaymentStatus = (paymentStatus: Operand, status: PaymentStatus): SQL =>
  sql`${paymentStatus} = ${sql.raw(`'${status}'`)}`

export const isNotPending = (paymentStatus: Operand): SQL => sql`${paymentStatus} <> 'pending'`

export const hasOrderStatus = (orderStatus: Operand, status: OrderStatus): SQL =>
  sql`${orderStatus} = ${sql.raw(`'${status}'`)}`

/** Notifications that weren't marked as read by themselves. */
export const isNotRead = (read: Column): SQL => sql`not ${read}`

/** Conversations whose customers don't wait for staff. */
export const isNotOpen = (status: Column): SQL => sql`${status} <> 'open'`

/**
 * The order number in an order's id: its last 6 characters, from the 17th on. Migration 0007 has its index, of the
 * orders that aren't pending: a checkout would pay for the rest.
 */
export const orderNumberIn = (id: Column): SQL => sql`substr(${id}, 17)`

/** Items that are saved, but not on sale. */
export const isDraft = (draft: Column): SQL => sql`${draft}`

/** Payments that belong to no order and wait for staff. */
export const isUnassigned = (orderId: Column, state: Column): SQL =>
  sql`${orderId} is null and ${state} <> 'dismissed' and ${state} <> 'gone'`

export const isDismissed = (state: Column): SQL => sql`${state} = 'dismissed'`

/** The latest time of a cursor, in the SQL of each database. */
const never = sql.raw(dialect === 'sqlite' ? '253402214400000' : `timestamptz '9999-12-31 00:00:00+00'`)
/** When a coupon expires, for sorting: after all others if it never does. Without commas, at which drizzle-kit cuts. */
export const expiryOf = (expiresAt: Column): SQL =>
  sql`(case when ${expiresAt} is null then ${never} else ${expiresAt} end)`
