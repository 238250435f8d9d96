import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { LAYER_CHANGE } from '../ui/layer-change.ts'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { useRememberedRow, useReturnedRow } from './origin.tsx'

type Row = { _id: string }
type Selection<R extends Row> = {
  /** The page and its filters; another list has other rows. */
  list: string
  rows: readonly R[]
  /** The rows as they are on screen: those of the list, and those that have left it but keep their place. */
  shown: readonly R[]
  gone: ReadonlySet<string>
  selectedId: string | null
  /** The rows are held where they are, because the pointer is over them. */
  isHeld: boolean
  /** The row to focus next; a new object each time. */
  focus: { id: string } | null
}

/** Rows stay where they are for this long after a finger last touched them. */
const touchMs = 10_000
/** Keys that belong to a click. */
const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta'])

/**
 * The selected row of a live list. When someone else takes the selected row away, none is selected until the user
 * chooses one, so that a shortcut never acts on a row that nobody chose. While the pointer is over the list, rows don't
 * move under it: one that has left stays in its place, and one that has arrived or moved waits until the pointer has left.
 */
export function useRowSelection<R extends Row>(rows: readonly R[]) {
  const [path] = useLocation()
  const list = `${path}?${useSearch()}`
  const returnedId = useReturnedRow()
  const [selection, setSelection] = useState<Selection<R>>(() => ({
    ...emptySelection,
    list,
    rows,
    shown: rows,
    selectedId: returnedId,
  }))
  const { isAiming, ...pointerProps } = useAiming()
  const frame = useRef<HTMLDivElement>(null)

  const current = follow(selection, list, rows, isAiming)
  if (current !== selection) setSelection(current)
  const { shown, gone, selectedId, focus } = current
  useRememberedRow(selectedId)
  const returnedRow = returnedId !== null && shown.some(({ _id }) => _id === returnedId) ? returnedId : null
  const hasReturned = useRef(false)
  useEffect(() => {
    if (returnedRow === null || returnedRow !== selectedId || hasReturned.current) return
    hasReturned.current = true
    // After the page that opens, which takes the focus.
    queueMicrotask(() => {
      if (document.activeElement?.matches('main, body')) focusRow(frame.current, returnedRow, { preventScroll: true })
    })
  }, [returnedRow, selectedId])

  useEffect(() => {
    if (!focus) return
    const run = () => focusRow(frame.current, focus.id)
    // A dialog that is closing gives the focus back first.
    if (!document.querySelector('dialog:modal')) return run()
    document.addEventListener(LAYER_CHANGE, run, { once: true })
    return () => document.removeEventListener(LAYER_CHANGE, run)
  }, [focus])

  /** Selects the next or previous row of the list, and moves the focus to it. */
  function step(by: 1 | -1) {
    const index = shown.findIndex(({ _id }) => _id === selectedId)
    const next = index === -1 ? firstListed(shown, gone) : listedFrom(shown, gone, index, by)
    if (next) focusRow(frame.current, next._id)
  }

  /** After one's own decision on a row: it goes, and the next row takes the selection and the focus. */
  function advance(id: string) {
    setSelection((before) => {
      const index = before.shown.findIndex(({ _id }) => _id === id)
      const next = listedFrom(before.shown, before.gone, index, 1) ?? listedFrom(before.shown, before.gone, index, -1)
      const remaining = before.shown.filter(({ _id }) => _id !== id || before.rows.some((row) => row._id === id))
      const others = new Set([...before.gone].filter((other) => other !== id))
      return {
        ...before,
        shown: remaining,
        gone: others,
        selectedId: next?._id ?? null,
        focus: next ? { id: next._id } : null,
      }
    })
  }

  const keptFocus = useKeptFocus(() => selectedId !== null && focusRow(frame.current, selectedId))
  const selectedRow = shown.find(({ _id }) => _id === selectedId) ?? null
  const isGone = selectedRow !== null && gone.has(selectedRow._id)
  return {
    /** The rows to show. */
    shown,
    isGone: (row: R) => gone.has(row._id),
    /** The row that shortcuts act on. */
    selected: isGone ? null : selectedRow,
    /** The row that was selected until someone else took it away. */
    lost: isGone ? selectedRow : null,
    step,
    advance,
    /** Moves the focus to a row, which selects it. */
    focusRow: (row: R) => focusRow(frame.current, row._id),
    /** For an element around a list whose selection is kept elsewhere. */
    pointerProps,
    /** For the element around the table. */
    frameProps: {
      ref: frame,
      onBlur: keptFocus.onBlur,
      onFocus: (event: FocusEvent) => {
        keptFocus.onFocus(event)
        const { target } = event
        const id = target.closest<HTMLElement>('[data-key]')?.dataset.key
        if (id !== undefined)
          setSelection((before) => (before.selectedId === id ? before : { ...before, selectedId: id }))
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        // The link of a row that is gone has the focus, and would be followed.
        const isOnGone = isGone && event.target instanceof Element && event.target.closest('[data-gone]')
        if (event.key === 'Enter' && isOnGone) event.preventDefault()
      },
      ...pointerProps,
    },
  }
}

