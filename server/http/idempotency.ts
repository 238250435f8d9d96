import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { idempotencyKeys } from '../../drizzle/schema.ts'
import { prepared, type Tx } from '../db/transactions.ts'
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
  return { userId, route, key, bodyHash: createHash('sha256').update(body).digest('hex'), position }
}

const one = and(
  eq(idempotencyKeys.userId, sql.placeholder('userId')),
  eq(idempotencyKeys.route, sql.placeholder('route')),
  eq(idempotencyKeys.key, sql.placeholder('key')),
)
const find = prepared('find_answer', (db) => db.select().from(idempotencyKeys).where(one))
const take = prepared('take_key', (db) =>
  db
    .insert(idempotencyKeys)
    .values({
      userId: sql.placeholder('userId'),
      route: sql.placeholder('route'),
      key: sql.placeholder('key'),
      bodyHash: sql.placeholder('bodyHash'),
      answer: '',
      position: sql.placeholder('position'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key }),
)
const keep = prepared('keep_answer', (db) =>
  db
    .update(idempotencyKeys)
    .set({ answer: sql`${sql.placeholder('answer')}` })
    .where(one),
)

/**
 * Answers once: `work` runs and its answer is kept in the same transaction, or, for a key that was answered
 * before, that answer is thrown. A refusal rolls the key back with everything else.
 * @throws 422 for the same key with another body
 */
export async function once<T>(tx: Tx, request: Repeatable, work: () => Promise<T>, write: (answer: T) => string) {
  const [taken] = await take(tx, { ...request, createdAt: new Date() })
  if (!taken) {
    const [kept] = await find(tx, request)
    if (kept!.bodyHash !== request.bodyHash) {
      throw unacceptable('key_reused', 'This Idempotency-Key was used for another request.')
    }
    throw new AnsweredBefore(kept!)
  }
  const told = await work()
  request.answer = write(told)
  await keep(tx, request)
  return told
}
