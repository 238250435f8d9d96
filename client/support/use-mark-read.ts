import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { SupportMessage } from '../../shared/support.ts'
import { useClient, useStore } from '../store.tsx'
import { readUpTo } from './actions.ts'

/** Marks as read what is seen: the newest of the other side, while it is in view and somebody may look. */
export function useReading(customer: string, messages: SupportMessage[], { forStaff, atEnd }: Looking) {
  const client = useClient()
  const isLive = useStore((state) => state.connection.status === 'live')
  const isVisible = useVisible()
  const last = messages.findLast(({ sender }) => sender.isAdmin !== forStaff)
  const unread = last && !last.read && atEnd && isVisible ? last._id : null

  const read = useEffectEvent((id: string) => void readUpTo(client, customer, id))
  useEffect(() => {
    if (unread) read(unread)
  }, [unread, isLive])
}

type Looking = { forStaff: boolean; atEnd: boolean }

function useVisible() {
  return useSyncExternalStore(
    (hear) => {
      document.addEventListener('visibilitychange', hear)
      return () => document.removeEventListener('visibilitychange', hear)
    },
    () => document.visibilityState === 'visible',
    () => false,
  )
}
