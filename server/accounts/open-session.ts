import { accessTokens, refreshTokens, sessions } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'
import { hashToken, newToken } from './identify.ts'
import { tellSession } from './tell-staff.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** How long each is good, in milliseconds. */
const accessFor = 15 * minute
const refreshFor = 30 * day
const familyFor = { customer: 90 * day, staff: day / 2 }

export type Tokens = { access: string; refresh: string }

/** Starts a session on one device and hands out its first tokens. */
export async function openSession(making: Change, user: { id: string; isAdmin: boolean }, userAgent: string) {
  const expiresAt = new Date(Date.now() + (user.isAdmin ? familyFor.staff : familyFor.customer))
  const [session] = await making.tx.insert(sessions).values({ userId: user.id, userAgent, expiresAt }).returning()
  tellSession(making, session!)
  return issueTokens(making, session!, null)
}

/** New tokens of a session; `parent` is the hash of the refresh token they are given for. */
export async function issueTokens(
  { tx }: Change,
  session: { id: string; expiresAt: Date },
  parent: string | null,
): Promise<Tokens> {
  const [access, refresh] = [newToken(), newToken()]
  const until = (ms: number) => new Date(Math.min(Date.now() + ms, session.expiresAt.getTime()))
  await tx.insert(accessTokens).values({ hash: hashToken(access), sessionId: session.id, expiresAt: until(accessFor) })
  await tx
    .insert(refreshTokens)
    .values({ hash: hashToken(refresh), sessionId: session.id, parent, expiresAt: until(refreshFor) })
  return { access, refresh }
}
