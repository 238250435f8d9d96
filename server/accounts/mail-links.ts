import { and, eq, gt, isNull } from 'drizzle-orm'
import { mailLinks } from '../../drizzle/schema.ts'
import { unacceptable } from '../../shared/refusal.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { hashToken, newToken } from './identify.ts'

type Purpose = 'reset' | 'email'

const minute = 60_000
/** How long each may be opened, in milliseconds. */
const goodFor: Record<Purpose, number> = { reset: 30 * minute, email: 24 * 60 * minute }

/** The token of a new link; an earlier one for the same purpose is good for nothing any more. */
export async function createLink(
  making: Change,
  userId: string,
  link: { purpose: 'reset' } | { purpose: 'email'; email: string },
): Promise<string> {
  await voidLinks(making, userId, link.purpose)
  const token = newToken()
  const expiresAt = new Date(Date.now() + goodFor[link.purpose])
  await making.tx.insert(mailLinks).values({ ...link, hash: hashToken(token), userId, expiresAt })
  return token
}

/** @throws 422 unless it is one that may be opened now */
export async function findLink(db: Db | Tx, token: string, purpose: Purpose) {
  const [link] = await db.select().from(mailLinks).where(isOpen(token, purpose))
  if (!link) throw noLonger()
  return link
}

/** Opens a link: of two at once, one does. @throws 422 unless it may be opened now */
export async function takeLink({ tx }: Change, token: string, purpose: Purpose) {
  const [link] = await tx.update(mailLinks).set({ usedAt: new Date() }).where(isOpen(token, purpose)).returning()
  if (!link) throw noLonger()
  return link
}

/** Leaves no link of a person that can still be opened, or none for a purpose. */
export async function voidLinks({ tx }: Change, userId: string, purpose?: Purpose) {
  await tx
    .update(mailLinks)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(mailLinks.userId, userId),
        isNull(mailLinks.usedAt),
        purpose === undefined ? undefined : eq(mailLinks.purpose, purpose),
      ),
    )
}

const isOpen = (token: string, purpose: Purpose) =>
  and(
    eq(mailLinks.hash, hashToken(token)),
    eq(mailLinks.purpose, purpose),
    isNull(mailLinks.usedAt),
    gt(mailLinks.expiresAt, new Date()),
  )

const noLonger = () => unacceptable('link_over', 'This link was used before or is too old. Please have a new one sent.')
