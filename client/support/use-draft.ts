import { useState } from 'react'
import { useClient, useStore } from '../store.tsx'
import { type Draft, keepDraft, readDraft } from './kept.ts'

/** What is being written in a conversation. It outlives the page: nothing typed is lost. */
export function useDraft(customer: string): [Draft, (part: Partial<Draft>) => void] {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const [draft, setDraft] = useState(() => readDraft(client.storage(), me, customer))

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(client.storage(), me, customer, next)
  }

  return [draft, change]
}
