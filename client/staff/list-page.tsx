import { SearchX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatTotal } from '../lib/format-total.ts'
import { useAct } from '../lib/use-act.ts'
import type { List } from '../stream/lists.ts'
import { Button } from '../ui/button.tsx'
import { StaffError } from './staff-error.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import type { Column, TableSort } from '../ui/table.tsx'
import type { Loading as LoadingState } from '../use-load.ts'
import type { KeyHelp } from './keyboard-help.tsx'
import { ListFilters } from './list-filters.tsx'
import { ListTable } from './list-table.tsx'
import { CountSkeleton, StaffPage } from './staff-page.tsx'

export interface ListPageProps<Row> {
  title: string
  /** In place of the title on phones, where that has no room. */
  shortTitle?: string | undefined
  text?: string
  /** What is listed, in the plural and lower case: 'orders'. */
  noun: string
  /** Omitted for lists that the server doesn't count. */
  count?: number | string | undefined
  /** Omitted for lists without a search. */
  search?: { placeholder: string; value: string; onChange: (text: string) => void }
  /** Selects next to the search; on phones in a sheet. */
  filters?: ReactNode
  /** The filters as they are in the sheet, if it shows more of them. */
  sheetFilters?: ReactNode
  /** How many filters are set. */
  filterCount?: number
  /** Buttons next to the search that are no filters. */
  tools?: ReactNode
  /** To the right of the heading. */
  side?: ReactNode
  loading: LoadingState
  list: List | undefined
  byId: Record<string, Row>
  columns: readonly Column<Row>[]
  href?: (row: Row) => string
  sort?: TableSort
  /** Shortcuts for the selected row, and their descriptions. */
  keys?: { actions: Record<string, (row: Row) => void>; help: readonly KeyHelp[] }
  /** Shown when the unfiltered list is empty. */
  empty: ReactNode
  isFiltered: boolean
  /** Whether filters may find rows although the unfiltered list is empty. */
  hasOtherRows?: boolean
  onReset: () => void
  onLoadMore: () => Promise<void>
  /** Nothing has been found yet, and the search continues. */
  isSearching?: boolean
  children?: ReactNode
}

/** A staff page with one list: search, filters, a table with keyboard navigation, and its loading and empty states. */
export function ListPage<Row extends { _id: string }>(props: ListPageProps<Row>) {
  const { title, text, noun, search, side, loading, list, byId, columns, href, keys } = props
  const { empty, isFiltered, hasOtherRows, onReset, onLoadMore, isSearching, children } = props
  const count = typeof props.count === 'number' ? formatTotal(props.count, search?.value) : props.count
  const field = useRef<HTMLInputElement>(null)
  const isLoading = isSearching || (!list && loading.status !== 'failed')
  const rows = (list?.ids ?? []).flatMap((id) => byId[id] ?? [])
  const isEmpty = list !== undefined && rows.length === 0 && !isFiltered && !isSearching
  const focusSearch = () => field.current?.focus()

  return (
    <StaffPage
      title={title}
      shortTitle={props.shortTitle}
      count={count ?? ('count' in props && isLoading ? <CountSkeleton /> : undefined)}
      text={text}
      side={side}
      keys={[selectHelp, ...(href ? [openHelp] : []), ...(keys?.help ?? []), ...(search ? [searchHelp] : [])]}
    >
      <ListFilters
        noun={noun}
        count={count}
        search={isEmpty ? undefined : search}
        searchRef={field}
        filters={isEmpty && !hasOtherRows ? undefined : props.filters}
        sheetFilters={props.sheetFilters}
        filterCount={props.filterCount ?? 0}
        tools={props.tools}
        columns={columns}
        sort={isEmpty ? undefined : props.sort}
        isFiltered={isFiltered}
        onReset={onReset}
      />
      <p role="status" className="sr-only">
        {isLoading ? `Loading ${noun}…` : list && countNoun(String(count ?? rows.length), noun)}
      </p>
      <div className={isEmpty ? undefined : 'mt-4'}>
        {!list && loading.status === 'failed' && (
          <StaffError
            title={`Error loading ${noun}`}
            text={loading.message}
            errorId={loading.requestId}
            onRetry={loading.retry}
          />
        )}
        {isEmpty && empty}
        {list && rows.length === 0 && isFiltered && !isSearching && (
          <NoMatches
            noun={noun}
            q={search?.value}
            filterCount={props.filterCount ?? 0}
            onReset={() => {
              focusSearch()
              onReset()
            }}
          />
        )}
        {(rows.length > 0 || isLoading) && (
          <ListTable
            caption={title}
            columns={columns}
            rows={rows}
            href={href}
            keys={keys?.actions}
            sort={props.sort}
            onSearch={focusSearch}
            isLoading={isLoading}
          />
        )}
        {list && list.nextCursor !== null && !isSearching && (
          <LoadMore noun={noun} shown={rows.length} total={count} onLoadMore={onLoadMore} />
        )}
      </div>
      {children}
    </StaffPage>
  )
}

const countNoun = (count: string, noun: string) =>
  `${count} ${count === '1' ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun}`

const selectHelp: KeyHelp = [['j', 'k'], 'Next or previous row']
const openHelp: KeyHelp = [['Enter'], 'Open']
const searchHelp: KeyHelp = [['/'], 'Search']

type LoadMoreProps = {
  noun: string
  shown: number
  total: string | undefined
  onLoadMore: () => Promise<void>
}

function LoadMore({ noun, shown, total, onLoadMore }: LoadMoreProps) {
  const { busy, run } = useAct(onLoadMore, { failed: `Error loading ${noun}` })
  return <ShowMore shown={shown} total={total} busy={busy} onMore={run} />
}

type NoMatchesProps = { noun: string; q: string | undefined; filterCount: number; onReset: () => void }

/** Says what was searched for, so that a typo is seen, and whether a filter is set that may hide it. */
function NoMatches({ noun, q, filterCount, onReset }: NoMatchesProps) {
  const isOnlySearch = q && filterCount === 0
  const filters = filterCount === 1 ? 'filter' : 'filters'
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${noun} found`}
      text={
        <span className="wrap-anywhere">
          {q
            ? `Nothing matches “${q}”${isOnlySearch ? '' : ` with your ${filters}`}.`
            : `Nothing matches your ${filters}.`}
        </span>
      }
      action={<Button onClick={onReset}>{isOnlySearch ? 'Clear search' : 'Clear filters'}</Button>}
    />
  )
}
