import { useState } from 'react'
import type { ActionContext } from '../../action-context.ts'
import { useClient, useStore } from '../../client-context.tsx'

/** By user and order. Lost with the tab, unlike what is written to a customer. */
const draftsByClient = new WeakMap<ActionContext, Map<string, string>>()

/** Returns the note being written on an order, which survives looking at other orders, and how to change it as it is then. */
export function useNoteDraft(order: string): [string, (change: (latest: string) => string) => void] {
  const client = useClient()
  const key = useStore((state) => `${state.accounts.user?._id ?? ''} ${order}`)
  const drafts = draftsByClient.get(client) ?? new Map<string, string>()
  const [text, setText] = useState(() => drafts.get(key) ?? '')

  function change(toNext: (latest: string) => string) {
    const next = toNext(drafts.get(key) ?? '')
    setText(next)
    if (next === '') drafts.delete(key)
    else drafts.set(key, next)
    draftsByClient.set(client, drafts)
  }
  return [text, change]
}
