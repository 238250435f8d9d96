import { useEffect, useState } from 'react'
import { useStore } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'

/** Says once of each message that it was not sent. */
export function useFailedToast() {
  const toast = useToast()
  const pending = useStore((state) => state.support.pending)
  const failed = pending.filter(({ fault }) => fault !== null)
  const [told] = useState(() => new Set(failed.map(({ clientId }) => clientId)))

  useEffect(() => {
    const untold = failed.filter(({ clientId }) => !told.has(clientId))
    if (untold.length === 0) return
    for (const { clientId } of untold) told.add(clientId)
    toast(untold.find(({ why }) => why)?.why ?? 'Failed to send message', { type: 'error' })
  })
}
