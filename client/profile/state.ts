import type { Profile } from '../../shared/accounts/profile-schema.ts'

export type PendingChanges = Partial<Omit<Profile, 'email'>>

export type ProfileState = {
  /**
   * Changes that were saved while the server was unreachable and wait on this device. A new email address isn't among
   * them: it takes the password, which is never kept.
   */
  pending: PendingChanges | null
  /** A new email address that becomes active once the link sent to it is opened. */
  unconfirmedEmail: string | null
}

export const initialProfile = (): ProfileState => ({ pending: null, unconfirmedEmail: null })
