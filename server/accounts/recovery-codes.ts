import { createHash, randomInt } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { recoveryCodes } from '../../drizzle/schema.ts'
import { normalizeCode } from '../../shared/accounts/second-factor-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'

const codesPerUser = 10
/** Without characters that are easily confused, such as 0 and o. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Replaces a user's recovery codes with ten new ones of 124 random bits, as `xxxxx-xxxxx-xxxxx-xxxxx-xxxxx`.
 * @returns the codes; only their hashes are stored
 */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerUser }, generateCode)
  await deleteRecoveryCodes(tx, userId)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ hash: hashCode(userId, code), userId })))
  return codes
}

export async function deleteRecoveryCodes(tx: Tx, userId: string) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Uses a code up. @returns false when it is wrong or was used before */
export async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const [used] = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCodes.hash, hashCode(userId, code)),
        eq(recoveryCodes.userId, userId),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning()
  return used !== undefined
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row!.left
}

function generateCode() {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}

const hashCode = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId} ${normalizeCode(code)}`)
    .digest('hex')
