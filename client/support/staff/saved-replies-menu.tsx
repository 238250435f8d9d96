import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fillReply } from '../../../shared/support/rules.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/input.tsx'
import { ErrorState } from '../../ui/empty.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useLoad } from '../../use-load.ts'
import { loadReplies } from './actions.ts'
import { repliesKey } from './store.ts'
import '../choices.css'

export interface SavedRepliesMenuProps {
  /** Fills in the placeholders of the replies. */
  about: { name: string; orderId: string | null }
  onPick: (text: string) => void
  onManage: () => void
  onClose: () => void
}

/** Lets staff choose a saved reply, filled in for this customer, by typing, arrow keys and Enter. */
export function SavedRepliesMenu({ about, onPick, onManage, onClose }: SavedRepliesMenuProps) {
  const client = useClient()
  const { status, message, requestId, retry } = useLoad(repliesKey, (signal) => loadReplies(client, signal))
  const replies = useStore((state) => state.staffSupport.replies)
  const [query, setQuery] = useState('')
  const [position, setPosition] = useState(0)
  /** Enter was pressed before the replies had arrived. */
  const [isEntered, setEntered] = useState(false)
  const matches = (replies ?? [])
    .map((reply) => ({ ...reply, filled: fillReply(reply.text, about) }))
    .filter(({ title, filled }) => `${title} ${filled}`.toLowerCase().includes(query.trim().toLowerCase()))
  const chosen = matches[Math.min(position, matches.length - 1)]
  const list = useRef<HTMLDivElement>(null)
  const chosenId = chosen?._id
  useEffect(() => {
    if (chosenId) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  const pickEntered = useEffectEvent(() => {
    setEntered(false)
    if (chosen) onPick(chosen.filled)
  })
  useEffect(() => {
    if (isEntered && status !== 'loading') pickEntered()
  }, [isEntered, status])

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setPosition(Math.max(0, Math.min(matches.length - 1, position + step)))
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (chosen) onPick(chosen.filled)
    else setEntered(status === 'loading')
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved replies"
      sheet
      foot={<Button onClick={onManage}>Manage replies</Button>}
    >
      <TextInput
        type="search"
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls="saved-replies"
        aria-activedescendant={chosen && `reply-${chosen._id}`}
        aria-label="Search saved replies"
        placeholder="Search"
        start={<Search size={16} />}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setPosition(0)
          setEntered(false)
        }}
        onKeyDown={handleKey}
      />
      {!replies && status === 'loading' && (
        <Loading className="mt-3 grid gap-2">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-14 w-full" />
          ))}
        </Loading>
      )}
      {!replies && status === 'failed' && (
        <ErrorState title="Error loading saved replies" text={message} errorId={requestId} onRetry={retry} />
      )}
      {replies && matches.length === 0 && (
        <p className="py-8 text-center text-muted">
          {query ? `No replies match “${query}”` : 'No saved replies yet. Save the answers you give often.'}
        </p>
      )}
      <div ref={list} id="saved-replies" role="listbox" aria-label="Saved replies" className="-mx-2 mt-2 grid">
        {matches.map(({ _id, title, filled }) => (
          <button
            key={_id}
            id={`reply-${_id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={_id === chosen?._id}
            className={classNames('chat-choice', _id === chosen?._id && 'chat-choice-selected')}
            onClick={() => onPick(filled)}
          >
            <span className="grid min-w-0 flex-1">
              <span className="font-semibold">{title}</span>
              <span className="line-clamp-2 text-muted" title={filled}>
                {filled}
              </span>
            </span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}
