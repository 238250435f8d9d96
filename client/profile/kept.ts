import * as z from 'zod/mini'
import type { ProfileState } from './state.ts'

/** What of a profile is kept on this device, for each who signs in on it. */
const Kept = z.object({
  waiting: z.nullable(
    z.object({
      firstName: z.optional(z.string()),
      lastName: z.optional(z.string()),
      email: z.optional(z.string()),
      phone: z.optional(z.string()),
    }),
  ),
  unconfirmed: z.nullable(z.string()),
})
const nothing: ProfileState = { waiting: null, unconfirmed: null }

export const keptKey = (userId: string) => `profile:${userId}`

/** Nothing where there is none, or none that can be read. */
export function readKept(storage: Storage | null, userId: string): ProfileState {
  const text = storage?.getItem(keptKey(userId))
  if (!text) return nothing
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    return nothing
  }
}

/** @returns whether it is kept: a device may have no room, or not allow it */
export function writeKept(storage: Storage | null, userId: string, kept: ProfileState): boolean {
  if (!storage) return false
  try {
    if (kept.waiting || kept.unconfirmed) storage.setItem(keptKey(userId), JSON.stringify(kept))
    else storage.removeItem(keptKey(userId))
    return true
  } catch {
    return false
  }
}
