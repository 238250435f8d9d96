import { Inbox as InboxIcon, Keyboard } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import type { Conversation } from '../../shared/support.ts'
import { BackLink } from '../orders/back-link.tsx'
import { tellFailure } from '../orders/tell-failure.ts'
import { type KeyHelp, KeysDialog } from '../staff/keys-dialog.tsx'
import { StaffPage } from '../staff/staff-page.tsx'
import { useKeys } from '../staff/use-keys.ts'
import { useClient, useStore } from '../store.tsx'
import { filterOf, inboxAddress, type InboxView, readInbox } from '../support/inbox-address.ts'
import { Inbox } from '../support/inbox.tsx'
import { changeConversation, loadInbox } from '../support/staff-actions.ts'
import type { StaffConversationHandle } from '../support/staff-conversation.tsx'
import { StaffPane } from '../support/staff-pane.tsx'
import { inboxKey } from '../support/store.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty.tsx'
import { useToast } from '../ui/toast.tsx'
import { NARROW, useMedia } from '../ui/use-media.ts'
import { useLoad } from '../use-load.ts'
import '../support/support.css'
import '../support/inbox.css'

/** The inbox of support: who waits, what they wrote, and who they are, side by side where there is room. */
export default function AdminSupportPage() {
  const { userId } = useParams()
  const client = useClient()
  const toast = useToast()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const waiting = useStore((state) => state.support.counts?.open)
  const { view, change } = useView(userId)
  const filter = filterOf(view, me)
  const loading = useLoad(inboxKey(filter), (signal) => loadInbox(client, filter, signal))
  const rows = useRows(inboxKey(filter))
  const [help, setHelp] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const pane = useRef<StaffConversationHandle>(null)
  const { selected, select, step } = useSelection(rows, userId, frame)
  const [, navigate] = useLocation()
  const isNarrow = useMedia(NARROW)
  const opened = useStore((state) => (userId ? state.support.customers[userId] : undefined))

  async function alter(changed: Parameters<typeof changeConversation>[2], failed: string) {
    if (!userId) return
    try {
      await changeConversation(client, userId, changed)
    } catch (error) {
      toast(tellFailure(error, failed), { type: 'error' })
    }
  }
  const assign = (assignee: string | null) => void alter({ assignee }, 'Failed to assign the conversation')
  const resolve = () => {
    const known = userId && client.store.getState().support.conversations[userId]
    if (!known) return
    void alter({ status: known.status === 'resolved' ? 'open' : 'resolved' }, 'Failed to change the conversation')
  }

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => selected && navigate(inboxAddress(view, selected)),
    r: () => pane.current?.write('reply'),
    n: () => pane.current?.write('note'),
    e: resolve,
    a: () => assign(me),
    '/': () => search.current?.focus(),
    '?': () => setHelp(true),
  })

  return (
    <StaffPage
      title={opened && isNarrow ? `${opened.firstName} ${opened.lastName}` : 'Support'}
      tab={waiting ? `(${waiting}) Support` : 'Support'}
      back={
        userId && (
          <div className="wide:hidden">
            <BackLink href={inboxAddress(view, undefined)}>All conversations</BackLink>
          </div>
        )
      }
      side={
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          className="max-wide:hidden"
          onClick={() => setHelp(true)}
        />
      }
    >
      <div ref={frame} className={classNames('inbox surface', userId && 'inbox-opened')}>
        <div
          className="inbox-list"
          onFocus={({ target }) => select(target.closest<HTMLElement>('[data-key]')?.dataset.key)}
        >
          <Inbox
            view={view}
            filter={filter}
            onView={change}
            loading={loading}
            rows={rows}
            opened={userId}
            selected={selected}
            search={search}
          />
        </div>
        {userId ? (
          <StaffPane key={userId} id={userId} ref={pane} onAssign={assign} onResolve={resolve} />
        ) : (
          <div className="inbox-thread max-wide:hidden">
            <EmptyState
              className="flex-1"
              icon={InboxIcon}
              title="Choose a conversation"
              text="Those at the top wait longest. j and k walk through them, Enter opens one."
            />
          </div>
        )}
      </div>
      <KeysDialog open={help} onClose={() => setHelp(false)} keys={keys} />
    </StaffPage>
  )
}

const keys: readonly KeyHelp[] = [
  [['j', 'k'], 'Next, previous conversation'],
  [['Enter'], 'Open it; send what is written'],
  [['r'], 'Write a reply'],
  [['n'], 'Write a note for colleagues'],
  [['/'], 'Search; in the empty reply: saved replies'],
  [['Esc'], 'Leave the field'],
  [['a'], 'Assign it to me'],
  [['e'], 'Resolve it, or reopen it'],
  [['?'], 'This help'],
]

/** What the inbox shows lives in the address, so that Back and sharing work. */
function useView(userId: string | undefined) {
  const view = readInbox(useSearch())
  const [, navigate] = useLocation()
  const change = (part: Partial<InboxView>) =>
    navigate(inboxAddress({ ...readInbox(location.search), ...part }, userId), { replace: part.q !== undefined })
  return { view, change }
}

function useRows(key: string): Conversation[] {
  const ids = useStore((state) => state.support.lists[key]?.ids)
  const byId = useStore((state) => state.support.conversations)
  return (ids ?? []).flatMap((id) => byId[id] ?? [])
}

/** The conversation that j and k have come to; the open one until they move. */
function useSelection(rows: Conversation[], opened: string | undefined, frame: React.RefObject<HTMLDivElement | null>) {
  const [chosen, setChosen] = useState<string | undefined>(opened)
  const [at, setAt] = useState(0)
  const known = rows.findIndex(({ _id }) => _id === chosen)

  function step(by: number) {
    // One that has left the list leaves its place to the next.
    const from = known !== -1 ? known + by : chosen ? at + (by > 0 ? 0 : -1) : 0
    const row = rows[Math.max(0, Math.min(rows.length - 1, from))]
    if (row) frame.current?.querySelector<HTMLElement>(`a[data-key="${CSS.escape(row._id)}"]`)?.focus()
  }

  function select(id: string | undefined) {
    if (id === undefined) return
    setChosen(id)
    setAt(rows.findIndex(({ _id }) => _id === id))
  }

  return { selected: known === -1 ? undefined : chosen, select, step }
}
