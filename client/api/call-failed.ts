/** A call that got no answer, or an error. */
export class CallFailed extends Error {
  /** The response's status; 0 without a response. */
  readonly status: number
  /** The server's error code, or `network`, `timeout`, `aborted`, `refused`, `unreadable`, `behind`. */
  readonly code: string
  /** The whole error response, which may carry more than its message. */
  readonly extra: Record<string, unknown>

  /** The request's id in the server's log; empty if the response has none. */
  get requestId(): string {
    return textOf(this.extra.requestId)
  }

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

export const isFailure = (error: unknown): error is CallFailed => error instanceof CallFailed
/** No answer arrived, so the server may or may not have done it. */
export const isNetworkError = (error: unknown) => isFailure(error) && error.status === 0 && error.code !== 'aborted'
/** A proxy answered that it got no answer of the store, which may or may not have done it. */
export const isGatewayError = (error: unknown) =>
  isFailure(error) && error.code === 'unreadable' && gatewayStatuses.includes(error.status)
const gatewayStatuses = [502, 503, 504]
export const isAborted = (error: unknown) => isFailure(error) && error.code === 'aborted'

export const messageOf = (error: unknown, fallback = 'Request failed') =>
  (isFailure(error) && error.message) || fallback

/** The failure that an error response, or an unreadable one, stands for. */
export function failedResponse(status: number, body: unknown): CallFailed {
  const fields = isRecord(body) ? body : {}
  const code = textOf(fields.error) || (textOf(fields.message) ? 'refused' : 'unreadable')
  return new CallFailed(status, code, textOf(fields.message) || textOf(fields.error) || 'Request failed', fields)
}

/** What people read; the browser's own words ("Failed to fetch") say less. */
const failedFetchMessages = {
  network: 'We can’t reach the store. Check your connection.',
  timeout: 'The store took too long to answer. Please try again.',
  aborted: 'Request cancelled',
}

/** What people read in place of an answer without a message; a proxy's own words ("Bad Gateway") say less. */
export const messageOfStatus = (status: number) =>
  gatewayStatuses.includes(status) ? 'The store isn’t answering. Please try again in a moment.' : 'Request failed'

/** The failure that an exception from `fetch` stands for. */
export function failedFetch(error: unknown): CallFailed {
  if (isFailure(error)) return error
  const name = error instanceof Error ? error.name : ''
  const code = name === 'TimeoutError' ? 'timeout' : name === 'AbortError' ? 'aborted' : 'network'
  return new CallFailed(0, code, failedFetchMessages[code])
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
