import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addressOf, type Filter, readFilter } from './address.ts'

export type ChangeFilter = (part: Filter, options?: { replace?: boolean }) => void

/** The catalogue's filter. It lives in the address, so that Back and sharing work. */
export function useFilter(): [Filter, ChangeFilter] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const filter = useMemo(() => readFilter(search), [search])
  // Read anew: what was typed comes a little later, and another field may have changed meanwhile.
  const change: ChangeFilter = (part, options) =>
    navigate(addressOf({ ...readFilter(location.search), ...part }), options)
  return [filter, change]
}
