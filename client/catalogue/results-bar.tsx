import { SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type ItemSort, itemSortLabels, itemSorts } from '../../shared/catalogue/list-options.ts'
import { CountBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/input.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useInputBeforeHydration } from '../ui/use-input-before-hydration.ts'
import { formatTotal } from '../lib/format-total.ts'
import { countFilters, isSearch } from '../../shared/catalogue/filter-url.ts'
import { lazyPart } from '../layout/lazy-part.tsx'
import { PageError } from '../layout/page-error.tsx'
import type { FilterSheetProps } from './filter-sheet.tsx'
import { type FiltersProps, NoScriptSubmit, OtherFields, SearchField } from './filters.tsx'

const FilterSheet = lazyPart(() => import('./filter-sheet.tsx'))

/** Above the list: the number of results, the search, the sort order and, on narrow screens, the filters. */
export function ResultsBar({ count, failed, ...props }: FiltersProps & { count: number | null; failed: boolean }) {
  const { filter, onChange } = props
  // Left out of the URL.
  const defaultSort = isSearch(filter) ? 'relevance' : 'popular'
  const sort = filter.sortBy ?? defaultSort
  const sortBy = (value: string) => onChange({ sortBy: value === defaultSort ? undefined : (value as ItemSort) })
  const sortSelect = useInputBeforeHydration<HTMLSelectElement>(sort, ({ value }) => sortBy(value))
  return (
    <div className="results-bar">
      <p role="status" className="results-count tabular font-medium">
        {count !== null && foundText(formatTotal(count, filter.q))}
        {count === null && !failed && (
          <span className="animate-appear text-muted">{isSearch(filter) ? 'Searching…' : 'Loading…'}</span>
        )}
      </p>
      <div className="results-search">
        <SearchField filter={filter} onChange={onChange} />
      </div>
      <FilterButton {...props} count={count} />
      <form action="/items" autoComplete="off" className="results-sort" onSubmit={(event) => event.preventDefault()}>
        <label className="flex items-center gap-2">
          <span className="text-sm text-muted max-wide:sr-only">Sort by</span>
          <Select
            ref={sortSelect}
            name="sortBy"
            className="flex-1 wide:w-52"
            value={sort}
            onChange={({ target }) => sortBy(target.value)}
          >
            {defaultSort === 'relevance' && <option value="relevance">Best match</option>}
            {itemSorts.map((sort) => (
              <option key={sort} value={sort}>
                {itemSortLabels[sort]}
              </option>
            ))}
          </Select>
        </label>
        <OtherFields filter={{ ...filter, sortBy: undefined, from: undefined }} />
        <NoScriptSubmit />
      </form>
    </div>
  )
}

function FilterButton(props: FilterSheetProps) {
  const [open, setOpen] = useState(false)
  const hydrated = useHydrated()
  const activeCount = countFilters(props.filter)
  return (
    <fieldset disabled={!hydrated} className="filter-button min-w-0 wide:hidden">
      <Button
        wide
        icon={SlidersHorizontal}
        onPointerDown={() => void FilterSheet.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        Filters
        {activeCount > 0 && <span className="sr-only"> ({activeCount} set)</span>}
        <CountBadge count={activeCount} />
      </Button>
      {open && (
        <PageError>
          <Suspense fallback={null}>
            <FilterSheet {...props} onClose={() => setOpen(false)} />
          </Suspense>
        </PageError>
      )}
    </fieldset>
  )
}

const foundText = (count: string) => (count === '1' ? '1 service found' : `${count} services found`)
