import { report } from '../reports.ts'
import { isTransactionConflict } from './errors.ts'

const maxRetries = 20
const maxRetryDelayMs = 20

/** Retries on serialization failures and deadlocks of Postgres, after a random delay. */
export async function retryConflicts<T>(attempt: () => Promise<T>, retries = maxRetries): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (retries === 0 || !isTransactionConflict(error)) throw error
    report('transaction-retry', {})
    await new Promise((resolve) => setTimeout(resolve, Math.random() * maxRetryDelayMs))
    return retryConflicts(attempt, retries - 1)
  }
}
