import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { newId } from '../../drizzle/kit.ts'
import { cartLines, orderLines, orders } from '../../drizzle/schema.ts'
import { CartLine } from '../../shared/cart.ts'
import { discountPercent } from '../../shared/money.ts'
import type { Order } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import type { PaymentMethod } from '../../shared/payment.ts'
import { conflict, unacceptable } from '../../shared/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import { lockCart } from '../cart/change-cart.ts'
import { type CartRow, readCart, readRows } from '../cart/read-cart.ts'
import { prepared, preparedInsert } from '../db/transactions.ts'
import { encode } from '../encode.ts'
import type { Change } from '../stream/change.ts'
import { beginHistory, tellOrder } from './advance.ts'
import type { LineRow, OrderRow } from './present.ts'

type Customer = { id: string; firstName: string }

/**
 * Orders exactly what is in the cart, at the prices of now, and empties it.
 * @param seen the subtotal that the customer saw, in cents
 * @throws 422 for an empty cart; 409 with the cart as it is, when it comes to something else than what was seen
 */
export async function checkout(
  making: Change,
  customer: Customer,
  paymentMethod: PaymentMethod,
  seen?: number,
): Promise<Order> {
  const { tx, tell, env } = making
  await lockCart(making, customer.id)
  const rows = await readRows(tx, customer.id)
  if (rows.length === 0) throw unacceptable('empty_cart', 'Your cart is empty')
  const subtotal = rows.reduce((sum, row) => sum + row.price * row.count, 0)
  if (seen !== undefined && seen !== subtotal) {
    const data = encode(z.array(CartLine), await readCart(tx, customer.id))
    throw conflict('cart_changed', 'Your cart has changed. Please review it.', { data })
  }
  const order = newOrder(customer.id, paymentMethod, subtotal, env.expiryHours)
  const lines = rows.map((row, position) => copyLine(order.id, row, position))
  await insertOrder(tx, [order])
  await insertLines(tx, lines)
  const history = await beginHistory(making, order.id, { as: 'customer', ...customer })
  await recordActivity(making, customer.id, 'purchase', `Placed order #${orderNumber(order.id)}`)
  await emptyCart(tx, { userId: customer.id })
  tell(`user:${customer.id}`, { type: 'cart.changed', data: { lines: [], count: 0 } })
  return tellOrder(making, order, 'created', { lines, history })
}

const insertOrder = preparedInsert('insert_order', orders)
const insertLines = preparedInsert('insert_order_lines', orderLines)
const emptyCart = prepared('empty_cart', (db) =>
  db.delete(cartLines).where(eq(cartLines.userId, sql.placeholder('userId'))),
)

function newOrder(userId: string, paymentMethod: PaymentMethod, subtotal: number, expiryHours: number): OrderRow {
  const at = new Date()
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
    couponId: null,
    couponCode: null,
    reference: null,
    referenceReused: false,
    verifiedHash: null,
    claimedBy: null,
    claimedAt: null,
    claimUntil: null,
    deliveryNote: null,
    deliveryOpenedAt: null,
    expiresAt: new Date(at.getTime() + expiryHours * 3_600_000),
    warnedAt: null,
    paidAt: null,
    verifiedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}

/** Name, price and logo as they are now: the order keeps them whatever becomes of the item. */
const copyLine = (orderId: string, row: CartRow, position: number): LineRow => ({
  id: newId(),
  orderId,
  position,
  itemId: row.itemId,
  categoryId: row.categoryId,
  name: row.name,
  months: row.months,
  price: row.price,
  oldPrice: discountPercent(row.price, row.oldPrice) > 0 ? row.oldPrice : null,
  quantity: row.count,
  logoLink: row.logoLink,
})
