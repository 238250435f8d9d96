import { ApiError } from '../../shared/api-error.ts'

/** The database can't be opened. The message is written for the operator. */
export class DatabaseStartupError extends Error {}

/** The driver's error code, also when the query builder has wrapped the error; '' without one. */
export const errorCode = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause ? errorCode(cause) : ''
}

export const isBusy = (error: unknown) => errorCode(error).startsWith('SQLITE_BUSY')

/** A serialization failure or a deadlock on Postgres: the transaction can be retried. */
export const isTransactionConflict = (error: unknown) => ['40001', '40P01'].includes(errorCode(error))

/** A unique constraint failed. */
export const isDuplicate = (error: unknown) => ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(errorCode(error))

/** Awaits a query, and throws `replacement()` in place of a unique-key error. */
export async function onDuplicate<T>(query: PromiseLike<T>, replacement: () => Error): Promise<T> {
  try {
    return await query
  } catch (error) {
    throw isDuplicate(error) ? replacement() : error
  }
}

/** The disk is full, failing or locked: nothing was written, and the request can be retried. */
export const isDatabaseUnavailable = (error: unknown) =>
  /^SQLITE_(FULL|IOERR|BUSY|CANTOPEN|READONLY)|^(53|57P|08)/.test(errorCode(error))

export const busyError = () =>
  new ApiError(503, 'busy', 'The store is busy. Please try again in a moment.', { retryAfter: 1 })
