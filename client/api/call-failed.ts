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
    const { requestId } = this.extra
    return typeof requestId === 'string' ? requestId : ''
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
export const isAborted = (error: unknown) => isFailure(error) && error.code === 'aborted'

export const messageOf = (error: unknown, fallback = 'Request failed') =>
  (isFailure(error) && error.message) || fallback

/** There is no connection; the browser's own words ("Failed to fetch") say less. */
export const networkFailure = () => new CallFailed(0, 'network', 'We can’t reach the store. Check your connection.')
