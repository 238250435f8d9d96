import { useEffect } from 'react'
import { useClient, useStore } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'

/** On every page: sends the profile changes that a signed-in user made while the server was unreachable. */
export function usePendingProfile() {
  const client = useClient()
  const toast = useToast()
  const userId = useStore((state) => state.accounts.user?._id)
  const isLive = useStore((state) => state.connection.status === 'live')

  useEffect(() => {
    if (!userId) return
    let stop: (() => void) | undefined
    let isStopped = false
    // If the code doesn't load, the next connection tries again.
    import('./send-when-online.ts').then(
      ({ sendWhenOnline }) => {
        if (!isStopped) stop = sendWhenOnline(client, toast)
      },
      () => undefined,
    )
    return () => {
      isStopped = true
      stop?.()
    }
  }, [client, toast, userId, isLive])
}
