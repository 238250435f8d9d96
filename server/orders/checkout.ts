import { eq, inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { newId } from '../../drizzle/kit.ts'
import { cartLines, orderLines, orders } from '../../drizzle/schema.ts'
import { CartLine, maxCartLines } from '../../shared/cart/schema.ts'
import { maxDollars } from '../../shared/limits.ts'
import { discountPercent } from '../../shared/money.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { newPaymentReference } from '../../shared/orders/payment-reference.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { conflict, unprocessable } from '../../shared/api-error.ts'
import { lockUser } from '../db/lock-user.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { type Cart, cartChanged, type CartRow, readCart, readCartRows } from '../cart/read-cart.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import { send, type Tx } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { MutationContext } from '../events/mutation.ts'
import { beginHistory, publishOrder } from './advance.ts'
import { assertFewOpenOrders } from './open-orders.ts'
import { emailCustomer } from './order-emails.ts'
import type { OrderRow } from './present.ts'
import type { LineRow } from './read-details.ts'

type Customer = { id: string; firstName: string }

/**
 * Turns the cart into an order at current prices and empties the cart.
 * @param shownSubtotal the subtotal the customer saw, in cents
 * @throws 422 for an empty cart, for more than `maxDollars`, or with 10 unpaid orders; 409 with the current cart if its subtotal differs from `shownSubtotal`
 */
export async function checkout(
  ctx: MutationContext,
  customer: Customer,
  paymentMethod: PaymentMethod,
  shownSubtotal?: number,
): Promise<Order> {
  const { tx, publish, env } = ctx
  await lockUser(ctx.tx, customer.id)
  const { available: rows, unavailable } = await readCartRows(tx, customer.id)
  // To a customer who saw a sum, a cart whose items were all taken off sale has changed.
  if (rows.length === 0 && (unavailable.length === 0 || !shownSubtotal)) {
    throw unprocessable('empty_cart', 'Your cart is empty')
  }
  const { subtotal } = sumsOf(rows)
  if (shownSubtotal !== undefined && shownSubtotal !== subtotal) {
    const cart = await readCart(tx, customer.id)
    const current = encode(CurrentCart, { data: cart.lines, unavailable: cart.unavailable })
    throw conflict('cart_changed', 'Your cart has changed. Please review it.', current)
  }
  if (subtotal > maxDollars * 100) throw orderTooLarge()
  // In parallel: on Postgres, one round trip.
  const [reference] = await Promise.all([newReference(tx), assertFewOpenOrders(ctx, customer.id, 'pending')])
  const order = newOrder(ctx.now, customer.id, paymentMethod, sumsOf(rows), env.orderExpiryHours, reference)
  const lines = rows.map((row, position) => copyLine(order.id, row, position))
  await insertOrder(tx, [order])
  await insertLines(tx, lines)
  const history = await beginHistory(ctx, order.id, { ...customer, role: 'customer' })
  await recordActivity(ctx, customer.id, 'purchase', `Placed order #${orderNumber(order.id)}`)
  const left = await emptyCart(tx, customer.id, rows)
  publish(`user:${customer.id}`, cartChanged(left))
  return emailCustomer(
    ctx,
    'order_received',
    await publishOrder(ctx, order, 'created', { ...nothingPaid, lines, history }),
  )
}

const CurrentCart = z.object({ data: z.array(CartLine), unavailable: z.array(CartLine) })
const orderTooLarge = () =>
  unprocessable(
    'order_too_large',
    `An order can be at most $${maxDollars.toLocaleString('en')}. Remove something first.`,
  )
const nothingPaid = { request: null, rest: null, payments: [], late: [], refunds: [], proofs: [] }
const orderWithReference = prepared('order_with_reference', (db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.paymentReference, sql.placeholder('reference'))),
)

/** A payment reference that no other order has. Of a billion, a store with a million orders has taken one in a thousand. */
async function newReference(tx: Tx): Promise<string> {
  for (;;) {
    const reference = newPaymentReference()
    const taken = await orderWithReference(tx, { reference })
    if (taken.length === 0) return reference
  }
}

const insertOrder = preparedInsert('insert_order', orders)
const insertLines = preparedInsert('insert_order_lines', orderLines)
const deleteCart = prepared('empty_cart', (db) =>
  db.delete(cartLines).where(eq(cartLines.userId, sql.placeholder('userId'))),
)

/**
 * Removes what was ordered, and lines that can't be.
 * @returns what is left: lines beyond the maximum, of a cart from before there was one
 */
async function emptyCart(tx: Tx, userId: string, ordered: CartRow[]): Promise<Cart> {
  if (ordered.length < maxCartLines) {
    await send(tx, deleteCart(tx, { userId }))
    return { lines: [], unavailable: [] }
  }
  const ids = ordered.map(({ id }) => id)
  await tx.delete(cartLines).where(inArray(cartLines.id, ids))
  return readCart(tx, userId)
}

/** What the cart costs, and what it would cost at list prices. */
const sumsOf = (rows: CartRow[]) => ({
  subtotal: rows.reduce((sum, row) => sum + row.price * row.count, 0),
  listTotal: rows.reduce((sum, row) => sum + (listPriceOf(row) ?? row.price) * row.count, 0),
})

/** The list price, if it is above the price. */
const listPriceOf = ({ price, oldPrice }: CartRow) => (discountPercent(price, oldPrice) > 0 ? oldPrice : null)

function newOrder(
  at: Date,
  userId: string,
  paymentMethod: PaymentMethod,
  { subtotal, listTotal }: { subtotal: number; listTotal: number },
  expiryHours: number,
  paymentReference: string,
): OrderRow {
  return {
    id: newId(at.getTime()),
    userId,
    paymentStatus: 'pending',
    orderStatus: 'pending',
    paymentMethod,
    subtotal,
    fees: 0,
    discount: 0,
    total: subtotal,
    listTotal,
    couponId: null,
    couponCode: null,
    paymentReference,
    requestId: null,
    restRequestId: null,
    received: 0,
    refunded: 0,
    reference: null,
    referenceKey: null,
    referenceReused: false,
    proofRequestedAt: null,
    verifiedHash: null,
    verifications: 0,
    claimedBy: null,
    claimedAt: null,
    claimUntil: null,
    deliveryNote: null,
    deliveryOpenedAt: null,
    deliveryChangedAt: null,
    deliveryReopenedAt: null,
    expiresAt: new Date(at.getTime() + expiryHours * 3_600_000),
    warnedAt: null,
    paidAt: null,
    verifiedAt: null,
    verificationSeenAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** Copies the item's current name, price and logo, so that later catalogue changes don't affect the order. */
const copyLine = (orderId: string, row: CartRow, position: number): LineRow => ({
  id: newId(),
  orderId,
  position,
  itemId: row.itemId,
  categoryId: row.categoryId,
  name: row.name,
  months: row.months,
  price: row.price,
  oldPrice: listPriceOf(row),
  quantity: row.count,
  logoLink: row.logoLink,
})
