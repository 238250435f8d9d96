import { Refusal } from '../../shared/refusal.ts'

/** A database that the store can't start with; the message is a sentence for whoever runs it. */
export class BadDatabase extends Error {}

/** The database's own error behind the one that the query builder throws. */
export const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return typeof code === 'string' ? code : cause ? codeOf(cause) : ''
}

export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY')
/** Two Postgres transactions got in each other's way: either may be run again. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

/** Another row has the same of what is there once. */
export const isDuplicate = (error: unknown) => ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(codeOf(error))

/** The disk is full, failing or locked: nothing was changed, and the same request may be sent again. */
export const isOutOfOrder = (error: unknown) =>
  /^SQLITE_(FULL|IOERR|BUSY|CANTOPEN|READONLY)|^(53|57P|08)/.test(codeOf(error))

export const busy = () =>
  new Refusal(503, 'busy', 'The store is busy. Please try again in a moment.', { retryAfter: 1 })
