import { useEffect, useState } from 'react'
import { useClient, useStore } from '../store.tsx'
import { tellTyping } from './actions.ts'
import type { Typing } from './state.ts'
import { createTypingTeller } from './typing.ts'

/** What is not told again for so long is not so any more: the tab may be gone. In milliseconds. */
const believed = 7000
const none: Typing[] = []

/** Who else writes in a conversation right now. */
export function useTyping(customer: string): Typing[] {
  const told = useStore((state) => state.support.typing[customer] ?? none)
  const [now, setNow] = useState(() => Date.now())
  const present = told.filter(({ at }) => at > now - believed)
  const next = present.length > 0 ? Math.min(...present.map(({ at }) => at)) + believed : null

  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()))
    return () => clearTimeout(timer)
  }, [next])

  return present
}

/** Tells the other side of one's own writing: `typed` with each key, `sent` with each message, `stop` on leaving. */
export function useTypingTeller(customer: string) {
  const client = useClient()
  const [teller] = useState(() => createTypingTeller((on) => void tellTyping(client, customer, on)))
  useEffect(() => teller.stop, [teller])
  const isLive = useStore((state) => state.connection.status === 'live')
  useEffect(() => {
    if (isLive) teller.repeat()
  }, [teller, isLive])
  return teller
}
