import { hash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { idempotencyKeys } from '../../drizzle/schema.ts'
import { badRequest, unprocessable } from '../../shared/api-error.ts'
import { lockName } from '../db/lock-name.ts'
import { prepared, preparedInsert } from '../db/prepared.ts'
import type { Tx } from '../db/transactions.ts'

/** A request with an `Idempotency-Key`. Keys are separate per user and route, path parameters included. */
export type IdempotentRequest = {
  userId: string
  route: string
  key: string
  bodyHash: string
  /** The `X-Stream-Position` of its response. */
  position: string
}

/** The JSON of a successful response; `replayed` if an earlier request with the same key produced it. */
export type IdempotentResult = { answer: string; position: string; replayed: boolean }

/** @throws 400 for a malformed key */
export function idempotentRequest(
  userId: string,
  route: string,
  key: string,
  body: string,
  position: string,
): IdempotentRequest {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest('Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return { userId, route, key, bodyHash: hash('sha256', body), position }
}

/**
 * Runs the mutation and stores its answer in the same transaction or, if the key was used before, returns the stored
 * answer. A mutation that throws stores nothing, so its key can be used again.
 * @param mutate returns the response as JSON
 * @throws 422 if the key was used with a different body
 */
export async function withIdempotency(
  tx: Tx,
  request: IdempotentRequest,
  mutate: () => Promise<string>,
): Promise<IdempotentResult> {
  await lockName(tx, `${request.userId} ${request.route} ${request.key}`)
  const [stored] = await findAnswer(tx, request)
  if (stored && stored.bodyHash !== request.bodyHash) {
    throw unprocessable('key_reused', 'This Idempotency-Key was already used with a different request.')
  }
  if (stored) return { answer: stored.answer, position: stored.position, replayed: true }
  const answer = await mutate()
  await insertAnswer(tx, [{ createdAt: new Date(), ...request, answer }])
  return { answer, position: request.position, replayed: false }
}

const findAnswer = prepared('find_answer', (db) =>
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
const insertAnswer = preparedInsert('insert_answer', idempotencyKeys)
