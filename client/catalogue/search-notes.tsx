import { Suspense } from 'react'
import { Link } from 'wouter'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { useStore } from '../client-context.tsx'
import { laterPart } from '../layout/lazy-part.tsx'
import type { SearchChipsProps } from './search-chips.tsx'
import { itemsKey } from './store.ts'
import { useCatalogueUrl } from './use-filter.ts'

const SearchChips = laterPart<SearchChipsProps>(() => import('./search-chips.tsx'))

/** Above the results of a search: the category and duration that it names, and how it was corrected. */
export function SearchNotes({ filter }: { filter: CatalogueFilter }) {
  const catalogueUrl = useCatalogueUrl()
  const q = filter.q?.trim()
  const suggestion = useStore((state) => state.catalogue.searches[itemsKey(filter)]?.suggestion)
  if (!q) return null
  return (
    <div className="search-notes">
      {suggestion && (
        <p>
          No exact match for “{q}”. Did you mean{' '}
          <Link href={catalogueUrl({ ...filter, q: suggestion, from: undefined })} className="link font-semibold">
            {suggestion}
          </Link>
          ?
        </p>
      )}
      <Suspense fallback={null}>
        <SearchChips filter={filter} text={suggestion ?? q} />
      </Suspense>
    </div>
  )
}
