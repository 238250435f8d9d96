import { useState } from 'react'
import { useStore } from '../store.tsx'
import type { List } from '../stream/lists.ts'

export type Shown = {
  list: List
  /** It belongs to the filter before; the list of this one is still to come. */
  isOld: boolean
}

/** The list to show: that of the key, or until it is there the one that was shown before. */
export function useShown(key: string): Shown | null {
  const list = useStore((state) => state.catalogue.lists[key])
  const [last, setLast] = useState(list)
  if (list && list !== last) setLast(list)
  if (list) return { list, isOld: false }
  return last ? { list: last, isOld: true } : null
}
