import { useEffect, useState } from 'react'
import { useStore } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'

/** Shows a toast once for each message that could not be sent. */
export function useFailedToast() {
  const toast = useToast()
  const pending = useStore((state) => state.support.pending)
  const failed = pending.filter(({ failure }) => failure !== null)
  const [reported] = useState(() => new Set(failed.map(({ clientId }) => clientId)))

  useEffect(() => {
    const unreported = failed.filter(({ clientId }) => !reported.has(clientId))
    if (unreported.length === 0) return
    for (const { clientId } of unreported) reported.add(clientId)
    toast(unreported.find(({ reason }) => reason)?.reason ?? 'Failed to send message', { type: 'error' })
  })
}
