import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { cartLines, items } from '../../drizzle/schema.ts'
import type { CartLine } from '../../shared/cart.ts'
import { type Db, prepared, type Tx } from '../db/transactions.ts'

const linesOf = prepared('cart_lines', (db) =>
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
    // What is no longer on sale is in nobody's cart.
    .where(and(eq(cartLines.userId, sql.placeholder('userId')), isNull(items.archivedAt)))
    .orderBy(asc(cartLines.createdAt), asc(cartLines.id)),
)

export type CartRow = Awaited<ReturnType<typeof readRows>>[number]
export const readRows = (db: Db | Tx, userId: string) => linesOf(db, { userId })

/** What is in a person's cart, priced as of now. */
export const readCart = async (db: Db | Tx, userId: string): Promise<CartLine[]> =>
  (await readRows(db, userId)).map(presentLine)

const presentLine = (row: CartRow): CartLine => ({
  _id: row.id,
  count: row.count,
  priceWhenAdded: row.priceWhenAdded,
  item: {
    _id: row.itemId,
    name: row.name,
    price: row.price,
    duration: row.months,
    logoLink: row.logoLink,
    category: row.categoryId,
  },
})

export const countOf = (lines: { count: number }[]) => lines.reduce((sum, line) => sum + line.count, 0)
