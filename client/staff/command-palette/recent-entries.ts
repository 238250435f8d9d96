import { type Entry, entryKinds } from './entries.ts'

/** In local storage, followed by `:{userId}`, so that logging out deletes it. */
const recentPrefix = 'staff-recent'
const maxRecent = 6

const keyOf = (userId: string) => `${recentPrefix}:${userId}`

/** What this member of staff opened from the palette on this device, the latest first. */
export function readRecent(storage: Storage | null, userId: string): Entry[] {
  try {
    const entries: unknown = JSON.parse(storage?.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry).slice(0, maxRecent) : []
  } catch {
    // Written by something else, or storage is off: there is nothing recent.
    return []
  }
}

/** Puts an entry in front. */
export function addRecent(storage: Storage | null, userId: string, entry: Entry) {
  const others = readRecent(storage, userId).filter(({ href }) => href !== entry.href)
  try {
    storage?.setItem(keyOf(userId), JSON.stringify([entry, ...others].slice(0, maxRecent)))
  } catch {
    // Full or off: the list is only a convenience.
  }
}

const isEntry = (value: unknown): value is Entry => {
  const { kind, href, label, detail } = (value ?? {}) as Partial<Entry>
  return (
    entryKinds.some((known) => known === kind) &&
    href?.startsWith('/admin/') === true &&
    typeof label === 'string' &&
    typeof detail === 'string'
  )
}
