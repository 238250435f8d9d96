type Rules = {
  /** Prefixes of keys in local storage that stay, because they hold changes to send when the user returns. */
  unsent: readonly string[]
  /** Prefixes of keys in session storage. */
  perTab: readonly string[]
}

/**
 * Deletes what this device stores for a user who logs out. Keys of user data contain the user's id after a prefix:
 * `support-draft:{userId}:{to}`.
 */
export function clearLocalData(storage: Storage, userId: string, { unsent, perTab }: Rules) {
  removeKeys(storage, (key) => {
    const [prefix, owner] = key.split(':')
    return owner === userId && !unsent.includes(prefix!)
  })
  if (typeof sessionStorage === 'undefined') return
  removeKeys(sessionStorage, (key) => perTab.some((prefix) => key.startsWith(`${prefix}/`)))
}

function removeKeys(storage: Storage, isRemoved: (key: string) => boolean) {
  // All keys first: removing one shifts the others.
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key !== null && isRemoved(key)) storage.removeItem(key)
}
