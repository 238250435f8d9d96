import { SearchX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatCount } from '../../../shared/format-count.ts'
import { useAct } from '../../lib/use-act.ts'
import { formatListTotal } from '../../lib/format-total.ts'
import { useQueryFilters } from '../../lib/use-query-filters.ts'
import type { KeyHelp } from '../../staff/keyboard-help.tsx'
import { countFilters, ListFilters } from '../../staff/list-filters.tsx'
import { CountSkeleton, FilteredCount, StaffPage } from '../../staff/staff-page.tsx'
import { useLoadUntilFound } from '../../staff/use-load-until-found.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { StaffError } from '../../staff/staff-error.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useLoad } from '../../use-load.ts'
import { loadMoreStaffOrders, loadStaffOrders } from './actions.ts'
import { MoreFilters, type MoreFiltersProps } from './more-filters.tsx'
import { OrderQueue } from './order-queue.tsx'
import { ProvedFilter, VerifyAll } from './proved-filter.tsx'
import { type Queue, queueFilter, queueFilterNames, type QueueQuery } from './queues.ts'
import { staffOrdersKey } from './store.ts'

export interface QueuePageProps {
  queue: Queue
  /** How many wait in all. */
  waiting: number | null | undefined
  keys: readonly KeyHelp[]
  /** Shown when nobody waits. */
  empty: ReactNode
  /** In the bar. */
  side?: ReactNode
}

/** In a second row, tools that appear would push the table down. */
const noRoomForTools = '(width < 64rem)'

/** The page of a queue: its search, the table and its loading and empty states. */
export function QueuePage({ queue, waiting, keys, empty, side }: QueuePageProps) {
  const client = useClient()
  const query = useQueryFilters(queueFilterNames)
  const filter = queueFilter(queue, query.filter)
  const { q } = filter
  const isPayments = queue.kind === 'payments'
  const isNarrow = useMedia(noRoomForTools)
  const key = staffOrdersKey(filter)
  const searchVersion = useStore((state) => (q === undefined ? 0 : state.staffOrders.searchVersion))
  const { status, message, requestId, retry } = useLoad(`${key}#${searchVersion}`, (signal) =>
    loadStaffOrders(client, filter, signal),
  )
  const list = useStore((state) => state.staffOrders.lists[key])
  const byId = useStore((state) => state.staffOrders.byId)
  const loadMore = () => loadMoreStaffOrders(client, filter)
  const isSearching = useLoadUntilFound(list, loadMore)
  const rows = list?.ids.flatMap((id) => byId[id] ?? []) ?? null
  const total = list && formatListTotal(list, q)
  const isLoading = isSearching || (!list && status !== 'failed')
  const hasNoRows = rows?.length === 0 && !isSearching
  const isEmpty = hasNoRows && !query.isSet
  const search = useRef<HTMLInputElement>(null)
  const focusSearch = () => search.current?.focus()
  const filters = { queue, query: query.filter, filter, onChange: query.change }

  return (
    <StaffPage
      title={queue.title}
      shortTitle={queue.shortTitle}
      tab={`${waiting ? `(${waiting}) ` : ''}${queue.title}`}
      count={
        typeof waiting === 'number' ? (
          <FilteredCount all={formatCount(waiting)} found={query.isSet && !isLoading ? total : undefined} />
        ) : isLoading ? (
          <CountSkeleton />
        ) : undefined
      }
      keys={keys}
      side={side}
    >
      {/* Always there, so that claims are held while a search is loading. */}
      <OrderQueue
        queue={queue}
        rows={rows}
        isLoading={isLoading}
        onSearch={focusSearch}
        toolbar={
          <div className="queue-filters" hidden={isEmpty}>
            <ListFilters
              noun={queue.plural}
              count={total}
              search={{
                placeholder: 'Name, amount, code',
                value: q ?? '',
                onChange: (text) => query.change({ q: text }),
              }}
              searchRef={search}
              filters={<QueueFilters {...filters} />}
              sheetFilters={<QueueFilters {...filters} inSheet />}
              filterCount={countFilters(query.filter)}
              tools={isPayments && !isNarrow && <VerifyAll {...provedFilter(filters)} orders={rows} />}
              columns={[]}
              sort={undefined}
              isFiltered={query.isSet}
              onReset={query.reset}
            />
          </div>
        }
      >
        <p role="status" className="sr-only">
          {isLoading && (isPayments ? 'Loading payments…' : 'Loading orders…')}
          {!isLoading && query.isSet && list && `${total} found`}
        </p>
        {!list && status === 'failed' && (
          <StaffError title={queue.failed} text={message} errorId={requestId} onRetry={retry} />
        )}
        {isEmpty && empty}
        {hasNoRows && query.isSet && (
          <NoMatches
            queue={queue}
            query={query.filter}
            onReset={() => {
              focusSearch()
              query.reset()
            }}
          />
        )}
        {list && list.nextCursor !== null && !isSearching && (
          <LoadMore queue={queue} shown={list.ids.length} total={total} onLoadMore={loadMore} />
        )}
        {isPayments && isNarrow && <VerifyAll {...provedFilter(filters)} orders={rows} isBar />}
      </OrderQueue>
    </StaffPage>
  )
}

type QueueFiltersProps = Omit<MoreFiltersProps, 'query'> & {
  queue: Queue
  query: QueueQuery
  onChange: (changes: QueueQuery) => void
}

function QueueFilters(props: QueueFiltersProps) {
  return (
    <>
      {props.queue.kind === 'payments' && <ProvedFilter {...provedFilter(props)} inSheet={props.inSheet} />}
      <MoreFilters {...props} />
    </>
  )
}

const provedFilter = ({ filter, onChange }: QueueFiltersProps) => ({
  isOn: filter.proved !== undefined,
  onChange: (isOn: boolean) => onChange({ proved: isOn ? '1' : '' }),
})

type LoadMoreProps = { queue: Queue; shown: number; total: string | undefined; onLoadMore: () => Promise<void> }

function LoadMore({ queue, shown, total, onLoadMore }: LoadMoreProps) {
  const { busy, run } = useAct(onLoadMore, { failed: queue.failed })
  return <ShowMore shown={shown} total={total} busy={busy} onMore={run} />
}

type NoMatchesProps = { queue: Queue; query: QueueQuery; onReset: () => void }

function NoMatches({ queue, query, onReset }: NoMatchesProps) {
  const { q, proved } = query
  const filterCount = countFilters(query)
  if (proved && filterCount === 1 && q === undefined) {
    return (
      <EmptyState
        icon={SearchX}
        title="No payment received in full"
        text="Payments appear here once exactly their total has been received."
        action={<Button onClick={onReset}>Show all</Button>}
      />
    )
  }
  const filters = filterCount === 1 ? 'your filter' : 'your filters'
  const sought = [q && `“${q}”`, filterCount > 0 && filters].filter(Boolean).join(' with ')
  return (
    <EmptyState
      icon={SearchX}
      title={`${queue.noMatches.title} ${sought}`}
      text={queue.noMatches.text}
      action={<Button onClick={onReset}>{filterCount > 0 ? 'Clear filters' : 'Clear search'}</Button>}
    />
  )
}
