import { lt } from 'drizzle-orm'
import {
  accessTokens,
  idempotencyKeys,
  mailLinks,
  refreshTokens,
  sessions,
  spentCaptchas,
} from '../../drizzle/schema.ts'
import type { AppContext } from '../app-context.ts'
import { prunePictures } from '../catalogue/prune-pictures.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { pruneEvents } from '../events/prune.ts'
import { freeAmounts } from '../ledger/free-amounts.ts'
import { pruneAlerts } from '../orders/alert-staff.ts'
import { pruneProofs } from '../orders/proofs.ts'
import { pruneOutbox } from '../outbox/leases.ts'
import { pruneStatements } from '../statements/prune.ts'
import { pruneVisitors } from '../support/contact.ts'

const hourMs = 3_600_000

/**
 * Deletes what has expired: tokens and sessions, emailed links, used captchas, idempotent responses after 24 hours,
 * events after 72 hours, unused pictures after a day, sent emails, what old bank statements say, old alerts and old conversations of visitors; and frees the amounts of orders that ended a week ago,
 * and deletes pictures of transfers 90 days after the end of their orders. All of it in batches, between which requests are served.
 */
export async function pruneExpiredRows({ db, env }: AppContext) {
  const now = new Date()
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
  await deleteInBatches(db, accessTokens, [accessTokens.hash], lt(accessTokens.expiresAt, now))
  await deleteInBatches(db, refreshTokens, [refreshTokens.hash], lt(refreshTokens.expiresAt, now))
  // After their tokens, which never outlive them: the deletion of a session cascades to few rows.
  await deleteInBatches(db, sessions, [sessions.id], lt(sessions.expiresAt, now))
  await deleteInBatches(db, mailLinks, [mailLinks.hash], lt(mailLinks.expiresAt, now))
  await deleteInBatches(db, spentCaptchas, [spentCaptchas.signature], lt(spentCaptchas.expiresAt, now))
  const { userId, route, key, createdAt } = idempotencyKeys
  await deleteInBatches(db, idempotencyKeys, [userId, route, key], lt(createdAt, hoursAgo(24)))
  await pruneEvents(db, hoursAgo(72))
  await prunePictures(db, hoursAgo(24))
  await pruneOutbox(db, now)
  await pruneAlerts(db, now)
  await pruneVisitors(db, now)
  await freeAmounts(db, now)
  await pruneStatements(db, hoursAgo(env.statementKeepDays * 24), now)
  await pruneProofs(db, now)
}
