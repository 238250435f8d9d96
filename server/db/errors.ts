import { ApiError } from '../../shared/api-error.ts'

/** The database can't be opened. The message is written for the operator. */
export class DatabaseStartupError extends Error {}

/** The driver's error code, also when the query builder has wrapped the error; '' without one. */
export const errorCode = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause ? errorCode(cause) : ''
}

/** Another process holds SQLite's lock. */
export const isBusy = (error: unknown) => errorCode(error).startsWith('SQLITE_BUSY')

/** A serialization failure or a deadlock on Postgres: the transaction can be retried. */
export const isTransactionConflict = (error: unknown) => ['40001', '40P01'].includes(errorCode(error))

/** A statement on Postgres has waited for a lock for as long as it may. */
export const isLockTimeout = (error: unknown) => errorCode(error) === '55P03'

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

/**
 * The disk is full, failing or locked, or Postgres can't be reached or doesn't answer in time: the request can be
 * retried. What it would have written isn't there, unless the answer to its commit was lost.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  /^SQLITE_(FULL|IOERR|BUSY|CANTOPEN|READONLY)|^(53|57P|57014|25P03|08)/.test(errorCode(error)) ||
  isConnectionLost(error)

/** The errors of the Postgres driver that have no code of Postgres. */
function isConnectionLost(error: unknown): boolean {
  const { message, cause } = error as { message?: unknown; cause?: unknown }
  return (
    /^E(CONN|TIMEDOUT|PIPE|HOST|NET|AI_AGAIN)|^ENOTFOUND/.test(errorCode(error)) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/.test(
      String(message),
    ) ||
    (cause instanceof Error && isConnectionLost(cause))
  )
}

/** 503, to be repeated after a second. */
export const busyError = () =>
  new ApiError(503, 'busy', 'The store is busy. Please try again in a moment.', { retryAfter: 1 })
