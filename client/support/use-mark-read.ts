import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { SupportMessage } from '../../shared/support/schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { markReadUpTo } from './actions.ts'

type View = { forStaff: boolean; atEnd: boolean }

/** Marks the other side's messages as read while the newest is in view and the tab is visible. */
export function useMarkRead(customer: string, messages: SupportMessage[], { forStaff, atEnd }: View) {
  const client = useClient()
  const isLive = useStore((state) => state.connection.status === 'live')
  const isVisible = useTabVisible()
  const last = messages.findLast(({ sender }) => sender.isAdmin !== forStaff)
  const unreadId = last && !last.read && atEnd && isVisible ? last._id : null

  const markRead = useEffectEvent((id: string) => void markReadUpTo(client, customer, id))
  useEffect(() => {
    if (unreadId) markRead(unreadId)
  }, [unreadId, isLive])
}

function useTabVisible() {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
    () => false,
  )
}
