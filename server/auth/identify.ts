import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'
import { accessTokens, secondFactors, sessions, users } from '../../drizzle/schema.ts'
import { prepared, typedPlaceholder } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import type { Env } from '../env.ts'
import { type ReaderHeads, selectHeadsOf } from './reader-heads.ts'
import { hashToken } from './tokens.ts'

/** A logged-in user, and the session that their token belongs to. */
export type Identity = {
  user: Omit<
    typeof users.$inferSelect,
    'passwordHash' | 'searchText' | 'spent' | 'notificationsReadAt' | 'notificationsReadId'
  >
  sessionId: string
  /** When the access token expires. */
  expiresAt: Date
  /** Staff who have to set up a second factor first. Until then they may do what a customer may: `isAdmin` is false. */
  needsSecondFactor: boolean
  /** The heads of the streams when the token was looked up, on Postgres: there, reading them later is a round trip. */
  heads?: ReaderHeads
}

const findByToken = prepared('identify', (db) =>
  db
    .select({
      user: {
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        phone: users.phone,
        points: users.points,
        currency: users.currency,
        darkMode: users.darkMode,
        paymentMethod: users.paymentMethod,
        isAdmin: users.isAdmin,
        createdAt: users.createdAt,
        updatedAt: users.updatedAt,
      },
      sessionId: sessions.id,
      expiresAt: accessTokens.expiresAt,
      secondFactorSince: secondFactors.confirmedAt,
      ...(dialect !== 'sqlite' && { heads: selectHeadsOf(users.id) }),
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        eq(accessTokens.hash, sql.placeholder('hash')),
        gt(accessTokens.expiresAt, typedPlaceholder('now', accessTokens.expiresAt)),
        isNull(sessions.endedAt),
      ),
    ),
)

/**
 * Looks up an access token on every call, so that an ended session or a changed role takes effect at once.
 * @returns null when the token is unknown or expired, or its session has ended
 */
export async function identify({ db, env }: { db: Db; env: Env }, token: string): Promise<Identity | null> {
  const [found] = await findByToken(db, { hash: hashToken(token), now: new Date() })
  if (!found) return null
  const { secondFactorSince, user, ...session } = found
  const needsSecondFactor = env.staffSecondFactorRequired && user.isAdmin && secondFactorSince === null
  return { ...session, user: needsSecondFactor ? { ...user, isAdmin: false } : user, needsSecondFactor }
}

const findOpenSession = prepared('session_is_open', (db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.endedAt))),
)

/** Whether a session has neither ended nor expired. */
export const isSessionOpen = async (db: Db, sessionId: string) =>
  (await findOpenSession(db, { id: sessionId })).length === 1
