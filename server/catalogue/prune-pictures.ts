import { and, eq, inArray, lt, notExists, notInArray, sql } from 'drizzle-orm'
import { items, orderLines, pictures } from '../../drizzle/schema.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import { pictureLink } from './pictures.ts'

/** Small, so that the transaction stays short. */
const batchSize = 100

/** Deletes a batch of pictures uploaded before a time that neither an item nor an order uses. @returns how many */
export async function prunePictures(db: Db, before: Date): Promise<number> {
  const found = await findUnused(db, before).limit(batchSize)
  if (found.length === 0) return 0
  const names = found.map(({ name }) => name)
  const deleted = await db.transaction(async (tx) => {
    // Waits for transactions that are adding one of them to an item, and checks again afterwards.
    await forUpdate(tx.select({ name: pictures.name }).from(pictures).where(inArray(pictures.name, names)))
    const unused = findUnused(tx, before)
    return tx
      .delete(pictures)
      .where(and(inArray(pictures.name, names), inArray(pictures.name, unused)))
      .returning({ name: pictures.name })
  })
  return deleted.length
}

const link = sql<string>`${sql.raw(`'${pictureLink('')}'`)} || ${pictures.name}`

/** Orders keep using the logo that their items had at checkout. */
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
