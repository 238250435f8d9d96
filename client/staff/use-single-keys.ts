import { useEffect } from 'react'
import { useClient, useStore } from '../client-context.tsx'
import { switchSingleKeys, useAreSingleKeysOn } from '../lib/single-keys.ts'

/** In local storage. Without a colon, so that it stays when the user logs out: it holds nothing of the store. */
const keyOf = (userId: string) => `staff-shortcuts/${userId}`

/** Whether single-key shortcuts work, as this user chose on this device, and a function that changes it. */
export function useSingleKeys() {
  const client = useClient()
  const userId = useStore((state) => state.accounts.user?._id)
  const isOn = useAreSingleKeysOn()

  useEffect(() => {
    if (!userId) return
    switchSingleKeys(readChoice(client.storage(), userId))
    return () => switchSingleKeys(true)
  }, [client, userId])

  function change(on: boolean) {
    switchSingleKeys(on)
    if (userId) storeChoice(client.storage(), userId, on)
  }
  return { isOn, change }
}

function readChoice(storage: Storage | null, userId: string): boolean {
  try {
    return storage?.getItem(keyOf(userId)) !== 'off'
  } catch {
    // Storage is off: the default holds.
    return true
  }
}

function storeChoice(storage: Storage | null, userId: string, on: boolean) {
  try {
    if (on) storage?.removeItem(keyOf(userId))
    else storage?.setItem(keyOf(userId), 'off')
  } catch {
    // Full or off: the choice lasts as long as the page.
  }
}
