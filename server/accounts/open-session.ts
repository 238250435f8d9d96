import { accessTokens, refreshTokens, sessions } from '../../drizzle/schema.ts'
import { generateToken, hashToken } from '../auth/tokens.ts'
import type { MutationContext } from '../events/mutation.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const accessTokenLifetimeMs = 15 * minuteMs
const refreshTokenLifetimeMs = 30 * dayMs
const sessionLifetimeMs = { customer: 90 * dayMs, staff: dayMs / 2 }

export type Tokens = { access: string; refresh: string }

/** Opens a session on one device and issues its first tokens; their lifetimes are in docs/security.md. */
export async function openSession(ctx: MutationContext, user: { id: string; isAdmin: boolean }, userAgent: string) {
  const expiresAt = new Date(ctx.now.getTime() + sessionLifetimeMs[user.isAdmin ? 'staff' : 'customer'])
  const [session] = await ctx.tx.insert(sessions).values({ userId: user.id, userAgent, expiresAt }).returning()
  return issueTokens(ctx, session!, null)
}

/** Issues new tokens for a session. @param parent the hash of the refresh token that was exchanged for them, if any */
export async function issueTokens(
  { tx, now }: MutationContext,
  session: { id: string; expiresAt: Date },
  parent: string | null,
): Promise<Tokens> {
  const [access, refresh] = [generateToken(), generateToken()]
  // No token outlives its session.
  const expiryIn = (ms: number) => new Date(Math.min(now.getTime() + ms, session.expiresAt.getTime()))
  await tx
    .insert(accessTokens)
    .values({ hash: hashToken(access), sessionId: session.id, expiresAt: expiryIn(accessTokenLifetimeMs) })
  await tx
    .insert(refreshTokens)
    .values({ hash: hashToken(refresh), sessionId: session.id, parent, expiresAt: expiryIn(refreshTokenLifetimeMs) })
  return { access, refresh }
}
