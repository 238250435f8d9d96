import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
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
    })
    .from(cartLines)
    .innerJoin(items, eq(items.id, cartLines.itemId))
    // Archived items can't be ordered.
    .where(and(eq(cartLines.userId, sql.placeholder('userId')), isNull(items.archivedAt)))
    .orderBy(asc(cartLines.createdAt), asc(cartLines.id)),
)

export type CartRow = Awaited<ReturnType<typeof readCartRows>>[number]

/** The first lines of a cart: one that was filled before there was a limit shows the rest as these go. */
export async function readCartRows(db: Db | Tx, userId: string) {
  // Not a `limit`: with a bound one, SQLite takes three times as long for a cart of two lines.
  return (await cartRowsOf(db, { userId })).slice(0, maxCartLines)
}

/** A user's cart at current prices, in the order the items were added. */
export const readCart = async (db: Db | Tx, userId: string): Promise<CartLine[]> =>
  (await readCartRows(db, userId)).map(presentLine)

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
