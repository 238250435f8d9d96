import { CallFailed } from './call-failed.ts'
import { isUnanswered } from './failures.ts'

export type Idempotently = ReturnType<typeof createIdempotentRetry>

/**
 * Returns `idempotently(operation, run)`, which does something at most once even if the network loses the answer: it
 * retries once, and uses the same Idempotency-Key again when the user tries again.
 */
export function createIdempotentRetry(retryDelayMs = 1000) {
  /** Keys of operations that may or may not have been done. */
  const unresolvedKeys = new Map<string, string>()

  return async <T>(operation: string, run: (key: string) => Promise<T>): Promise<T> => {
    const key = unresolvedKeys.get(operation) ?? newKey()
    unresolvedKeys.delete(operation)
    try {
      return await runTwice(() => run(key))
    } catch (error) {
      if (!isDefinite(error)) unresolvedKeys.set(operation, key)
      throw error
    }
  }

  async function runTwice<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (!isUnanswered(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      return run()
    }
  }
}

/** A refusal for the session or for too many calls says nothing about an earlier try. */
const isDefinite = (error: unknown) =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status)

/** `crypto.randomUUID` is missing on pages served over plain HTTP. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
