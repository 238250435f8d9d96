import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { mailLinks } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { generateToken, hashToken } from '../auth/tokens.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

type Purpose = 'reset' | 'email'

const minuteMs = 60_000
const lifetimeMs: Record<Purpose, number> = { reset: 30 * minuteMs, email: 24 * 60 * minuteMs }
/** Anyone can request a reset link for anyone, so a new one must not revoke the one that the owner is about to open. */
const maxValidLinks: Record<Purpose, number> = { reset: 3, email: 1 }

/** Creates a link and revokes earlier ones, of which some stay valid. @returns its token; only the hash is stored */
export async function createLink(
  ctx: MutationContext,
  userId: string,
  link: { purpose: 'reset' } | { purpose: 'email'; email: string },
): Promise<string> {
  await revokeEarlierLinks(ctx, userId, link.purpose)
  const token = generateToken()
  const expiresAt = new Date(ctx.now.getTime() + lifetimeMs[link.purpose])
  await ctx.tx.insert(mailLinks).values({ ...link, hash: hashToken(token), userId, createdAt: ctx.now, expiresAt })
  return token
}

/** @throws 422 when the link is unknown, used, revoked or expired */
export async function findLink(db: Db | Tx, token: string, purpose: Purpose) {
  const [link] = await db.select().from(mailLinks).where(isValidLink(token, purpose))
  if (!link) throw linkExpired()
  return link
}

/** Uses a link up: of several requests at the same time, one succeeds. @throws 422 as findLink */
export async function consumeLink({ tx, now }: MutationContext, token: string, purpose: Purpose) {
  const [link] = await tx.update(mailLinks).set({ usedAt: now }).where(isValidLink(token, purpose)).returning()
  if (!link) throw linkExpired()
  return link
}

/** Revokes a user's unused links, whatever their purpose. */
export async function revokeLinks({ tx, now }: MutationContext, userId: string) {
  await tx
    .update(mailLinks)
    .set({ usedAt: now })
    .where(and(eq(mailLinks.userId, userId), isNull(mailLinks.usedAt)))
}

/** Leaves room for one more link of this purpose. */
async function revokeEarlierLinks({ tx, now }: MutationContext, userId: string, purpose: Purpose) {
  const unused = and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, purpose), isNull(mailLinks.usedAt))
  const links = await tx
    .select({ hash: mailLinks.hash })
    .from(mailLinks)
    .where(unused)
    .orderBy(desc(mailLinks.createdAt))
  const revoked = links.slice(maxValidLinks[purpose] - 1).map(({ hash }) => hash)
  if (revoked.length > 0) await tx.update(mailLinks).set({ usedAt: now }).where(inArray(mailLinks.hash, revoked))
}

const isValidLink = (token: string, purpose: Purpose) =>
  and(
    eq(mailLinks.hash, hashToken(token)),
    eq(mailLinks.purpose, purpose),
    isNull(mailLinks.usedAt),
    gt(mailLinks.expiresAt, new Date()),
  )

const linkExpired = () =>
  unprocessable('link_over', 'This link has expired or was already used. Please request a new one.')
