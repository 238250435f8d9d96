/** What is being loaded for a page that is about to open, by snapshot key. */
const begun = new Map<string, Promise<unknown>>()

/** After this, the page that it was for has opened, or never will. */
const maxAgeMs = 10_000

/** Loads for the page that opens next; what was begun for another one before is not waited for. */
export function beginLoads(loads: Record<string, () => Promise<unknown>>): Promise<unknown> {
  begun.clear()
  setTimeout(() => begun.clear(), maxAgeMs)
  for (const [key, load] of Object.entries(loads)) {
    const promise = load()
    begun.set(key, promise)
    // The page tries again.
    promise.catch(() => begun.delete(key))
  }
  return Promise.all(begun.values())
}

/** Goes on with a load that was begun for this page, or starts it. */
export function continueLoad<Result>(key: string, load: () => Promise<Result>): Promise<Result> {
  const loading = begun.get(key) as Promise<Result> | undefined
  begun.delete(key)
  return loading ?? load()
}
