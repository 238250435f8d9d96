export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503

/** An error response of the API. Thrown inside a transaction, it also rolls the transaction back. */
export class ApiError extends Error {
  readonly status: ErrorStatus
  /** Stable and machine-readable, such as `order_not_pending`. */
  readonly code: string
  /** Additional response fields, such as the current cart. */
  readonly extra: Record<string, unknown>

  constructor(status: ErrorStatus, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.extra = extra
  }
}

export const badRequest = (message: string) => new ApiError(400, 'invalid', message)
export const notFound = (message: string) => new ApiError(404, 'not_found', message)
export const conflict = (code: string, message: string, extra?: Record<string, unknown>) =>
  new ApiError(409, code, message, extra)
export const unprocessable = (code: string, message: string) => new ApiError(422, code, message)

const editableNames = { item: 'item', category: 'category', coupon: 'coupon', reply: 'saved reply' }

/**
 * The 409 of an optimistic lock: someone else changed the row after the client read it.
 * @param data the current row, encoded for the client
 */
export const staleVersion = (resource: keyof typeof editableNames, data: unknown) =>
  conflict(`${resource}_changed`, `Someone else changed this ${editableNames[resource]}. Nothing was saved.`, { data })
