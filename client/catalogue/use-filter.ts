import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { catalogueUrl, type CatalogueFilter, parseFilter } from '../../shared/catalogue/filter-url.ts'
import { useStore } from '../client-context.tsx'

export type ChangeFilter = (part: CatalogueFilter, options?: { replace?: boolean }) => void

/** Makes the URL of the catalogue with a filter, which shows the category's name. */
export function useCatalogueUrl() {
  const categories = useStore((state) => state.catalogue.categories)
  return (filter: CatalogueFilter) => catalogueUrl(filter, categories)
}

/** The catalogue's filter, kept in the URL so that Back and sharing work. */
export function useFilter(): [CatalogueFilter, ChangeFilter] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const urlOf = useCatalogueUrl()
  const filter = useMemo(() => parseFilter(search), [search])
  // Parsed again, because a debounced field commits later, when another field may have changed.
  const change: ChangeFilter = (part, options) =>
    navigate(urlOf({ ...parseFilter(location.search), from: undefined, ...part }), options)
  return [filter, change]
}
