import * as z from 'zod/mini'
import { initialProfile, type ProfileState } from './state.ts'
import { pendingProfilePrefix } from './storage-keys.ts'

const PendingFields = z.object({
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
  phone: z.optional(z.string()),
})

/** What is stored on this device for each user; browsers may still hold what version 1 stored, under other names. */
const StoredProfile = z.union([
  z.object({ pending: z.nullable(PendingFields), unconfirmedEmail: z.nullable(z.string()) }),
  z.pipe(
    z.object({ waiting: z.nullable(PendingFields), unconfirmed: z.nullable(z.string()) }),
    z.transform(({ waiting, unconfirmed }) => ({ pending: waiting, unconfirmedEmail: unconfirmed })),
  ),
])

export const pendingProfileKey = (userId: string) => `${pendingProfilePrefix}:${userId}`

/** Reads what is stored for a user; the initial state if there is nothing readable. */
export function readPendingProfile(storage: Storage | null, userId: string): ProfileState {
  const text = storage?.getItem(pendingProfileKey(userId))
  if (!text) return initialProfile()
  try {
    return StoredProfile.parse(JSON.parse(text))
  } catch {
    return initialProfile()
  }
}

/** @returns false if it could not be stored, because storage is full or forbidden */
export function writePendingProfile(storage: Storage | null, userId: string, profile: ProfileState): boolean {
  if (!storage) return false
  try {
    if (profile.pending || profile.unconfirmedEmail) {
      storage.setItem(pendingProfileKey(userId), JSON.stringify(profile))
    } else storage.removeItem(pendingProfileKey(userId))
    return true
  } catch {
    return false
  }
}
