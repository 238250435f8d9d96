import { useEffect, useState } from 'react'
import { useStore } from '../client-context.tsx'

/** Most interruptions end sooner; “Reconnecting…” in the navigation says so until then. */
const showDelayMs = 4000

/** Since when the connection is lost, in milliseconds; null while it isn't, or for a moment only. */
export function useOfflineSince(): number | null {
  const { status, since } = useStore((state) => state.connection)
  const [offlineSince, setOfflineSince] = useState<number | null>(null)
  useEffect(() => {
    if (status !== 'offline') return setOfflineSince(null)
    const timer = setTimeout(() => setOfflineSince(since), showDelayMs)
    return () => clearTimeout(timer)
  }, [status, since])
  return offlineSince
}
