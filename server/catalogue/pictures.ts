import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pictures } from '../../drizzle/schema.ts'
import { type Db, prepared, type Tx } from '../db/transactions.ts'

const byName = prepared('picture_by_name', (db) =>
  db
    .select()
    .from(pictures)
    .where(eq(pictures.name, sql.placeholder('name'))),
)

export const pictureLink = (name: string) => `/media/${name}`

/** Keeps a picture under the hash of its bytes and tells its name. */
export async function keepPicture(tx: Tx, type: string, extension: string, bytes: Buffer): Promise<string> {
  const name = pictureName(bytes, extension)
  // One that was there is as good as new: it is about to be used.
  await tx
    .insert(pictures)
    .values({ name, type, bytes })
    .onConflictDoUpdate({ target: pictures.name, set: { createdAt: new Date() } })
  return name
}

export const pictureName = (bytes: Buffer, extension: string) =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.${extension}`

export async function readPicture(db: Db, name: string) {
  const [picture] = await byName(db, { name })
  return picture ?? null
}
