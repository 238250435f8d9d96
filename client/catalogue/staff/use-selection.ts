import { useState } from 'react'

/** The rows of a list that are chosen for an action on several at once. */
export function useSelection() {
  const [ids, setIds] = useState<string[]>([])
  return {
    ids,
    has: (id: string) => ids.includes(id),
    toggle: (id: string) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    clear: () => setIds([]),
  }
}
