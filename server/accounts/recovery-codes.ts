import { createHash, randomInt } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { recoveryCodes } from '../../drizzle/schema.ts'
import { bare } from '../../shared/second-factor.ts'
import type { Db, Tx } from '../db/transactions.ts'

const howMany = 10
/** No signs that look like another. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new ones of 124 random bits, written `xxxxx-xxxxx-xxxxx-xxxxx-xxxxx`, in place of all before. Only their hashes are kept. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await forgetRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ hash: hashOf(userId, code), userId })))
  return codes
}

export async function forgetRecoveryCodes(tx: Tx, userId: string) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Whether it was one that is good; it is none any more. */
export async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const [taken] = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(eq(recoveryCodes.hash, hashOf(userId, code)), eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
    )
    .returning()
  return taken !== undefined
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row!.left
}

function newCode() {
  const part = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')
  return Array.from({ length: 5 }, part).join('-')
}

const hashOf = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId} ${bare(code)}`)
    .digest('hex')
