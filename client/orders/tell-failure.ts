import { isNetwork, messageOf } from '../store.tsx'

/** What to say of something that failed: the store's own words, or these where it could not be reached. */
export const tellFailure = (error: unknown, otherwise: string) =>
  isNetwork(error) ? otherwise : messageOf(error, otherwise)
