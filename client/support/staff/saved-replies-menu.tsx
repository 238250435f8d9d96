import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { fillReply } from '../../../shared/support/rules.ts'
import type { SavedReply } from '../../../shared/support/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextInput } from '../../ui/input.tsx'
import { StaffError } from '../../staff/staff-error.tsx'
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

/** Lets staff choose a saved reply for a delivery in a dialog. */
export function SavedRepliesMenu({ about, onPick, onManage, onClose }: SavedRepliesMenuProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Saved replies"
      sheet
      foot={<Button onClick={onManage}>Manage replies</Button>}
    >
      <ReplyChooser about={about} onPick={onPick} comesFirst={isAboutDelivery} />
    </Dialog>
  )
}

/** Lets staff choose a saved reply above the composer, with the message they answer still in view. */
export function SavedRepliesPanel({ about, onPick, onManage, onClose }: SavedRepliesMenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  useShortcuts({ Escape: onClose })
  useLayoutEffect(() => panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return (
    <div ref={panel} role="dialog" aria-label="Saved replies" className="replies-panel">
      <ReplyChooser about={about} onPick={onPick} onEscape={onClose}>
        <Button size="small" className="flex-none whitespace-nowrap" onClick={onManage}>
          Manage replies
        </Button>
        <IconButton icon={X} size="small" label="Close" className="-mx-1 flex-none" onClick={onClose} />
      </ReplyChooser>
    </div>
  )
}

type ReplyChooserProps = Pick<SavedRepliesMenuProps, 'about' | 'onPick'> & {
  /** Of all replies, which ones are the likeliest. */
  comesFirst?: (reply: SavedReply) => boolean
  onEscape?: () => void
  children?: ReactNode
}

const isAboutDelivery = ({ title }: SavedReply) => /deliver/i.test(title)

/**
 * The saved replies, filled in for this customer, chosen by typing, arrow keys and Enter. None is selected before that:
 * the first of all is rarely the one that is meant. The children stand next to the search.
 */
function ReplyChooser({ about, onPick, comesFirst, onEscape, children }: ReplyChooserProps) {
  const client = useClient()
  const { status, message, requestId, retry } = useLoad(repliesKey, (signal) => loadReplies(client, signal))
  const replies = useStore((state) => state.staffSupport.replies)
  const [query, setQuery] = useState('')
  const [position, setPosition] = useState(-1)
  /** Enter was pressed before the replies had arrived. */
  const [isEntered, setEntered] = useState(false)
  const matches = (replies ?? [])
    .map((reply) => ({ ...reply, filled: fillReply(reply.text, about) }))
    .filter(({ title, filled }) => `${title} ${filled}`.toLowerCase().includes(query.trim().toLowerCase()))
    .toSorted((a, b) => (comesFirst ? Number(comesFirst(b)) - Number(comesFirst(a)) : 0))
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
    if (event.key === 'Escape' && onEscape) {
      // Browsers would clear the field.
      event.preventDefault()
      return onEscape()
    }
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
    <>
      <div className="flex items-center gap-2 max-tight:flex-wrap">
        <div className="min-w-0 flex-1 max-tight:basis-full">
          <TextInput
            type="search"
            data-autofocus
            role="combobox"
            aria-expanded
            aria-controls={matches.length > 0 ? 'saved-replies' : undefined}
            aria-activedescendant={chosen && `reply-${chosen._id}`}
            aria-label="Search saved replies"
            placeholder="Search"
            start={<Search size={16} />}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setPosition(event.target.value.trim() === '' ? -1 : 0)
              setEntered(false)
            }}
            onKeyDown={handleKey}
          />
        </div>
        {children}
      </div>
      <p role="status" className="sr-only">
        {query && replies && `${matches.length} found`}
      </p>
      {matches.length === 0 ? (
        <div className="choices">
          {!replies && status === 'loading' && (
            <Loading className="grid gap-2 p-2">
              {[1, 2, 3].map((row) => (
                <Skeleton key={row} className="h-14 w-full" />
              ))}
            </Loading>
          )}
          {!replies && status === 'failed' && (
            <StaffError title="Error loading saved replies" text={message} errorId={requestId} onRetry={retry} />
          )}
          {replies && (
            <p className="py-8 text-center text-muted">
              {query ? `No replies match “${query}”` : 'No saved replies yet. Save the answers you give often.'}
            </p>
          )}
        </div>
      ) : (
        // Scrolls by itself, as the popup of the search.
        <div ref={list} id="saved-replies" role="listbox" aria-label="Saved replies" className="choices">
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
                <span className="line-clamp-2 whitespace-pre-line text-muted" title={filled}>
                  {filled}
                </span>
              </span>
            </button>
          ))}
        </div>
      )}
    </>
  )
}
