import { useState } from 'react'
import type { StaffSearchResults } from '../../../shared/staff/search-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { useLoad } from '../../use-load.ts'
import { searchEverything } from './search-action.ts'

type Found = { query: string; results: StaffSearchResults }

/**
 * Searches as staff type. The results of the text before stay until those of the new one are there; a change of an order
 * searches again.
 */
export function usePaletteSearch(text: string) {
  const client = useClient()
  const query = text.trim()
  const ordersVersion = useStore((state) => state.staffOrders.countsVersion)
  const [found, setFound] = useState<Found | null>(null)
  const key = query === '' ? null : `staff/search/${ordersVersion}/${query}`
  const loading = useLoad(key, async (signal) => {
    const results = await searchEverything(client, query, signal)
    if (results) setFound({ query, results })
  })
  return {
    query,
    found: query === '' ? null : found,
    isSearching: query !== '' && found?.query !== query && loading.status === 'loading',
    loading,
  }
}
