import type { Logger } from 'pino'
import { isOutOfOrder } from '../db/errors.ts'
import { Refusal } from '../../shared/refusal.ts'
import { answer } from './answer.ts'

/** Turns whatever was thrown into an answer of the one shape. What is not a refusal is logged and not shown. */
export function refuse(error: unknown, requestId: string, log: Logger): Response {
  if (!(error instanceof Refusal)) log.error({ requestId, err: error }, 'a request failed')
  const refusal = refusalOf(error)
  const { retryAfter, ...extra } = refusal.extra
  const body = { success: false, message: refusal.message, error: refusal.code, requestId, ...extra }
  return answer(refusal.status, JSON.stringify(body), {
    'x-request-id': requestId,
    ...(retryAfter !== undefined && { 'retry-after': `${retryAfter as number}` }),
  })
}

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
