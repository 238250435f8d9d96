import { and, eq, inArray, lt, notExists, notInArray, sql } from 'drizzle-orm'
import { items, orderLines, pictures } from '../../drizzle/schema.ts'
import { type Db, locking, type Tx } from '../db/transactions.ts'
import { pictureLink } from './pictures.ts'

/** How many at a time, so that nobody waits long for it. */
const atATime = 100

/** Deletes pictures uploaded before then that neither an item nor an order has. @returns how many */
export async function forgetPictures(db: Db, before: Date): Promise<number> {
  const found = await findUnused(db, before).limit(atATime)
  if (found.length === 0) return 0
  const names = found.map(({ name }) => name)
  const deleted = await db.transaction(async (tx) => {
    // Whoever puts one of them on an item has it locked, and is waited for; then it is looked at again.
    await locking(tx.select({ name: pictures.name }).from(pictures).where(inArray(pictures.name, names)))
    const unused = findUnused(tx, before)
    return tx
      .delete(pictures)
      .where(and(inArray(pictures.name, names), inArray(pictures.name, unused)))
      .returning({ name: pictures.name })
  })
  return deleted.length
}

const link = sql<string>`${sql.raw(`'${pictureLink('')}'`)} || ${pictures.name}`

/** An order keeps the logo that its item had then. */
const findUnused = (db: Db | Tx, before: Date) =>
  db
    .select({ name: pictures.name })
    .from(pictures)
    .where(
      and(
        lt(pictures.createdAt, before),
        notInArray(link, db.select({ link: items.logoLink }).from(items)),
        notInArray(link, db.select({ link: items.bannerLink }).from(items)),
        notExists(db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.logoLink, link))),
      ),
    )
    .$dynamic()
