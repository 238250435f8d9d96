/** A call that brought no answer or a refusal. */
export class CallFailed extends Error {
  /** The answer's status; 0 when there was none. */
  readonly status: number
  /** The store's own code, or `network`, `timeout`, `aborted`, `refused`, `unreadable`. */
  readonly code: string
  /** The whole answer: a refusal may carry more than its words. */
  readonly extra: Record<string, unknown>

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

export const isFailure = (error: unknown): error is CallFailed => error instanceof CallFailed
/** No answer came: nobody knows whether it was done. */
export const isNetwork = (error: unknown) => isFailure(error) && error.status === 0 && error.code !== 'aborted'
export const isAborted = (error: unknown) => isFailure(error) && error.code === 'aborted'

export const messageOf = (error: unknown, otherwise = 'Request failed') =>
  (isFailure(error) && error.message) || otherwise

/** What the store answered with a status that is not a success, or with words nobody can read. */
export function refused(status: number, answer: unknown): CallFailed {
  const told = isRecord(answer) ? answer : {}
  const code = textOf(told.error) || (textOf(told.message) ? 'refused' : 'unreadable')
  return new CallFailed(status, code, textOf(told.message) || textOf(told.error) || 'Request failed', told)
}

/** What fetch threw, as one of ours. */
export function unanswered(error: unknown): CallFailed {
  if (isFailure(error)) return error
  const name = error instanceof Error ? error.name : ''
  const code = name === 'TimeoutError' ? 'timeout' : name === 'AbortError' ? 'aborted' : 'network'
  return new CallFailed(0, code, (error instanceof Error && error.message) || 'Request failed')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
