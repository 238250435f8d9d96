import { useEffect } from 'react'
import { useClient, useStore } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'

/** On every page, for whoever is signed in: a profile that was saved while the store was out of reach is sent. */
export function useWaitingProfile() {
  const client = useClient()
  const toast = useToast()
  const userId = useStore((state) => state.accounts.user?._id)
  const live = useStore((state) => state.connection.status === 'live')

  useEffect(() => {
    if (!userId) return
    let leave: (() => void) | undefined
    let hasLeft = false
    // Where its code does not come, it is tried again with the connection.
    import('../profile/send-when-back.ts').then(
      ({ sendWhenBack }) => {
        if (!hasLeft) leave = sendWhenBack(client, toast)
      },
      () => undefined,
    )
    return () => {
      hasLeft = true
      leave?.()
    }
  }, [client, toast, userId, live])
}
