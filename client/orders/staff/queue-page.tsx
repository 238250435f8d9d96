import { SearchX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatCount } from '../../../shared/format-count.ts'
import { useAct } from '../../lib/use-act.ts'
import { formatTotal } from '../../lib/format-total.ts'
import { useQueryFilters } from '../../lib/use-query-filters.ts'
import type { KeyHelp } from '../../staff/keyboard-help.tsx'
import { ListFilters } from '../../staff/list-filters.tsx'
import { CountSkeleton, StaffPage } from '../../staff/staff-page.tsx'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/empty.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { useLoad } from '../../use-load.ts'
import { loadMoreStaffOrders, loadStaffOrders } from './actions.ts'
import { OrderQueue } from './order-queue.tsx'
import { ProvedFilter, VerifyAll } from './proved-filter.tsx'
import { type Queue, queueFilter } from './queues.ts'
import type { StaffOrderFilter } from './state.ts'
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

/** The page of a queue: its search, the table and its loading and empty states. */
export function QueuePage({ queue, waiting, keys, empty, side }: QueuePageProps) {
  const client = useClient()
  const query = useQueryFilters(['q', 'proved'])
  const { q } = query.filter
  const isPayments = queue.kind === 'payments'
  const filter = queueFilter(queue, query.filter)
  const { proved } = filter
  const key = staffOrdersKey(filter)
  const searchVersion = useStore((state) => (q === undefined ? 0 : state.staffOrders.searchVersion))
  const { status, message, retry } = useLoad(`${key}#${searchVersion}`, (signal) =>
    loadStaffOrders(client, filter, signal),
  )
  const list = useStore((state) => state.staffOrders.lists[key])
  const byId = useStore((state) => state.staffOrders.byId)
  const rows = list?.ids.flatMap((id) => byId[id] ?? []) ?? null
  const isLoading = !list && status !== 'failed'
  const isEmpty = rows?.length === 0 && q === undefined && !proved
  const search = useRef<HTMLInputElement>(null)
  const provedFilter = {
    isOn: proved !== undefined,
    onChange: (isOn: boolean) => query.change({ proved: isOn ? '1' : '' }),
  }

  return (
    <StaffPage
      title={queue.title}
      tab={`${waiting ? `(${waiting}) ` : ''}${queue.title}`}
      count={typeof waiting === 'number' ? formatCount(waiting) : isLoading ? <CountSkeleton /> : undefined}
      keys={keys}
      side={side}
    >
      {/* Always there, so that claims are held while a search is loading. */}
      <OrderQueue
        queue={queue}
        rows={rows}
        isLoading={isLoading}
        onSearch={() => search.current?.focus()}
        toolbar={
          <div className="queue-filters" hidden={isEmpty}>
            <ListFilters
              noun={queue.plural}
              count={list && formatTotal(list.totalCount, q)}
              search={{
                placeholder: 'Name or reference',
                value: q ?? '',
                onChange: (text) => query.change({ q: text }),
              }}
              searchRef={search}
              filters={isPayments && <ProvedFilter {...provedFilter} />}
              sheetFilters={isPayments && <ProvedFilter {...provedFilter} inSheet />}
              filterCount={proved ? 1 : 0}
              tools={isPayments && <VerifyAll {...provedFilter} orders={rows} />}
              columns={[]}
              sort={undefined}
              isFiltered={proved !== undefined}
              onReset={() => query.change({ proved: '' })}
            />
          </div>
        }
      >
        <p role="status" className="sr-only">
          {isLoading && (queue.kind === 'payments' ? 'Loading payments…' : 'Loading orders…')}
          {q !== undefined && list && `${list.totalCount} found`}
        </p>
        {!list && status === 'failed' && <ErrorState title={queue.failed} text={message} onRetry={retry} />}
        {isEmpty && empty}
        {rows?.length === 0 && q === undefined && proved && (
          <EmptyState
            icon={SearchX}
            title="No payment received in full"
            text="Payments appear here once exactly their total has been received."
            action={<Button onClick={() => query.change({ proved: '' })}>Show all</Button>}
          />
        )}
        {rows?.length === 0 && q !== undefined && <NoMatches queue={queue} q={q} onReset={query.reset} />}
        {list && list.nextCursor !== null && (
          <LoadMore queue={queue} filter={filter} shown={list.ids.length} total={list.totalCount} />
        )}
      </OrderQueue>
    </StaffPage>
  )
}

type LoadMoreProps = { queue: Queue; filter: StaffOrderFilter; shown: number; total: number }

function LoadMore({ queue, filter, shown, total }: LoadMoreProps) {
  const client = useClient()
  const { busy, run } = useAct(() => loadMoreStaffOrders(client, filter), { failed: queue.failed })
  return <ShowMore shown={shown} total={total} busy={busy} onMore={run} />
}

function NoMatches({ queue, q, onReset }: { queue: Queue; q: string; onReset: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title={`${queue.noMatches.title} “${q}”`}
      text={queue.noMatches.text}
      action={<Button onClick={onReset}>Clear search</Button>}
    />
  )
}
