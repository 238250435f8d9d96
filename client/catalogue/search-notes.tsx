import { type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { useStore } from '../client-context.tsx'
import { laterPart } from '../layout/lazy-part.tsx'
import type { SearchChipsProps } from './search-chips.tsx'
import { itemsKey } from './store.ts'
import { useCatalogueUrl } from './use-filter.ts'

const SearchChips = laterPart<SearchChipsProps>(() => import('./search-chips.tsx'))

export interface SearchNotesProps {
  filter: CatalogueFilter
  /** There are results, or may be. */
  hasResults: boolean
  /** What stands before them in the same row. */
  children: ReactNode
}

/** Above the results of a search: the category and duration that it names, and how it was corrected. */
export function SearchNotes({ filter, hasResults, children }: SearchNotesProps) {
  const q = filter.q?.trim()
  return (
    <div className="search-notes">
      {children}
      {q && hasResults && <Notes filter={filter} q={q} />}
    </div>
  )
}

function Notes({ filter, q }: { filter: CatalogueFilter; q: string }) {
  const catalogueUrl = useCatalogueUrl()
  const suggestion = useStore((state) => state.catalogue.searches[itemsKey(filter)]?.suggestion)
  return (
    <>
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
    </>
  )
}
