import { useEffect, useState } from 'react'
import { useClient, useStore } from '../client-context.tsx'
import { sendTyping } from './actions.ts'
import type { Typing } from './state.ts'
import { createTypingNotifier } from './typing-notifier.ts'

/** A typing signal expires after this time, since a closed tab never sends the end. */
const expiresAfterMs = 7000
const nobody: Typing[] = []

/** Returns who else is typing in a conversation. */
export function useTyping(customer: string): Typing[] {
  const signals = useStore((state) => state.support.typing[customer] ?? nobody)
  const [now, setNow] = useState(() => Date.now())
  const current = signals.filter(({ at }) => at > now - expiresAfterMs)
  const nextExpiry = current.length > 0 ? Math.min(...current.map(({ at }) => at)) + expiresAfterMs : null

  useEffect(() => {
    if (nextExpiry === null) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, nextExpiry - Date.now()))
    return () => clearTimeout(timer)
  }, [nextExpiry])

  return current
}

/** Announces the user's typing: call `typed` for each key, `sent` for each message, `stop` when the field loses focus. */
export function useTypingNotifier(customer: string) {
  const client = useClient()
  const [notifier] = useState(() => createTypingNotifier((on) => void sendTyping(client, customer, on)))
  useEffect(() => notifier.stop, [notifier])
  const isLive = useStore((state) => state.connection.status === 'live')
  useEffect(() => {
    if (isLive) notifier.repeat()
  }, [notifier, isLive])
  return notifier
}
