export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/** The one error with which the store says no. Thrown in a transaction, it is also the rollback. */
export class Refusal extends Error {
  readonly status: RefusalStatus
  /** Stable, for programs: `order_not_pending`. */
  readonly code: string
  /** What the answer carries besides, such as the cart as it is now. */
  readonly extra: Record<string, unknown>

  constructor(status: RefusalStatus, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

export const invalid = (message: string) => new Refusal(400, 'invalid', message)
export const notFound = (message: string) => new Refusal(404, 'not_found', message)
export const conflict = (code: string, message: string, extra?: Record<string, unknown>) =>
  new Refusal(409, code, message, extra)
export const unacceptable = (code: string, message: string) => new Refusal(422, code, message)
