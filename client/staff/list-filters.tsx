import { ArrowUpDown, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { CountBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SortField } from '../ui/table-sort.tsx'
import type { Column, TableSort } from '../ui/table.tsx'
import './list-filters.css'
import { SearchField } from './search-field.tsx'

export interface ListFiltersProps<Row> {
  noun: string
  /** How many rows were found, for the button that closes the sheet. */
  count: string | undefined
  search?: { placeholder: string; value: string; onChange: (text: string) => void } | undefined
  searchRef: Ref<HTMLInputElement>
  /** In one row with the search; in a sheet, with the sort, where there is no room. */
  filters?: ReactNode
  /** The filters as they are in the sheet, if it shows more of them. */
  sheetFilters?: ReactNode
  /** How many filters are set. */
  filterCount: number
  /** Buttons that stay next to the search at every width. */
  tools?: ReactNode
  columns: readonly Column<Row>[]
  sort: TableSort | undefined
  isFiltered: boolean
  onReset: () => void
}

/** The search, filters and tools above a list. */
export function ListFilters<Row>(props: ListFiltersProps<Row>) {
  const { noun, search, searchRef, filters, filterCount, tools, columns, sort } = props
  const [isOpen, setOpen] = useState(false)
  const [isSorting, setSorting] = useState(false)
  const label = filters ? 'Filters' : 'Sort'
  if (!search && !filters && !sort && !tools) return null
  return (
    <div className="list-filters">
      {search && (
        <div className="list-search">
          <SearchField ref={searchRef} label={`Search ${noun}`} {...search} />
        </div>
      )}
      {filters && <div className="list-filters-inline">{filters}</div>}
      {(filters || sort) && (
        <div className="list-filters-button">
          <Button icon={filters ? SlidersHorizontal : ArrowUpDown} onClick={() => setOpen(true)}>
            {label}
            {filterCount > 0 && <span className="sr-only"> ({filterCount} set)</span>}
            <CountBadge count={filterCount} />
          </Button>
        </div>
      )}
      {sort && hasHiddenSort(columns) && (
        <div className="list-sort-button">
          <Button icon={ArrowUpDown} onClick={() => setSorting(true)}>
            Sort
          </Button>
        </div>
      )}
      {tools && <div className="list-tools">{tools}</div>}
      {isOpen && <FilterSheet {...props} title={label} onClose={() => setOpen(false)} />}
      {isSorting && <FilterSheet {...props} sheetFilters={null} title="Sort" onClose={() => setSorting(false)} />}
    </div>
  )
}

type FilterSheetProps<Row> = ListFiltersProps<Row> & { title: string; onClose: () => void }

function FilterSheet<Row>(props: FilterSheetProps<Row>) {
  const { title, count, filters, sheetFilters = filters, columns, sort, isFiltered, onReset, onClose } = props
  return (
    <Dialog
      open
      sheet
      title={title}
      onClose={onClose}
      foot={
        <>
          {sheetFilters && isFiltered && <Button onClick={onReset}>Clear filters</Button>}
          <Button variant="primary" onClick={onClose}>
            {count === undefined ? 'Show results' : count === '1' ? 'Show 1 result' : `Show ${count} results`}
          </Button>
        </>
      }
    >
      <div className="list-filters list-filters-sheet">
        {sheetFilters}
        {sort && <SortField columns={columns} sort={sort} />}
      </div>
    </Dialog>
  )
}

/** Whether a head to sort by is hidden in tables that still have heads. */
const hasHiddenSort = <Row,>(columns: readonly Column<Row>[]) =>
  columns.some(({ sort, from }) => sort && (from === 'sm' || from === 'md'))

const otherNames = new Set(['q', 'sort', 'direction'])

/** How many filters of a list's address are set, besides its search and sort. */
export const countFilters = (query: Readonly<Record<string, string | undefined>>) =>
  Object.keys(query).filter((name) => !otherNames.has(name)).length
