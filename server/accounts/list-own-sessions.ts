import type { OwnSession } from '../../shared/accounts/session-schema.ts'
import type { Identity } from '../auth/identify.ts'
import type { Db } from '../db/transactions.ts'
import { readSessions } from './read-sessions.ts'

/** The user's open sessions, newest first; `current` marks the one that made the request. */
export async function listOwnSessions(db: Db, { user, sessionId }: Identity): Promise<OwnSession[]> {
  const open = await readSessions(db, user.id)
  return open.map((session) => ({ ...session, current: session._id === sessionId }))
}
