import { Inbox as InboxIcon, MailCheck, Search, SearchX } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Link } from 'wouter'
import { type Conversation, type ConversationStatus } from '../../shared/support.ts'
import { initialsOf } from '../accounts/prefs.ts'
import { useTyped } from '../catalogue/use-typed.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useNow } from '../orders/use-now.ts'
import { ageOf } from '../orders/when.ts'
import { Age } from '../staff/age.tsx'
import { useClient, useStore } from '../store.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { CountBadge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Segments } from '../ui/choice.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { Select, TextInput } from '../ui/input.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import type { Loading as Load } from '../use-load.ts'
import { inboxAddress, type InboxView } from './inbox-address.ts'
import { loadMoreOfInbox } from './staff-actions.ts'
import { type InboxFilter, inboxKey } from './store.ts'
import { useTyping } from './use-typing.ts'

export interface InboxProps {
  view: InboxView
  filter: InboxFilter
  onView: (part: Partial<InboxView>) => void
  loading: Load
  /** What is shown, who waits longest first. */
  rows: Conversation[]
  /** The conversation that is open. */
  opened: string | undefined
  /** The one that j and k have come to. */
  selected: string | undefined
  search: Ref<HTMLInputElement>
}

/** Who wrote, sorted by how long they wait. */
export function Inbox(props: InboxProps) {
  const { view, filter, onView, loading, rows, opened, selected } = props
  const list = useStore((state) => state.support.lists[inboxKey(filter)])
  const now = useNow(30_000)
  return (
    <>
      <InboxFilters view={view} onView={onView} search={props.search} />
      {!list && loading.status === 'failed' && (
        <ErrorState title="Error loading conversations" text={loading.message} onRetry={loading.retry} />
      )}
      {!list && loading.status !== 'failed' && <InboxSkeleton />}
      {list && rows.length === 0 && <NothingHere view={view} />}
      {list && rows.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <ul aria-label="Conversations">
            {rows.map((row) => (
              <InboxRow
                key={row._id}
                row={row}
                now={now}
                href={inboxAddress(view, row._id)}
                isOpen={row._id === opened}
                isSelected={row._id === selected}
              />
            ))}
          </ul>
          {list.nextCursor !== null && <More filter={filter} shown={rows.length} total={list.totalCount} />}
        </div>
      )}
    </>
  )
}

function InboxFilters({ view, onView, search }: Pick<InboxProps, 'view' | 'onView' | 'search'>) {
  const counts = useStore((state) => state.support.counts)
  const typed = useTyped({
    shown: view.q,
    means: (text) => text.trim(),
    take: (text) => onView({ q: text.trim() }),
  })
  const label = (name: string, status: ConversationStatus) => (
    <span className="whitespace-nowrap">
      {name}
      {counts && <span className="tabular ml-1.5 font-normal text-muted">{counts[status]}</span>}
    </span>
  )
  return (
    <div className="grid flex-none gap-2 border-b p-2.5">
      <Segments
        legend="State"
        hideLegend
        className="inbox-states"
        value={view.status}
        onChange={(status) => onView({ status })}
        options={[
          { value: 'open', label: label('Open', 'open') },
          { value: 'waiting', label: label('Waiting', 'waiting') },
          { value: 'resolved', label: 'Resolved' },
          { value: 'all', label: 'All' },
        ]}
      />
      <TextInput
        ref={search}
        type="search"
        aria-label="Search conversations"
        placeholder="Search"
        className="inbox-field"
        start={<Search size={15} />}
        maxLength={100}
        {...typed.field}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <Select
          aria-label="Whose"
          className="inbox-select"
          value={view.who}
          onChange={(event) => onView({ who: event.target.value as InboxView['who'] })}
        >
          <option value="all">Everyone’s</option>
          <option value="mine">Mine</option>
          <option value="none">Unassigned</option>
        </Select>
        <Button
          size="small"
          aria-pressed={view.unread}
          className="inbox-unread"
          onClick={() => onView({ unread: !view.unread })}
        >
          Unread
        </Button>
      </div>
    </div>
  )
}

type RowProps = { row: Conversation; now: number; href: string; isOpen: boolean; isSelected: boolean }

function InboxRow({ row, now, href, isOpen, isSelected }: RowProps) {
  const { customer, lastMessage, assignee, unread } = row
  const me = useStore((state) => state.accounts.user?._id)
  const isTyping = useTyping(row._id).some(({ who }) => who === 'customer')
  const owner = assignee && (assignee._id === me ? 'you' : assignee.firstName)
  return (
    <li>
      <Link
        href={href}
        data-key={row._id}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames('inbox-row', isSelected && 'inbox-row-selected')}
      >
        <Avatar initials={initialsOf(customer)} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-baseline justify-between gap-2">
            <span className={classNames('truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
              {customer.firstName} {customer.lastName}
            </span>
            <span className="tabular flex-none text-xs text-muted">
              {row.waitingSince !== null ? <Age since={row.waitingSince} now={now} /> : ageOf(row.lastMessageAt, now)}
            </span>
          </span>
          <span className="flex items-center gap-2 text-[0.8125rem] text-muted">
            <span className={classNames('min-w-0 flex-1 truncate', unread > 0 && 'text-ink')}>
              {isTyping ? (
                <em>writes…</em>
              ) : (
                <>
                  {lastMessage.byStaff && `${lastMessage.name}: `}
                  {lastMessage.text}
                </>
              )}
            </span>
            {unread > 0 && <CountBadge count={unread} />}
            {unread > 0 && <span className="sr-only">{unread} unread</span>}
          </span>
          {owner && <span className="text-xs text-muted">Assigned to {owner}</span>}
        </span>
      </Link>
    </li>
  )
}

function More({ filter, shown, total }: { filter: InboxFilter; shown: number; total: number }) {
  const client = useClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function more() {
    setBusy(true)
    try {
      await loadMoreOfInbox(client, filter)
    } catch (error) {
      toast(tellFailure(error, 'Error loading conversations'), { type: 'error' })
    }
    setBusy(false)
  }

  return <ShowMore shown={shown} total={total} busy={busy} onMore={() => void more()} />
}

const nothing: Record<InboxView['status'], [title: string, text: string]> = {
  open: ['Nobody waits', 'Every customer has an answer. The next question appears here.'],
  waiting: ['Nothing here', 'Conversations that you have answered stay here until the customer writes again.'],
  resolved: ['Nothing resolved yet', 'What is done goes here, and comes back when the customer writes again.'],
  all: ['No conversations yet', 'When a customer writes, it appears here.'],
}

function NothingHere({ view }: { view: InboxView }) {
  if (view.q || view.who !== 'all') {
    return <EmptyState className="flex-1" icon={SearchX} title="None fits" text="Try another word or filter." />
  }
  if (view.unread) {
    return <EmptyState className="flex-1" icon={MailCheck} title="Nothing unread" text="All of it was read." />
  }
  const [title, text] = nothing[view.status]
  return <EmptyState className="flex-1" icon={InboxIcon} title={title} text={text} />
}

function InboxSkeleton() {
  return (
    <Loading label="Loading conversations…" className="grid gap-2 p-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </Loading>
  )
}
