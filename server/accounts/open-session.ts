import { eq } from 'drizzle-orm'
import { accessTokens, refreshTokens, sessions, users } from '../../drizzle/schema.ts'
import { generateToken, hashToken } from '../auth/tokens.ts'
import { forUpdate } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endOldestSessions } from './end-session.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const accessTokenLifetimeMs = 15 * minuteMs
const refreshTokenLifetimeMs = 30 * dayMs
const sessionLifetimeMs = { customer: 90 * dayMs, staff: dayMs / 2 }

/** Open at the same time, for one user. */
const maxSessions = 100

export type Tokens = { access: string; refresh: string }

/**
 * Opens a session on one device and issues its first tokens; their lifetimes are in docs/security.md. The user's oldest
 * sessions end if there are too many.
 */
export async function openSession(
  ctx: MutationContext,
  user: { id: string; isAdmin: boolean },
  userAgent: string,
): Promise<Tokens> {
  // Locked, so that of logins at the same time each counts the others.
  await forUpdate(ctx.tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)))
  const expiresAt = new Date(ctx.now.getTime() + sessionLifetimeMs[user.isAdmin ? 'staff' : 'customer'])
  const row = { userId: user.id, userAgent, createdAt: ctx.now, expiresAt }
  const [session] = await ctx.tx.insert(sessions).values(row).returning()
  await endOldestSessions(ctx, user.id, maxSessions)
  return { access: await issueAccessToken(ctx, session!), refresh: await issueRefreshToken(ctx, session!, null) }
}

type Session = { id: string; expiresAt: Date }

/** Stores the hash of a new access token of a session. @returns the token */
export async function issueAccessToken({ tx, now }: MutationContext, session: Session): Promise<string> {
  const token = generateToken()
  const expiresAt = expiryIn(accessTokenLifetimeMs, now, session)
  await tx.insert(accessTokens).values({ hash: hashToken(token), sessionId: session.id, expiresAt })
  return token
}

/** @param parent the hash of the refresh token that is exchanged for it; null for the first of a session */
export async function issueRefreshToken(
  { tx, now }: MutationContext,
  session: Session,
  parent: string | null,
): Promise<string> {
  const token = generateToken()
  const expiresAt = expiryIn(refreshTokenLifetimeMs, now, session)
  await tx
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId: session.id, parent, createdAt: now, expiresAt })
  return token
}

/** No token outlives its session. */
const expiryIn = (ms: number, now: Date, session: Session) =>
  new Date(Math.min(now.getTime() + ms, session.expiresAt.getTime()))
