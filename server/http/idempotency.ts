import { hash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'
import { idempotencyKeys } from '../../drizzle/schema.ts'
import { prepared, preparedInsert, type Tx } from '../db/transactions.ts'
import { invalid, unacceptable } from '../../shared/refusal.ts'

/** A request that may be sent again: whose, to which route, under which key; `answer` once it has been written. */
export type Repeatable = {
  userId: string
  route: string
  key: string
  bodyHash: string
  position: string
  answer?: string
}

/** Thrown out of the transaction when the key has been answered before; carries that answer. */
export class AnsweredBefore extends Error {
  readonly answer: string
  readonly position: string
  constructor(kept: { answer: string; position: string }) {
    super('answered before')
    this.answer = kept.answer
    this.position = kept.position
  }
}

export function repeatable(userId: string, route: string, key: string, body: string, position: string): Repeatable {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid('Idempotency-Key takes 1 to 255 visible characters.')
  return { userId, route, key, bodyHash: hash('sha256', body), position }
}

const find = prepared('find_answer', (db) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, sql.placeholder('userId')),
        eq(idempotencyKeys.route, sql.placeholder('route')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
      ),
    ),
)
const keep = preparedInsert('keep_answer', idempotencyKeys)

/** Until the commit nobody else gets further than this with the same key. SQLite has one writer at a time. */
async function lockKey(tx: Tx, { userId, route, key }: Repeatable) {
  if (dialect === 'sqlite') return
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${`${userId} ${route} ${key}`}, 0))`
  await tx.select({ lock }).from(sql`(values (1)) as one`)
}

/**
 * Answers once: `work` runs and its answer is kept in the same transaction, or, for a key that was answered
 * before, that answer is thrown. A refusal keeps nothing.
 * @throws 422 for the same key with another body
 */
export async function once<T>(tx: Tx, request: Repeatable, work: () => Promise<T>, write: (answer: T) => string) {
  await lockKey(tx, request)
  const [kept] = await find(tx, request)
  if (kept && kept.bodyHash !== request.bodyHash) {
    throw unacceptable('key_reused', 'This Idempotency-Key was used for another request.')
  }
  if (kept) throw new AnsweredBefore(kept)
  const told = await work()
  request.answer = write(told)
  await keep(tx, [{ createdAt: new Date(), ...request, answer: request.answer }])
  return told
}