const emptySelection = { gone: new Set<string>(), selectedId: null, isHeld: false, focus: null }

/** The selection after the list has changed. */
function follow<R extends Row>(
  before: Selection<R>,
  list: string,
  rows: readonly R[],
  isAiming: boolean,
): Selection<R> {
  if (before.list !== list) {
    const selectedId = rows.some(({ _id }) => _id === before.selectedId) ? before.selectedId : null
    return { ...before, list, rows, shown: rows, gone: emptySelection.gone, isHeld: false, selectedId }
  }
  const ids = new Set(rows.map(({ _id }) => _id))
  const stays = ({ _id }: R) => !ids.has(_id) && (isAiming || _id === before.selectedId)
  const isReleased = before.isHeld && !isAiming
  const isSame = !isReleased && rows.length === before.rows.length && rows.every((row, i) => row === before.rows[i])
  const leaving = before.shown.filter((row) => !ids.has(row._id))
  if (isSame && leaving.every(stays) && leaving.length === before.gone.size) return before
  const goneRows = leaving.filter(stays)
  return {
    ...before,
    rows,
    shown: (isAiming ? unmoved : inPlace)(rows, goneRows, before.shown),
    isHeld: isAiming,
    gone: new Set(goneRows.map(({ _id }) => _id)),
  }
}

/** Puts the rows that are gone after the row that they followed. */
function inPlace<R extends Row>(rows: readonly R[], goneRows: readonly R[], before: readonly R[]): readonly R[] {
  const shown = [...rows]
  for (const row of goneRows) {
    const earlier = new Set(before.slice(0, before.indexOf(row)).map(({ _id }) => _id))
    shown.splice(shown.findLastIndex(({ _id }) => earlier.has(_id)) + 1, 0, row)
  }
  return shown
}

/** Keeps every row where it is; new ones come last until the pointer has left. */
function unmoved<R extends Row>(rows: readonly R[], goneRows: readonly R[], before: readonly R[]): readonly R[] {
  const current = new Map([...goneRows, ...rows].map((row) => [row._id, row]))
  const kept = before.flatMap(({ _id }) => current.get(_id) ?? [])
  const keptIds = new Set(kept.map(({ _id }) => _id))
  return [...kept, ...rows.filter(({ _id }) => !keptIds.has(_id))]
}

const firstListed = <R extends Row>(shown: readonly R[], gone: ReadonlySet<string>) =>
  shown.find(({ _id }) => !gone.has(_id))

/** The nearest row of the list after (1) or before (-1) a position. */
function listedFrom<R extends Row>(shown: readonly R[], gone: ReadonlySet<string>, index: number, by: 1 | -1) {
  const isListed = ({ _id }: R) => !gone.has(_id)
  return by === 1 ? shown.slice(index + 1).find(isListed) : shown.slice(0, Math.max(0, index)).findLast(isListed)
}

/** A link out of the store isn't what a row is for. */
function focusRow(frame: HTMLElement | null, id: string, options?: FocusOptions) {
  const row = frame?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)
  const control = row?.matches('a') ? row : row?.querySelector<HTMLElement>('a:not([target]), button')
  control?.focus(options)
}

/**
 * Whether the user points at the element: a mouse from when it moves over it until it leaves or a key is pressed, because
 * it often lies there while the keyboard is used; a finger until a moment after it was lifted.
 */
function useAiming() {
  const [isAiming, setAiming] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = () => {
    clearTimeout(timer.current)
    setAiming(false)
  }
  const start = ({ pointerType }: { pointerType: string }) => {
    clearTimeout(timer.current)
    if (pointerType !== 'mouse') timer.current = setTimeout(stop, touchMs)
    setAiming(true)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isAiming) return
    const release = ({ key }: { key: string }) => !modifiers.has(key) && setAiming(false)
    document.addEventListener('keydown', release)
    return () => document.removeEventListener('keydown', release)
  }, [isAiming])

  return {
    isAiming,
    onPointerMove: start,
    onPointerDown: start,
    // A finger that was lifted comes back to where it was.
    onPointerLeave: ({ pointerType }: { pointerType: string }) => pointerType === 'mouse' && stop(),
  }
}
