import { useEffect, useEffectEvent, useState } from 'react'
import type { List } from '../stream/lists.ts'

/**
 * With a filter that no index serves, a page covers only a part of the list and may be empty: loads more pages until
 * something is found.
 * @returns whether it is still loading
 */
export function useLoadUntilFound(list: List | undefined, loadMore: () => Promise<void>): boolean {
  const cursor = list?.ids.length === 0 ? list.nextCursor : null
  const [failedCursor, setFailedCursor] = useState<string | null>(null)
  const loadNext = useEffectEvent(loadMore)
  useEffect(() => {
    // After a failure, "Show more" tries again.
    if (cursor !== null) loadNext().catch(() => setFailedCursor(cursor))
  }, [cursor])
  return cursor !== null && cursor !== failedCursor
}
