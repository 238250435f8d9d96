import { and, eq, isNull, sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'
import { cartLines, items, users } from '../../drizzle/schema.ts'
import { type CartLine, mostOfOne } from '../../shared/cart.ts'
import { notFound, unacceptable } from '../../shared/refusal.ts'
import { locking } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { countOf, readCart } from './read-cart.ts'

/** Adds to what is there. @throws 404 'Item not found'; 422 beyond the most that a line takes */
export async function addToCart(making: Change, userId: string, itemId: string, count: number) {
  const { tx } = making
  await lockCart(making, userId)
  const [item] = await tx
    .select()
    .from(items)
    .where(and(eq(items.id, itemId), isNull(items.archivedAt)))
  if (!item) throw notFound('Item not found')
  const [line] = await tx
    .insert(cartLines)
    .values({ userId, itemId, count, priceWhenAdded: item.price })
    .onConflictDoUpdate({
      target: [cartLines.userId, cartLines.itemId],
      set: { count: sql`${cartLines.count} + ${count}`, priceWhenAdded: item.price },
    })
    .returning()
  if (line!.count > mostOfOne) throw unacceptable('too_many_of_one', `A line takes at most ${mostOfOne} of one item.`)
  return tellCart(making, userId)
}

/** @throws 404 when it is not a line of this person's cart */
export async function changeCount(making: Change, userId: string, lineId: string, count: number) {
  await lockCart(making, userId)
  const changed = await making.tx
    .update(cartLines)
    .set({ count })
    .where(and(eq(cartLines.id, lineId), eq(cartLines.userId, userId)))
    .returning({ id: cartLines.id })
  if (changed.length === 0) throw notFound('This is not in your cart any more.')
  return tellCart(making, userId)
}

/** @throws 404 when it is not a line of this person's cart */
export async function removeFromCart(making: Change, userId: string, lineId: string) {
  await lockCart(making, userId)
  const removed = await making.tx
    .delete(cartLines)
    .where(and(eq(cartLines.id, lineId), eq(cartLines.userId, userId)))
    .returning({ id: cartLines.id })
  if (removed.length === 0) throw notFound('This is not in your cart any more.')
  return tellCart(making, userId)
}

async function tellCart({ tx, tell }: Change, userId: string): Promise<CartLine[]> {
  const lines = await readCart(tx, userId)
  tell(`user:${userId}`, { type: 'cart.changed', data: { lines, count: countOf(lines) } })
  return lines
}

/** A cart changes in one place at a time: its owner's row stands for it. */
export async function lockCart({ tx }: Change, userId: string) {
  if (dialect !== 'sqlite') await locking(tx.select({ id: users.id }).from(users).where(eq(users.id, userId)))
}
