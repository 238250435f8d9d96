import { CallFailed, isNetwork } from './call-failed.ts'

export type Attempt = ReturnType<typeof createAttempts>

/**
 * Returns how to do something at most once although the network may lose the answer: under one
 * Idempotency-Key, with a second try, and with the same key again when the person tries again.
 */
export function createAttempts(pause = 1000) {
  /** Keys of things of which nobody knows whether they were done. */
  const open = new Map<string, string>()

  return async <T>(what: string, run: (key: string) => Promise<T>): Promise<T> => {
    const key = open.get(what) ?? newKey()
    open.delete(what)
    try {
      return await runTwice(() => run(key))
    } catch (error) {
      if (!isDefinite(error)) open.set(what, key)
      throw error
    }
  }

  async function runTwice<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (!isNetwork(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      return run()
    }
  }
}

const isDefinite = (error: unknown) => error instanceof CallFailed && error.status >= 400 && error.status < 500

/** Also where the page came over plain http, without `crypto.randomUUID`. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
