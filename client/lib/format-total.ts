import { maxSearchCount } from '../../shared/limits.ts'
import { formatCount } from '../../shared/format-count.ts'

/** The total of a list for the screen: `1,000+` when a search found more than the server counts. */
export const formatTotal = (total: number, query: string | undefined): string =>
  query?.trim() && total >= maxSearchCount ? `${formatCount(maxSearchCount)}+` : formatCount(total)

/** The total of a list; `50+` when a filter without an index has read only a part of it, so that nobody knows. */
export function formatListTotal({ ids, totalCount, nextCursor }: ListTotal, query: string | undefined): string {
  if (nextCursor === null) return formatCount(ids.length)
  return totalCount <= ids.length ? `${formatCount(ids.length)}+` : formatTotal(totalCount, query)
}

type ListTotal = { ids: readonly string[]; totalCount: number; nextCursor: string | null }
