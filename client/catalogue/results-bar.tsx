import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type Sort, sortLabels, sorts } from '../../shared/catalogue.ts'
import { CountBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/input.tsx'
import { countFilters } from './address.ts'
import { Filters, type FiltersProps, SearchField } from './filters.tsx'

/** Over the list: how many there are, in which order, and on narrow screens the way to the filters. */
export function ResultsBar({ count, failed, ...props }: FiltersProps & { count: number | null; failed: boolean }) {
  const { filter, onChange } = props
  return (
    <div className="results-bar">
      <p role="status" className="results-count tabular font-medium">
        {count !== null && found(count)}
        {count === null && !failed && <span className="animate-appear text-muted">Looking…</span>}
      </p>
      <div className="results-search">
        <SearchField q={filter.q} onChange={onChange} />
      </div>
      <FilterSheet {...props} count={count} />
      <label className="results-sort flex items-center gap-2">
        <span className="text-sm text-muted max-wide:sr-only">Sort by</span>
        <Select
          name="sortBy"
          className="flex-1 wide:w-52"
          value={filter.sortBy ?? 'newest'}
          onChange={(event) => onChange({ sortBy: sortOf(event.target.value) })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </Select>
      </label>
    </div>
  )
}

function FilterSheet({ count, ...props }: FiltersProps & { count: number | null }) {
  const [open, setOpen] = useState(false)
  const active = countFilters({ ...props.filter, q: undefined })
  return (
    <div className="wide:hidden">
      <Button wide icon={SlidersHorizontal} onClick={() => setOpen(true)}>
        Filters
        {active > 0 && <span className="sr-only"> ({active} set)</span>}
        <CountBadge count={active} />
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        sheet
        foot={
          <Button variant="primary" size="large" wide onClick={() => setOpen(false)}>
            {count === null ? 'Show services' : `Show ${count === 1 ? '1 service' : `${count} services`}`}
          </Button>
        }
      >
        <Filters {...props} />
      </Dialog>
    </div>
  )
}

const found = (count: number) => (count === 1 ? '1 service found' : `${count} services found`)

/** The usual order is left out of the address. */
const sortOf = (value: string) => (value === 'newest' ? undefined : (value as Sort))
