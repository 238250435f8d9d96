import { Suspense } from 'react'
import { useClient } from '../client-context.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { laterElement, laterPart } from '../layout/lazy-part.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { formatTotal } from '../lib/format-total.ts'
import { useAct } from '../lib/use-act.ts'
import type { Loading } from '../use-load.ts'
import { loadMoreItems } from './lazy-actions.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import type { CatalogueFilter } from '../../shared/catalogue/filter-url.ts'
import { CardSummary } from './item-card.tsx'
import { ItemGrid, ItemGridSkeleton } from './item-grid.tsx'
import type { ItemMatchProps } from './item-match.tsx'
import type { DisplayedList } from './use-displayed-list.ts'
import { useCatalogueUrl } from './use-filter.ts'

const ItemMatch = laterPart<ItemMatchProps>(() => import('./item-match.tsx'))
const LaterPage = laterPart<{ filter: CatalogueFilter }>(() => import('./later-page.tsx'))
const noResults = laterElement(() => import('./no-results.tsx'))

export interface ResultsProps {
  filter: CatalogueFilter
  shown: DisplayedList | null
  loading: Loading
}

/** The matching items. While another filter is loading, the previous results stay in place, dimmed. */
export function Results({ filter, shown, loading }: ResultsProps) {
  const grid = 'item-grid'
  if (loading.status === 'failed' && (!shown || shown.isPrevious)) {
    return <ErrorState title="Error loading items" text={loading.message} onRetry={loading.retry} />
  }
  if (!shown) return <ItemGridSkeleton count={12} className={grid} />
  if (shown.list.ids.length === 0 && !shown.isPrevious) return noResults
  return (
    <div aria-busy={shown.isPrevious} className={shown.isPrevious ? 'results results-old' : 'results'}>
      {filter.from !== undefined && (
        <Suspense fallback={null}>
          <LaterPage filter={filter} />
        </Suspense>
      )}
      <ItemGrid ids={shown.list.ids} eagerCount={8} className={grid} summaryOf={matchOf(filter, shown.isPrevious)} />
      {!shown.isPrevious && <ShowMoreItems filter={filter} shown={shown} />}
    </div>
  )
}

const matchOf = (filter: CatalogueFilter, isPrevious: boolean) =>
  filter.q
    ? (item: Item) => (
        <Suspense fallback={<CardSummary item={item} />}>
          <ItemMatch item={item} filter={filter} isPrevious={isPrevious} />
        </Suspense>
      )
    : undefined

function ShowMoreItems({ filter, shown: { list } }: { filter: CatalogueFilter; shown: DisplayedList }) {
  const client = useClient()
  const catalogueUrl = useCatalogueUrl()
  const { busy, run } = useAct(() => loadMoreItems(client, filter), { failed: 'Error loading items' })
  if (list.nextCursor === null) return null
  return (
    <ShowMore
      shown={list.ids.length}
      total={filter.from === undefined ? formatTotal(list.totalCount, filter.q) : undefined}
      busy={busy}
      href={catalogueUrl({ ...filter, from: list.nextCursor })}
      onMore={run}
    />
  )
}
