import { CallFailed, isFailure, isNetworkError, networkFailure } from './call-failed.ts'

/** The failure that an error response, or an unreadable one, stands for. */
export function failedResponse(status: number, body: unknown): CallFailed {
  const fields = isRecord(body) ? body : {}
  const code = textOf(fields.error) || (textOf(fields.message) ? 'refused' : 'unreadable')
  return new CallFailed(status, code, textOf(fields.message) || textOf(fields.error) || 'Request failed', fields)
}

/** The failure that an exception from `fetch` stands for. */
export function failedFetch(error: unknown): CallFailed {
  if (isFailure(error)) return error
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError')
    return new CallFailed(0, 'timeout', 'The store took too long to answer. Please try again.')
  return name === 'AbortError' ? new CallFailed(0, 'aborted', 'Request cancelled') : networkFailure()
}

/** No answer of the store arrived, or a proxy said so: it may or may not have done it. */
export const isUnanswered = (error: unknown) => isNetworkError(error) || isGatewayError(error)
const isGatewayError = (error: unknown) =>
  isFailure(error) && error.code === 'unreadable' && gatewayStatuses.includes(error.status)
const gatewayStatuses = [502, 503, 504]

/** What people read in place of an answer without a message; a proxy's own words ("Bad Gateway") say less. */
export const messageOfStatus = (status: number) =>
  gatewayStatuses.includes(status) ? 'The store isn’t answering. Please try again in a moment.' : 'Request failed'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
