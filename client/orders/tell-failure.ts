import { isFailure, isNetwork, messageOf } from '../store.tsx'

/** What to say of something that failed: the store's own words; where it gave none, or could not be reached, these. */
export function tellFailure(error: unknown, wordless: string, unreached = wordless) {
  if (isNetwork(error)) return unreached
  return isFailure(error) && error.code !== 'unreadable' ? messageOf(error, wordless) : wordless
}
