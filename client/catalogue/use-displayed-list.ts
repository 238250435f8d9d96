import { useState } from 'react'
import { useStore } from '../client-context.tsx'
import type { List } from '../stream/lists.ts'

export type DisplayedList = {
  list: List
  /** The list of the previous filter; the current one is still loading. */
  isPrevious: boolean
}

/** The list of a key, or the list shown before until it is loaded. */
export function useDisplayedList(key: string): DisplayedList | null {
  const list = useStore((state) => state.catalogue.lists[key])
  const [last, setLast] = useState(list)
  if (list && list !== last) setLast(list)
  if (list) return { list, isPrevious: false }
  return last ? { list: last, isPrevious: true } : null
}
