import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { maxSearchLength } from '../../../shared/limits.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { useModal } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type Entry, type EntryGroup, findPages, groupResults } from './entries.ts'
import { paletteKeys } from './open.ts'
import { PaletteGroups } from './palette-groups.tsx'
import { PaletteNotice } from './palette-notice.tsx'
import { addRecent, readRecent } from './recent-entries.ts'
import { usePaletteSearch } from './use-palette-search.ts'
import './palette.css'

export interface PaletteDialogProps {
  text: string
  onTextChange: (text: string) => void
  onClose: () => void
}

/** Finds pages, orders, customers, items and conversations by one text, and opens them, by keyboard or pointer. */
export default function PaletteDialog({ text, onTextChange, onClose }: PaletteDialogProps) {
  const id = useId()
  const client = useClient()
  const [, navigate] = useLocation()
  const { ref, ...handlers } = useModal(onClose)
  const userId = useStore((state) => state.accounts.user?._id ?? '')
  const [recent] = useState(() => readRecent(client.storage(), userId))
  const search = usePaletteSearch(text)
  const { query, found, isSearching, loading } = search
  // After a failed search, the results of the previous text must not be opened.
  const isCurrent = isSearching || found?.query === query
  const groups = groupsOf(query, recent, found && isCurrent ? groupResults(found.query, found.results) : null)
  const entries = groups.flatMap((group) => group.entries)
  const [selected, setSelected] = useState(0)
  const current = Math.min(selected, entries.length - 1)
  const list = useRef<HTMLDivElement>(null)
  /** Enter was pressed while the results of the text were on their way. */
  const [opensWhenFound, setOpensWhenFound] = useState(false)

  function open(entry: Entry) {
    if (entry.kind !== 'list') addRecent(client.storage(), userId, entry)
    onClose()
    navigate(entry.href)
  }

  const openSelected = useEffectEvent(() => {
    const entry = entries[current]
    setOpensWhenFound(false)
    if (entry) open(entry)
  })
  useEffect(() => {
    if (opensWhenFound && !isSearching) openSelected()
  }, [opensWhenFound, isSearching])

  function select(index: number) {
    setSelected(index)
    list.current?.querySelector(`[id="${CSS.escape(optionId(id, index))}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      select((current + step + entries.length) % entries.length)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const entry = entries[current]
    if (isSearching && entry?.kind !== 'page') setOpensWhenFound(true)
    else if (entry && (event.ctrlKey || event.metaKey)) window.open(entry.href, '_blank', 'noopener')
    else if (entry) open(entry)
  }

  return (
    <dialog ref={ref} aria-label="Search everything" className="dialog palette" {...handlers}>
      <div className="palette-field">
        {isSearching ? <Spinner /> : <Search size={18} />}
        <input
          data-autofocus
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? optionId(id, current) : undefined}
          aria-autocomplete="list"
          aria-label="Search pages, orders, customers, items and conversations"
          placeholder="Search orders, customers, items…"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearchLength}
          value={text}
          onChange={(event) => {
            onTextChange(event.target.value)
            setSelected(0)
            setOpensWhenFound(false)
            list.current?.scrollTo({ top: 0 })
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="palette-close" aria-label="Close (Esc)" onClick={onClose}>
          <span className="max-wide:hidden">
            <Kbd>Esc</Kbd>
          </span>
          <X size={18} className="wide:hidden" />
        </button>
      </div>
      <PaletteGroups
        ref={list}
        id={id}
        groups={groups}
        selected={current}
        isSearching={isSearching}
        onSelect={setSelected}
        onOpen={open}
      />
      <PaletteNotice query={query} count={entries.length} isSearching={isSearching} loading={loading} />
      <p className="palette-foot" aria-hidden="true">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> Select
        </span>
        <span>
          <Kbd>Enter</Kbd> Open
        </span>
        <span>
          <Kbd>{paletteKeys()[0]}</Kbd> <Kbd>Enter</Kbd> Open in a new tab
        </span>
      </p>
    </dialog>
  )
}

const optionId = (id: string, index: number) => `${id}-${index}`

function groupsOf(query: string, recent: Entry[], results: EntryGroup[] | null): EntryGroup[] {
  const pages = { title: 'Pages', entries: findPages(query) }
  const groups = query === '' ? [{ title: 'Recent', entries: recent }, pages] : [pages, ...(results ?? [])]
  return groups.filter(({ entries }) => entries.length > 0)
}
