import { Keyboard, SearchX } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useAct } from '../../lib/use-act.ts'
import { useQueryFilters } from '../../lib/use-query-filters.ts'
import { type KeyHelp, KeyboardHelp } from '../../staff/keyboard-help.tsx'
import { SearchField } from '../../staff/search-field.tsx'
import { StaffPage } from '../../staff/staff-page.tsx'
import { useClient, useStore } from '../../client-context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../ui/empty.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useLoad } from '../../use-load.ts'
import { loadMoreStaffOrders, loadStaffOrders } from './actions.ts'
import { OrderQueue } from './order-queue.tsx'
import type { Queue } from './queues.ts'
import type { StaffOrderFilter } from './state.ts'
import { staffOrdersKey } from './store.ts'

export interface QueuePageProps {
  queue: Queue
  /** How many wait in all. */
  waiting: number | null | undefined
  keys: readonly KeyHelp[]
  /** Shown when nobody waits. */
  empty: ReactNode
}

/** The page of a queue: its search, the table and its loading and empty states. */
export function QueuePage({ queue, waiting, keys, empty }: QueuePageProps) {
  const client = useClient()
  const query = useQueryFilters(['q'])
  const { q } = query.filter
  const filter: StaffOrderFilter = { ...queue.filter, q }
  const key = staffOrdersKey(filter)
  const searchVersion = useStore((state) => (q === undefined ? 0 : state.staffOrders.searchVersion))
  const { status, message, retry } = useLoad(`${key}#${searchVersion}`, (signal) =>
    loadStaffOrders(client, filter, signal),
  )
  const list = useStore((state) => state.staffOrders.lists[key])
  const byId = useStore((state) => state.staffOrders.byId)
  const rows = list?.ids.flatMap((id) => byId[id] ?? []) ?? null
  const [isHelpOpen, setHelpOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)

  return (
    <StaffPage
      title={queue.title}
      tab={`${waiting ? `(${waiting}) ` : ''}${queue.title}`}
      count={waiting ?? undefined}
      text={queue.text}
      side={
        <>
          <div className="w-72 max-wide:w-full">
            <SearchField
              ref={search}
              label={queue.searchLabel}
              placeholder="Name, number or reference"
              value={q ?? ''}
              onChange={(text) => query.change({ q: text })}
            />
          </div>
          <IconButton
            icon={Keyboard}
            label="Keyboard shortcuts"
            className="max-wide:hidden"
            onClick={() => setHelpOpen(true)}
          />
        </>
      }
    >
      <p role="status" className="sr-only">
        {q !== undefined && list && `${list.totalCount} found`}
      </p>
      {!list && status === 'failed' && <ErrorState title={queue.failed} text={message} onRetry={retry} />}
      {!list && status !== 'failed' && <QueueSkeleton queue={queue} />}
      {/* Always there, so that claims are held while a search is loading. */}
      <OrderQueue queue={queue} rows={rows} onSearch={() => search.current?.focus()} onHelp={() => setHelpOpen(true)} />
      {rows?.length === 0 && q === undefined && empty}
      {rows?.length === 0 && q !== undefined && <NoMatches queue={queue} q={q} onReset={query.reset} />}
      {list && list.nextCursor !== null && (
        <LoadMore queue={queue} filter={filter} shown={list.ids.length} total={list.totalCount} />
      )}
      <KeyboardHelp open={isHelpOpen} onClose={() => setHelpOpen(false)} keys={keys} />
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

function QueueSkeleton({ queue }: { queue: Queue }) {
  return (
    <Loading label={queue.kind === 'payments' ? 'Loading payments…' : 'Loading orders…'} className="grid gap-px">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-14 w-full max-wide:h-64" />
      ))}
    </Loading>
  )
}
