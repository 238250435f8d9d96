import { useState } from 'react'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { readAllNotifications } from './actions.ts'

export function MarkAllRead() {
  const client = useClient()
  const toast = useToast()
  const unread = useStore((state) => state.notifications.unread)
  const [busy, setBusy] = useState(false)

  async function readAll() {
    setBusy(true)
    try {
      await readAllNotifications(client)
    } catch (error) {
      toast(tellFailure(error, 'Network error'), { type: 'error' })
    }
    setBusy(false)
  }

  return (
    <Button variant="plain" size="small" disabled={unread === 0} busy={busy} onClick={() => void readAll()}>
      Mark all read
    </Button>
  )
}
