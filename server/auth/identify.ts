import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { accessTokens, sessions, users } from '../../drizzle/schema.ts'
import { type Db, given, prepared } from '../db/transactions.ts'

/** Somebody signed in: the user's row, and the session that says so. */
export type Identity = {
  user: Omit<typeof users.$inferSelect, 'passwordHash'>
  sessionId: string
  expiresAt: Date
}

/** A token as it is handed out: 256 random bits. Only its hash is kept. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => hash('sha256', token)

const byToken = prepared('identify', (db) =>
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
        isAdmin: users.isAdmin,
        createdAt: users.createdAt,
        updatedAt: users.updatedAt,
      },
      sessionId: sessions.id,
      expiresAt: accessTokens.expiresAt,
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(accessTokens.hash, sql.placeholder('hash')),
        gt(accessTokens.expiresAt, given('now', accessTokens.expiresAt)),
        isNull(sessions.endedAt),
      ),
    ),
)

/** Whose token this is, or null when it is not, no longer, or nobody's. */
export async function identify(db: Db, token: string): Promise<Identity | null> {
  const [found] = await byToken(db, { hash: hashToken(token), now: new Date() })
  return found ?? null
}

const openSession = prepared('session_is_open', (db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.endedAt))),
)

/** Whether a session that was known a moment ago has not been ended since. */
export const isStillOpen = async (db: Db, sessionId: string) => (await openSession(db, { id: sessionId })).length === 1
