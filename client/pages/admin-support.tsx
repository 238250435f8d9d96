import { ArrowLeft, Inbox as InboxIcon } from 'lucide-react'
import { useRef } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { formatCount } from '../../shared/format-count.ts'
import type { Conversation } from '../../shared/support/staff-schema.ts'
import type { KeyHelp } from '../staff/keyboard-help.tsx'
import { CountSkeleton, FilteredCount, StaffPage } from '../staff/staff-page.tsx'
import { useRowSelection } from '../staff/use-row-selection.ts'
import { formatListTotal } from '../lib/format-total.ts'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { useClient, useStore } from '../client-context.tsx'
import {
  countInTab,
  inboxFilter,
  type InboxView,
  inboxUrl,
  isFiltered,
  parseInboxView,
} from '../support/staff/inbox-url.ts'
import { Inbox } from '../support/staff/inbox.tsx'
import { beginThread } from '../support/actions.ts'
import { loadConversation, loadInbox } from '../support/staff/actions.ts'
import type { StaffConversationHandle } from '../support/staff/staff-conversation.tsx'
import { useConversationActs } from '../support/staff/use-conversation-acts.ts'
import { useSelectedConversation } from '../support/staff/use-selected-conversation.ts'
import { useNextConversation } from '../support/staff/use-next-conversation.ts'
import { StaffPane } from '../support/staff/staff-pane.tsx'
import { conversationKey, inboxKey } from '../support/staff/store.ts'
import type { List } from '../stream/lists.ts'
import { classNames } from '../ui/class-names.ts'
import { StaffError } from '../staff/staff-error.tsx'
import { EmptyState } from '../ui/empty.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useMedia } from '../ui/use-media.ts'
import { type Loading, useLoad } from '../use-load.ts'
import '../support/support.css'
import '../support/staff/inbox-rows.css'
import '../support/staff/inbox.css'
import '../support/staff/inbox-short.css'

/** Matches the widths at which either the list or the conversation is shown (inbox.css). */
const ONE_PANE = '(width < 45rem)'

