import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { cartLines, items } from '../../drizzle/schema.ts'
import { describeFullCart, describeMaxQuantity } from '../../shared/cart/rules.ts'
import { maxCartLines } from '../../shared/cart/schema.ts'
import { maxLineQuantity } from '../../shared/limits.ts'
import { notFound, unprocessable } from '../../shared/api-error.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type Cart, cartChanged, readCart } from './read-cart.ts'

const lineNotFound = () => notFound('This item is no longer in your cart.')

/**
 * Adds `count` of an item to a user's cart, on top of what is there.
 * @throws 404 'Item not found'; 422 above the maximum quantity of a line or number of lines (docs/rules.md, Limits)
 */
export async function addToCart(ctx: MutationContext, userId: string, itemId: string, count: number) {
  const { tx } = ctx
  await lockUser(ctx.tx, userId)
  const [item] = await tx
    .select()
    .from(items)
    .where(and(eq(items.id, itemId), isNull(items.archivedAt)))
  if (!item) throw notFound('Item not found')
  const [line] = await tx
    .insert(cartLines)
    .values({ userId, itemId, count, priceWhenAdded: item.price, createdAt: ctx.now })
    .onConflictDoUpdate({
      target: [cartLines.userId, cartLines.itemId],
      set: { count: sql`${cartLines.count} + ${count}`, priceWhenAdded: item.price },
    })
    .returning()
  await assertFewLines(ctx, userId)
  if (line!.count > maxLineQuantity) {
    throw unprocessable('too_many_of_one', describeMaxQuantity())
  }
  return publishCart(ctx, userId)
}

/**
 * Lines of archived items make room first.
 * @throws 422 above the maximum number of lines
 */
async function assertFewLines({ tx }: MutationContext, userId: string) {
  if ((await tx.$count(cartLines, eq(cartLines.userId, userId))) <= maxCartLines) return
  await removeArchivedLines(tx, userId)
  if ((await tx.$count(cartLines, eq(cartLines.userId, userId))) <= maxCartLines) return
  throw unprocessable('cart_full', describeFullCart())
}

/** Removes the lines of a cart that can't be ordered any more. */
export async function removeArchivedLines(tx: Tx, userId: string) {
  const archived = tx.select({ id: items.id }).from(items).where(isNotNull(items.archivedAt))
  await tx.delete(cartLines).where(and(eq(cartLines.userId, userId), inArray(cartLines.itemId, archived)))
}

/** Sets the quantity of a line of the user's cart. @throws 404 */
export async function changeCount(ctx: MutationContext, userId: string, lineId: string, count: number) {
  await lockUser(ctx.tx, userId)
  const changed = await ctx.tx
    .update(cartLines)
    .set({ count })
    .where(and(eq(cartLines.id, lineId), eq(cartLines.userId, userId)))
    .returning({ id: cartLines.id })
  if (changed.length === 0) throw lineNotFound()
  return publishCart(ctx, userId)
}

/** Removes a line of the user's cart. @throws 404 */
export async function removeFromCart(ctx: MutationContext, userId: string, lineId: string) {
  await lockUser(ctx.tx, userId)
  const removed = await ctx.tx
    .delete(cartLines)
    .where(and(eq(cartLines.id, lineId), eq(cartLines.userId, userId)))
    .returning({ id: cartLines.id })
  if (removed.length === 0) throw lineNotFound()
  return publishCart(ctx, userId)
}

/** Publishes a cart to its user and returns it. */
export async function publishCart({ tx, publish }: MutationContext, userId: string): Promise<Cart> {
  const cart = await readCart(tx, userId)
  publish(`user:${userId}`, cartChanged(cart))
  return cart
}
