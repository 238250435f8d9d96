import { useCallback, useSyncExternalStore } from 'react'
import type { ActionContext } from '../../action-context.ts'
import { useClient, useStore } from '../../client-context.tsx'

/** By user and order, and who shows them. Lost with the tab, unlike what is written to a customer. */
type Drafts = { texts: Map<string, string>; listeners: Set<() => void> }
const draftsByClient = new WeakMap<ActionContext, Drafts>()

function draftsOf(client: ActionContext): Drafts {
  const drafts = draftsByClient.get(client) ?? { texts: new Map(), listeners: new Set() }
  draftsByClient.set(client, drafts)
  return drafts
}

/** Returns the note being written on an order, which survives looking at other orders, and how to change it as it is then. */
export function useNoteDraft(order: string): [string, (change: (latest: string) => string) => void] {
  const client = useClient()
  const key = useStore((state) => `${state.accounts.user?._id ?? ''} ${order}`)
  const { texts, listeners } = draftsOf(client)
  const subscribe = useCallback(
    (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [listeners],
  )
  const read = () => texts.get(key) ?? ''
  const text = useSyncExternalStore(subscribe, read, read)

  function change(toNext: (latest: string) => string) {
    const next = toNext(read())
    if (next === '') texts.delete(key)
    else texts.set(key, next)
    for (const listener of listeners) listener()
  }
  return [text, change]
}
