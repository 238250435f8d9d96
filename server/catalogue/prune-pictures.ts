import { and, asc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { items, orderLines, pictures } from '../../drizzle/schema.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import { pictureLink } from './pictures.ts'

/** Small, so that the transaction stays short. */
const batchSize = 100

/**
 * Deletes the pictures uploaded before a time that neither an item nor an order uses. It looks at a batch of pictures
 * at a time, and requests are served between two of them.
 * @returns how many were deleted
 */
export async function prunePictures(db: Db, before: Date): Promise<number> {
  let deleted = 0
  let last: PictureAge | undefined
  for (;;) {
    const batch = await readBatch(db, before, last)
    last = batch.at(-1)
    if (!last) return deleted
    const names = batch.map(({ name }) => name)
    deleted += await deleteUnused(db, before, names)
    await new Promise(setImmediate)
  }
}

type PictureAge = { name: string; createdAt: Date }
const param = (createdAt: Date) => sql.param(createdAt, pictures.createdAt)

/** Pictures by age, after `last`. */
const readBatch = (db: Db, before: Date, last?: PictureAge): Promise<PictureAge[]> =>
  db
    .select({ name: pictures.name, createdAt: pictures.createdAt })
    .from(pictures)
    .where(
      and(
        lt(pictures.createdAt, before),
        last && sql`(${pictures.createdAt}, ${pictures.name}) > (${param(last.createdAt)}, ${last.name})`,
      ),
    )
    .orderBy(asc(pictures.createdAt), asc(pictures.name))
    .limit(batchSize)

async function deleteUnused(db: Db, before: Date, names: string[]): Promise<number> {
  const unused = await findUnused(db, names)
  if (unused.length === 0) return 0
  const found = unused.map(({ name }) => name)
  return db.transaction(async (tx) => {
    // Waits for transactions that are adding one of them to an item, and checks again afterwards.
    await forUpdate(tx.select({ name: pictures.name }).from(pictures).where(inArray(pictures.name, found)))
    const deleted = await tx
      .delete(pictures)
      .where(and(lt(pictures.createdAt, before), inArray(pictures.name, findUnused(tx, found))))
      .returning({ name: pictures.name })
    return deleted.length
  })
}

const link = sql<string>`${sql.raw(`'${pictureLink('')}'`)} || ${pictures.name}`

/**
 * Those of these pictures that nothing uses. Orders keep using the logo that their items had at checkout. It asks only
 * for names, which are in an index: the other columns are behind the bytes.
 */
const findUnused = (db: Db | Tx, names: string[]) =>
  db
    .select({ name: pictures.name })
    .from(pictures)
    .where(
      and(
        inArray(pictures.name, names),
        notExists(db.select({ id: items.id }).from(items).where(eq(items.logoLink, link))),
        notExists(db.select({ id: items.id }).from(items).where(eq(items.bannerLink, link))),
        notExists(db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.logoLink, link))),
      ),
    )
