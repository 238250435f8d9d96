import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { pictures } from '../../drizzle/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'

const findByName = prepared('picture_by_name', (db) =>
  db
    .select()
    .from(pictures)
    .where(eq(pictures.name, sql.placeholder('name'))),
)

export const pictureLink = (name: string) => `/media/${name}`

/** Stores a picture. @returns its name: the hash of its bytes, so a link always shows the same picture */
export async function storePicture(tx: Tx, type: string, extension: string, bytes: Buffer): Promise<string> {
  const name = pictureName(bytes, extension)
  // An existing picture counts as new, so that it isn't pruned before it is used.
  await tx
    .insert(pictures)
    .values({ name, type, bytes })
    .onConflictDoUpdate({ target: pictures.name, set: { createdAt: new Date() } })
  return name
}

export const pictureName = (bytes: Buffer, extension: string) =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}.${extension}`

export async function readPicture(db: Db, name: string) {
  const [picture] = await findByName(db, { name })
  return picture ?? null
}
