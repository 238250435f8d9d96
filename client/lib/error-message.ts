import { isFailure, isNetworkError, messageOf } from '../api/call-failed.ts'

/**
 * The text to show for a failed operation: the server's message if there is one.
 * @param fallback shown when the server gave no message
 * @param unreached shown when the server couldn't be reached
 */
export function errorMessage(error: unknown, fallback: string, unreached = fallback) {
  if (isNetworkError(error)) return unreached
  return isFailure(error) && error.code !== 'unreadable' ? messageOf(error, fallback) : fallback
}
