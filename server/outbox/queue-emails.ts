import { newId } from '../../drizzle/kit.ts'
import { outbox } from '../../drizzle/schema.ts'
import { preparedInsert } from '../db/prepared.ts'
import type { Tx } from '../db/transactions.ts'
import { decrypt, encrypt, type Secrets } from '../encryption.ts'
import { type EmailKind, findEmailKind } from './email-kinds.ts'

export type OutboxRow = typeof outbox.$inferSelect

/** An email to send once the transaction is committed. */
export type QueuedEmail = {
  kind: EmailKind
  to: string
  /** Whose account it is about; required for optional kinds. */
  userId?: string
  /** What it is rendered from. */
  payload: Record<string, unknown>
  /** Two emails with the same key are sent once. */
  dedupe?: string
  /** Not sent before this time. */
  sendAt?: Date
}

const purpose = 'outbox'

// Of two transactions that queue the same email at the same time, the second waits for the first and skips it.
const insertRows = preparedInsert('queue_email', outbox, 'skip')

/** Writes emails to the outbox, in the transaction of the change that they report. */
export async function queueEmails(tx: Tx, secrets: Secrets, emails: QueuedEmail[], now: Date) {
  const rows = emails.map((email) => createRow(secrets, email, now))
  await insertRows(tx, rows)
}

function createRow(secrets: Secrets, { kind, to, userId, payload, dedupe, sendAt }: QueuedEmail, now: Date): OutboxRow {
  const id = newId(now.getTime())
  const { secret, urgent } = findEmailKind(kind)!
  const json = JSON.stringify(payload)
  return {
    id,
    kind,
    dedupe: dedupe ?? null,
    userId: userId ?? null,
    recipient: to,
    payload: secret ? encrypt(secrets, purpose, id, json) : json,
    priority: urgent ? 0 : 1,
    state: 'waiting',
    attempts: 0,
    nextAt: sendAt ?? now,
    lockedUntil: null,
    lastError: null,
    createdAt: now,
    sentAt: null,
  }
}

/** The payload of a row. @throws if it was encrypted with another secret */
export function readPayload(secrets: Secrets, { id, payload }: OutboxRow): Record<string, unknown> {
  const json = payload.startsWith('{') ? payload : decrypt(secrets, purpose, id, payload)
  return JSON.parse(json) as Record<string, unknown>
}
