import { and, eq, inArray, sql } from 'drizzle-orm'
import { cartLines, items } from '../../drizzle/schema.ts'
import { maxCartLines, maxLineQuantity, type NewLine, type NotAdded } from '../../shared/cart/schema.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { publishCart, removeArchivedLines } from './change-cart.ts'
import { type Cart, readCart } from './read-cart.ts'

/**
 * Adds the lines that a visitor's device kept to the user's cart, on top of what is there. Counts stop at the maximum
 * quantity. Items that are no longer for sale, and those for which the cart has no room, are left out and named.
 */
export async function mergeCart(
  ctx: MutationContext,
  userId: string,
  lines: NewLine[],
): Promise<{ cart: Cart; notAdded: NotAdded[] }> {
  const { tx } = ctx
  await lockUser(ctx.tx, userId)
  const counts = sumByItem(lines)
  const found = await readItems(tx, [...counts.keys()])
  const isForSale = (itemId: string) => found.get(itemId)?.archivedAt === null
  const itemIds = [...counts.keys()].filter(isForSale)
  const added = new Set(await findItemsThatFit(tx, userId, itemIds))
  const notAdded = [...counts.keys()]
    .filter((item) => !added.has(item))
    .map((item): NotAdded => {
      const reason = isForSale(item) ? 'cart_full' : 'unavailable'
      return { item, name: found.get(item)?.name ?? null, reason }
    })
  if (added.size === 0) return { cart: await readCart(tx, userId), notAdded }
  await addLines(
    ctx,
    [...added].map((itemId) => ({
      userId,
      itemId,
      count: Math.min(counts.get(itemId)!, maxLineQuantity),
      priceWhenAdded: found.get(itemId)!.price,
    })),
  )
  return { cart: await publishCart(ctx, userId), notAdded }
}

function sumByItem(lines: NewLine[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { item, count } of lines) counts.set(item, (counts.get(item) ?? 0) + count)
  return counts
}

async function readItems(tx: Tx, ids: string[]) {
  const rows = await tx
    .select({ id: items.id, name: items.name, price: items.price, archivedAt: items.archivedAt })
    .from(items)
    .where(inArray(items.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Items that the cart has already always fit; of the others, the first ones. Lines of archived items make room. */
async function findItemsThatFit(tx: Tx, userId: string, itemIds: string[]): Promise<string[]> {
  const own = eq(cartLines.userId, userId)
  const inCart = await tx
    .select({ itemId: cartLines.itemId })
    .from(cartLines)
    .where(and(own, inArray(cartLines.itemId, itemIds)))
  const isInCart = (itemId: string) => inCart.some((line) => line.itemId === itemId)
  const newCount = itemIds.length - inCart.length
  if ((await tx.$count(cartLines, own)) + newCount > maxCartLines) await removeArchivedLines(tx, userId)
  let room = maxCartLines - (await tx.$count(cartLines, own))
  return itemIds.filter((itemId) => isInCart(itemId) || room-- > 0)
}

type NewCartLine = Pick<typeof cartLines.$inferSelect, 'userId' | 'itemId' | 'count' | 'priceWhenAdded'>

async function addLines({ tx, now }: MutationContext, lines: NewCartLine[]) {
  await tx
    .insert(cartLines)
    .values(lines.map((line) => ({ ...line, createdAt: now })))
    .onConflictDoUpdate({
      target: [cartLines.userId, cartLines.itemId],
      set: {
        count: sql`case when ${cartLines.count} + excluded.count > ${maxLineQuantity} then ${maxLineQuantity} else ${cartLines.count} + excluded.count end`,
        priceWhenAdded: sql`excluded.price_when_added`,
      },
    })
}
