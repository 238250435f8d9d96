import type { Profile } from '../../shared/profile-calls.ts'

export type ProfileState = {
  /** What was changed while the store could not be reached: it waits on this device. */
  waiting: Partial<Profile> | null
  /** A new e-mail address that counts once the link sent to it is opened. */
  unconfirmed: string | null
}

export const initialProfile = (): ProfileState => ({ waiting: null, unconfirmed: null })
