import type { Context } from 'hono'
import { isOutOfOrder } from '../db/errors.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Store } from '../store.ts'
import { answer } from './answer.ts'

/** Turns whatever was thrown into an answer of the one shape. What is not a refusal is logged and not shown. */
export const refuse =
  ({ log }: Store) =>
  (error: unknown, c: Context): Response => {
    const requestId = requestIdOf(c)
    if (!(error instanceof Refusal)) log.error({ requestId, err: error }, 'a request failed')
    const refusal = refusalOf(error)
    const { retryAfter, ...extra } = refusal.extra
    const body = { success: false, message: refusal.message, error: refusal.code, requestId, ...extra }
    const headers: Record<string, string> = { 'x-request-id': requestId }
    if (retryAfter !== undefined) headers['retry-after'] = `${retryAfter as number}`
    // What the call had found out before it was refused.
    for (const [header, known] of [
      ['set-cookie', 'cookie'],
      ['x-stream-position', 'position'],
    ] as const) {
      const value = c.get(known as never) as string | undefined
      if (value) headers[header] = value
    }
    return answer(refusal.status, JSON.stringify(body), headers)
  }

/** Set by the log for each request. */
export const requestIdOf = (c: Context) => (c.get('requestId' as never) as string | undefined) ?? ''

/** What is said of it, whatever it was. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isOutOfOrder(error)) {
    return new Refusal(503, 'unavailable', 'The store can’t save anything right now. Nothing was changed.', {
      retryAfter: 5,
    })
  }
  return new Refusal(500, 'failed', 'Something went wrong on our side. Nothing was changed.')
}
