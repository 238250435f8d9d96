import { type ReactNode, Suspense } from 'react'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { laterPart } from '../layout/lazy-part.tsx'
import type { SearchHintsProps } from './search-hints.tsx'

const SearchHints = laterPart<SearchHintsProps>(() => import('./search-hints.tsx'))

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
      {q && hasResults && (
        <Suspense fallback={null}>
          <SearchHints filter={filter} q={q} />
        </Suspense>
      )}
    </div>
  )
}
