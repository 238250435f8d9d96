import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { catalogueUrl, type CatalogueFilter, parseFilter } from '../../shared/catalogue/filter-url.ts'

export type ChangeFilter = (part: CatalogueFilter, options?: { replace?: boolean }) => void

/** The catalogue's filter, kept in the URL so that Back and sharing work. */
export function useFilter(): [CatalogueFilter, ChangeFilter] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const filter = useMemo(() => parseFilter(search), [search])
  // Parsed again, because a debounced field commits later, when another field may have changed.
  const change: ChangeFilter = (part, options) =>
    navigate(catalogueUrl({ ...parseFilter(location.search), from: undefined, ...part }), options)
  return [filter, change]
}
