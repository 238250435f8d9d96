import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { isDraft } from '../../drizzle/conditions.ts'
import { cartLines, items } from '../../drizzle/schema.ts'
import { type CartItem, type CartLine, maxCartLines } from '../../shared/cart/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'

const cartRowsOf = prepared('cart_lines', (db) =>
  db
    .select({
      id: cartLines.id,
      count: cartLines.count,
      priceWhenAdded: cartLines.priceWhenAdded,
      itemId: items.id,
      name: items.name,
      price: items.price,
      oldPrice: items.oldPrice,
      months: items.months,
      logoLink: items.logoLink,
      categoryId: items.categoryId,
      archivedAt: items.archivedAt,
    })
    .from(cartLines)
    .innerJoin(items, eq(items.id, cartLines.itemId))
    // An item that was on sale can be a draft again, which customers don't see.
    .where(and(eq(cartLines.userId, sql.placeholder('userId')), not(isDraft(items.draft))))
    .orderBy(asc(cartLines.createdAt), asc(cartLines.id)),
)

export type CartRow = Awaited<ReturnType<typeof cartRowsOf>>[number]

/**
 * The first lines of a cart, and those of archived items, which can't be ordered. A cart that was filled before there was
 * a limit shows the rest as these go.
 */
export async function readCartRows(db: Db | Tx, userId: string) {
  // Not a `limit`: with a bound one, SQLite takes three times as long for a cart of two lines.
  const rows = await cartRowsOf(db, { userId })
  const available = rows.filter((row) => row.archivedAt === null).slice(0, maxCartLines)
  // Together no more than the maximum, so that an event has room for them.
  const unavailable = rows.filter((row) => row.archivedAt !== null).slice(0, maxCartLines - available.length)
  return { available, unavailable }
}

/** `unavailable` are the lines of archived items. */
export type Cart = { lines: CartLine[]; unavailable: CartLine[] }

/** A user's cart at current prices, in the order the items were added. */
export async function readCart(db: Db | Tx, userId: string): Promise<Cart> {
  const { available, unavailable } = await readCartRows(db, userId)
  return { lines: available.map(presentLine), unavailable: unavailable.map(presentLine) }
}

const presentLine = (row: CartRow): CartLine => ({
  _id: row.id,
  count: row.count,
  priceWhenAdded: row.priceWhenAdded,
  item: presentItem({ ...row, id: row.itemId }),
})

type ItemRow = Pick<typeof items.$inferSelect, 'id' | 'name' | 'price' | 'months' | 'logoLink' | 'categoryId'>

const presentItem = ({ id, name, price, months, logoLink, categoryId }: ItemRow): CartItem => ({
  _id: id,
  name,
  price,
  duration: months,
  logoLink,
  category: categoryId,
})

/** Of these items, those for sale, for the cart that a visitor's device keeps. */
export async function readCartItems(db: Db, ids: string[]): Promise<CartItem[]> {
  const rows = await db
    .select({
      id: items.id,
      name: items.name,
      price: items.price,
      months: items.months,
      logoLink: items.logoLink,
      categoryId: items.categoryId,
    })
    .from(items)
    .where(and(inArray(items.id, ids), isNull(items.archivedAt)))
  return rows.map(presentItem)
}

/** The total quantity of these lines. */
export const countOf = (lines: { count: number }[]) => lines.reduce((sum, line) => sum + line.count, 0)

/** The event of a cart's change, for its user. */
export const cartChanged = ({ lines, unavailable }: Cart) => ({
  type: 'cart.changed' as const,
  data: { lines, count: countOf(lines), unavailable },
})
