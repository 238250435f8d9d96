import { useEffect, useRef, useState } from 'react'
import { useClient, useStore } from '../client-context.tsx'
import { type Draft, draftKey, readDraft, storeDraft } from './local-drafts.ts'

/**
 * Returns what the user is writing in a conversation, which survives leaving the page and is the same in every tab, and
 * how to change it: what changes may depend on the draft as it is then.
 */
export function useDraft(
  customer: string,
): [Draft, (part: Partial<Draft> | ((latest: Draft) => Partial<Draft>)) => void] {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const [draft, setDraft] = useState(() => readDraft(client.storage(), me, customer))

  const latest = useRef(draft)
  const isMounted = useRef(true)

  function set(next: Draft) {
    latest.current = next
    setDraft(next)
  }

  function change(part: Partial<Draft> | ((latest: Draft) => Partial<Draft>)) {
    // After the page was left, another one may have stored more.
    const before = isMounted.current ? latest.current : readDraft(client.storage(), me, customer)
    set({ ...before, ...(typeof part === 'function' ? part(before) : part) })
    storeDraft(client.storage(), me, customer, latest.current)
    if (!isMounted.current) dispatchEvent(new StorageEvent('storage', { key: draftKey(me, customer) }))
  }

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === draftKey(me, customer)) set(readDraft(client.storage(), me, customer))
    }
    isMounted.current = true
    addEventListener('storage', onStorage)
    return () => {
      isMounted.current = false
      removeEventListener('storage', onStorage)
    }
  }, [client, me, customer])

  return [draft, change]
}
