import { useState } from 'react'
import { useClient, useStore } from '../client-context.tsx'
import { type Draft, readDraft, storeDraft } from './local-drafts.ts'

/** Returns what the user is writing in a conversation, which survives leaving the page, and how to change it. */
export function useDraft(customer: string): [Draft, (part: Partial<Draft>) => void] {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const [draft, setDraft] = useState(() => readDraft(client.storage(), me, customer))

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    storeDraft(client.storage(), me, customer, next)
  }

  return [draft, change]
}
