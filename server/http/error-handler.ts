import type { Context } from 'hono'
import { ApiError } from '../../shared/api-error.ts'
import type { AppContext } from '../app-context.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import type { HttpEnv } from './http-env.ts'
import { jsonResponse } from './response.ts'

/** Turns every thrown error into the API's error response. Unexpected errors are logged and their message is hidden. */
export const errorHandler =
  ({ log }: AppContext) =>
  (error: unknown, c: Context<HttpEnv>): Response => {
    const requestId = c.get('requestId')
    if (!(error instanceof ApiError)) log.error({ requestId, err: error }, 'request failed unexpectedly')
    const apiError = toApiError(error)
    const { retryAfter, ...extra } = apiError.extra
    const body = { success: false, message: apiError.message, error: apiError.code, requestId, ...extra }
    const headers: Record<string, string> = { 'x-request-id': requestId }
    if (retryAfter !== undefined) headers['retry-after'] = `${retryAfter as number}`
    const { setCookie, streamPosition } = c.var
    if (setCookie) headers['set-cookie'] = setCookie
    if (streamPosition) headers['x-stream-position'] = streamPosition
    return jsonResponse(apiError.status, JSON.stringify(body), headers)
  }

/** The error that the client sees for whatever was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    return new ApiError(503, 'unavailable', 'The store is temporarily unavailable. Nothing was changed.', {
      retryAfter: 5,
    })
  }
  return new ApiError(500, 'failed', 'Something went wrong on our side. Nothing was changed.')
}