/** The support inbox: conversations, messages and customer, side by side where there is room. */
export default function AdminSupportPage() {
  const { userId } = useParams()
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const openCount = useStore((state) => state.staffSupport.counts?.open)
  const { view, change } = useView(userId)
  const filter = inboxFilter(view, me)
  const loading = useLoad(inboxKey(filter), (signal) => loadInbox(client, filter, signal))
  const list = useStore((state) => state.staffSupport.lists[inboxKey(filter)])
  const rows = useRows(list?.ids)
  const frame = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const focusSearch = () => search.current?.focus()
  const pane = useRef<StaffConversationHandle>(null)
  const { shown, isGone, pointerProps } = useRowSelection(rows)
  const { selected, select, step } = useSelectedConversation(shown, userId, frame)
  const [, navigate] = useLocation()
  const isNarrow = useMedia(ONE_PANE)
  const customer = useStore((state) => (userId ? state.staffSupport.customers[userId] : undefined))
  const conversation = useStore((state) => (userId ? state.staffSupport.conversations[userId] : undefined))
  const person = customer ?? conversation?.customer
  const opening = useOpened(userId)
  const areBothFailed = isFailed(loading, list) && isFailed(opening, customer)
  const { next, finish } = useNextConversation(rows, conversation)
  const { assign, remind, resolve, resolveByKey, assignByKey } = useConversationActs(conversation, userId, finish)

  /** Moves the focus to the page, never into the next customer's reply. */
  function openNext() {
    select(next)
    navigate(inboxUrl(view, next))
  }

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => (next ? openNext() : selected && navigate(inboxUrl(view, selected))),
    r: () => pane.current?.write('reply'),
    n: () => pane.current?.write('note'),
    e: resolveByKey,
    a: assignByKey,
    '/': focusSearch,
  })

  return (
    <StaffPage
      title={userId && isNarrow ? (person ? `${person.firstName} ${person.lastName}` : 'Conversation') : 'Support'}
      count={userId && isNarrow ? undefined : <InboxCount view={view} list={list} loading={loading} />}
      tab={openCount ? `(${openCount}) Support` : 'Support'}
      back={
        userId && (
          <div className="min-[45rem]:hidden">
            <Link
              href={inboxUrl(view, undefined)}
              aria-label="All conversations"
              className="button button-plain button-icon -mx-3"
            >
              <ArrowLeft size={20} strokeWidth={1.75} />
            </Link>
          </div>
        )
      }
      keys={keys}
      full
    >
      <div ref={frame} className={classNames('inbox', userId && 'inbox-opened')}>
        <div
          className="inbox-list"
          onFocus={({ target }) => select(target.closest<HTMLElement>('[data-key]')?.dataset.key)}
          {...pointerProps}
        >
          <Inbox
            view={view}
            filter={filter}
            onView={change}
            loading={loading}
            isErrorElsewhere={areBothFailed}
            rows={shown}
            isGone={isGone}
            opened={userId}
            unlisted={shown.some(({ _id }) => _id === userId) ? undefined : conversation}
            selected={selected}
            search={search}
            onFocusSearch={focusSearch}
          />
        </div>
        {areBothFailed && (
          <StaffError
            className="inbox-thread"
            title="Error loading conversations"
            text={loading.message}
            errorId={loading.requestId}
            onRetry={() => Promise.all([loading.retry(), opening.retry()]).then(() => {})}
          />
        )}
        {!areBothFailed && userId && (
          <StaffPane
            key={userId}
            id={userId}
            loading={opening}
            ref={pane}
            onAssign={assign}
            onResolve={resolve}
            onRemind={remind}
            onSendAndResolve={() => finish(userId)}
            onNext={next ? openNext : undefined}
          />
        )}
        {!userId && (
          <div className="inbox-thread max-[45rem]:hidden">
            {list && (
              <EmptyState
                className="flex-1"
                icon={InboxIcon}
                title={shown.length > 0 ? 'Select a conversation' : 'No conversation to open'}
                text={
                  shown.length > 0 && (
                    <>
                      {view.status === 'open' && 'Longest wait first. '}
                      <span className="pointer-coarse:hidden">
                        Press <Kbd>j</Kbd> and <Kbd>k</Kbd> to move, <Kbd>Enter</Kbd> to open.
                      </span>
                    </>
                  )
                }
              />
            )}
          </div>
        )}
      </div>
    </StaffPage>
  )
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next, previous conversation', 'Move'],
  [['Enter'], 'Open; after resolving, the next conversation'],
  [['/'], 'Search, or saved replies in an empty reply'],
  [['r'], 'Write a reply', 'Write'],
  [['n'], 'Write a note for staff'],
  [['Enter'], 'Send the message'],
  [['Ctrl', 'Shift', 'Enter'], 'Send and resolve'],
  [['Esc'], 'Leave the text field'],
  [['a'], 'Assign to me', 'Decide'],
  [['e'], 'Resolve or reopen'],
  [['h'], 'Remind me, once answered'],
]

/** Loads the open conversation with its customer. */
function useOpened(userId: string | undefined): Loading {
  const client = useClient()
  return useLoad(userId === undefined ? null : conversationKey(userId), (signal) => {
    beginThread(client, userId!)
    return loadConversation(client, userId!, signal)
  })
}

/** Whether there is nothing to show; a customer who doesn't exist is no failure. */
const isFailed = ({ status, code }: Loading, shown: unknown) => status === 'failed' && code !== 'not_found' && !shown

/** The view is kept in the URL, so that Back and sharing work. */
function useView(userId: string | undefined) {
  const view = parseInboxView(useSearch())
  const [, navigate] = useLocation()
  const change = (part: Partial<InboxView>) =>
    navigate(inboxUrl({ ...parseInboxView(location.search), ...part }, userId), { replace: part.q !== undefined })
  return { view, change }
}

type InboxCountProps = { view: InboxView; list: List | undefined; loading: Loading }

/** How many conversations the tab has, and how many of them the search and filters find. */
function InboxCount({ view, list, loading }: InboxCountProps) {
  const counts = useStore((state) => state.staffSupport.counts)
  if (!counts) return loading.status !== 'failed' && <CountSkeleton />
  const found = list && isFiltered(view) ? formatListTotal(list, view.q) : undefined
  return <FilteredCount all={formatCount(countInTab(counts, view.status))} found={found} />
}

function useRows(ids: readonly string[] | undefined): Conversation[] {
  const byId = useStore((state) => state.staffSupport.conversations)
  return (ids ?? []).flatMap((id) => byId[id] ?? [])
}
