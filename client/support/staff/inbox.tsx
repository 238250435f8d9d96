import { Inbox as InboxIcon, MailCheck, SearchX } from 'lucide-react'
import type { Ref } from 'react'
import { type Conversation, conversationLabels } from '../../../shared/support/staff-schema.ts'
import { formatTotal } from '../../lib/format-total.ts'
import { useAct } from '../../lib/use-act.ts'
import { useNow } from '../../lib/use-now.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { StaffError } from '../../staff/staff-error.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonLine } from '../../ui/skeleton.tsx'
import type { Loading as LoadingState } from '../../use-load.ts'
import { loadMoreConversations } from './actions.ts'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxRow } from './inbox-row.tsx'
import { countInboxFilters, type InboxView, inboxUrl, isFiltered } from './inbox-url.ts'
import type { InboxFilter } from './state.ts'
import { inboxKey } from './store.ts'

export interface InboxProps {
  view: InboxView
  filter: InboxFilter
  onView: (part: Partial<InboxView>) => void
  loading: LoadingState
  /** The open conversation has failed to load too, and says so for both. */
  isErrorElsewhere: boolean
  /** Longest waiting first. */
  rows: readonly Conversation[]
  /** A conversation that has left the list and keeps its place while the pointer is over it. */
  isGone: (row: Conversation) => boolean
  /** The id of the open conversation. */
  opened: string | undefined
  /** The open conversation, if it is not among the rows. */
  unlisted: Conversation | undefined
  /** The id of the row selected with j and k. */
  selected: string | undefined
  search: Ref<HTMLInputElement>
  onFocusSearch: () => void
}

/** The list of conversations with its filters. */
export function Inbox(props: InboxProps) {
  const { view, filter, onView, loading, rows, isGone, opened, unlisted, selected } = props
  const list = useStore((state) => state.staffSupport.lists[inboxKey(filter)])
  const counts = useStore((state) => state.staffSupport.counts)
  const isEmpty = counts !== null && Object.values(counts).every((count) => count === 0) && !isFiltered(view)
  const now = useNow(30_000)
  const total = list && formatTotal(list.totalCount, view.q)
  return (
    <>
      <p role="status" className="sr-only">
        {total && (total === '1' ? '1 conversation' : `${total} conversations`)}
      </p>
      {!isEmpty && <InboxFilters view={view} onView={onView} search={props.search} />}
      {!list && loading.status === 'failed' && !props.isErrorElsewhere && (
        <StaffError
          title="Error loading conversations"
          text={loading.message}
          errorId={loading.requestId}
          onRetry={loading.retry}
        />
      )}
      {!list && loading.status !== 'failed' && <InboxSkeleton />}
      {list && rows.length === 0 && (
        <NoConversations
          view={isEmpty ? { ...view, status: 'all' } : view}
          onView={(part) => {
            props.onFocusSearch()
            onView(part)
          }}
        />
      )}
      {list && rows.length > 0 && (
        <div className="inbox-rows min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <ul aria-label="Conversations">
            {rows.map((row) => (
              <InboxRow
                key={row._id}
                row={row}
                now={now}
                href={inboxUrl(view, row._id)}
                isOpen={row._id === opened}
                isSelected={row._id === selected}
                isGone={isGone(row)}
                namesStatus={view.status === 'all'}
              />
            ))}
          </ul>
          {list.nextCursor !== null && <MoreConversations filter={filter} shown={rows.length} total={total!} />}
        </div>
      )}
      {list && unlisted && (
        <div className="inbox-unlisted">
          <p className="eyebrow">In {conversationLabels[unlisted.status]}</p>
          <ul aria-label="Open conversation">
            <InboxRow
              row={unlisted}
              now={now}
              href={inboxUrl(view, unlisted._id)}
              isOpen
              isSelected={false}
              isGone={false}
            />
          </ul>
        </div>
      )}
    </>
  )
}

type MoreProps = { filter: InboxFilter; shown: number; total: string }

function MoreConversations({ filter, shown, total }: MoreProps) {
  const client = useClient()
  const { busy, run } = useAct(() => loadMoreConversations(client, filter), { failed: 'Error loading conversations' })
  return <ShowMore shown={shown} total={total} busy={busy} onMore={run} />
}

const emptyTexts: Record<InboxView['status'], [title: string, text: string]> = {
  open: ['No open conversations', 'Every customer has an answer. New questions appear here.'],
  waiting: ['No answered conversations', 'Conversations stay here from your answer until the customer replies.'],
  resolved: ['No resolved conversations', 'Resolved conversations reopen when the customer writes again.'],
  all: ['No conversations yet', 'Messages from customers appear here.'],
}

type NoConversationsProps = Pick<InboxProps, 'view' | 'onView'>

function NoConversations({ view, onView }: NoConversationsProps) {
  if (view.q || view.assigned !== 'all') return <NoMatches view={view} onView={onView} />
  if (view.unread) {
    return <EmptyState className="flex-1" icon={MailCheck} title="You’re all caught up" text="No unread messages." />
  }
  const [title, text] = emptyTexts[view.status]
  return <EmptyState className="flex-1" icon={InboxIcon} title={title} text={text} />
}

const noMatchTitles: Record<InboxView['status'], string> = {
  open: 'No open conversations match',
  waiting: 'No answered conversations match',
  resolved: 'No resolved conversations match',
  all: 'No conversations match',
}

/** Says what was searched for and where, and offers to search everywhere. */
function NoMatches({ view, onView }: NoConversationsProps) {
  const { status, q } = view
  const filterCount = countInboxFilters(view)
  const filters = filterCount === 1 ? 'your filter' : 'your filters'
  const sought = [q && `“${q}”`, filterCount > 0 && filters].filter(Boolean).join(' with ')
  const noFilters = { assigned: 'all', unread: false } as const
  return (
    <EmptyState
      className="flex-1"
      icon={SearchX}
      title={`${noMatchTitles[status]} ${sought}`}
      action={
        <>
          {q && status !== 'all' && (
            <Button onClick={() => onView({ status: 'all', ...noFilters })}>Search all conversations</Button>
          )}
          {filterCount > 0 && <Button onClick={() => onView({ q: '', ...noFilters })}>Clear filters</Button>}
          {filterCount === 0 && <Button onClick={() => onView({ q: '' })}>Clear search</Button>}
        </>
      }
    />
  )
}

function InboxSkeleton() {
  return (
    <Loading
      label="Loading conversations…"
      className="inbox-loading skeleton-group skeleton-rows min-h-0 flex-1 overflow-clip"
    >
      {Array.from({ length: 14 }, (_, row) => (
        <div key={row} className="inbox-row">
          <Skeleton className="size-8 flex-none rounded-full" />
          <div className="grid min-w-0 flex-1 gap-0.5">
            <div className="flex justify-between gap-2">
              <SkeletonLine className="w-32" />
              <SkeletonLine className="skeleton-end w-8 flex-none" />
            </div>
            <div className="text-[0.8125rem]">
              <SkeletonLine className="w-full" />
              <SkeletonLine className="w-2/3" />
            </div>
          </div>
        </div>
      ))}
    </Loading>
  )
}
