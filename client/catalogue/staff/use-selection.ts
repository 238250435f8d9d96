import { useState } from 'react'
import { maxBulkItems } from '../../../shared/catalogue/prices-schema.ts'

export type Selection = ReturnType<typeof useSelection>

/**
 * The rows of a list that are chosen for an action on several at once.
 * @param loaded the ids of the rows that the list has loaded
 * @param totalCount how many there are
 */
export function useSelection(loaded: readonly string[], totalCount: number) {
  const [ids, setIds] = useState<string[]>([])
  const selectable = loaded.slice(0, maxBulkItems)
  const selectedCount = selectable.filter((id) => ids.includes(id)).length
  const isAll = selectedCount > 0 && selectedCount === selectable.length
  return {
    ids,
    has: (id: string) => ids.includes(id),
    toggle: (id: string) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    clear: () => setIds([]),
    /** Whether all loaded rows are selected, as many as one change can have. */
    isAll,
    /** Whether some of them are selected, and others aren't. */
    isPart: selectedCount > 0 && !isAll,
    totalCount,
    /** Adds all of them to the selection, or takes them out. */
    toggleAll: () =>
      setIds(isAll ? ids.filter((id) => !selectable.includes(id)) : [...new Set([...ids, ...selectable])]),
  }
}
