import { GripVertical } from 'lucide-react'
import { useRef, type PointerEvent } from 'react'
import './drag-handle.css'

export interface DragHandleProps {
  /** What is moved: 'Drag Streaming'. */
  label: string
  /** Called with the `data-key` of the row that it was dropped on, and whether it belongs after that one. */
  onDrop: (key: string, isAfter: boolean) => void
}

/**
 * Drags the row around it, an element with `data-key`, to another place among its siblings. For pointers only: it isn't a
 * tab stop, because buttons beside it do the same with the keyboard.
 */
export function DragHandle({ label, onDrop }: DragHandleProps) {
  const target = useRef<{ row: HTMLElement; isAfter: boolean } | null>(null)

  function mark(row: HTMLElement | null, isAfter: boolean) {
    if (target.current) delete target.current.row.dataset.drop
    target.current = row && { row, isAfter }
    if (row) row.dataset.drop = isAfter ? 'after' : 'before'
  }
  function start(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    rowOf(event.currentTarget)!.dataset.dragging = 'true'
  }
  function move({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const own = rowOf(currentTarget)
    if (!own?.dataset.dragging) return
    const row = rowOf(document.elementFromPoint(clientX, clientY))
    if (!row || row === own || row.parentElement !== own.parentElement) return mark(null, false)
    const { top, height } = row.getBoundingClientRect()
    mark(row, clientY > top + height / 2)
  }
  function end(event: PointerEvent<HTMLElement>) {
    const own = rowOf(event.currentTarget)
    if (!own?.dataset.dragging) return
    delete own.dataset.dragging
    const drop = target.current
    mark(null, false)
    if (drop && event.type === 'pointerup') onDrop(drop.row.dataset.key!, drop.isAfter)
  }

  return (
    <span
      className="drag-handle"
      title={label}
      aria-hidden
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <GripVertical size={16} />
    </span>
  )
}

const rowOf = (element: Element | null) => element?.closest<HTMLElement>('[data-key]') ?? null

/** Where a row goes that is dropped on another: its index after the move. */
export function dropIndex(keys: readonly string[], key: string, target: string, isAfter: boolean): number {
  const others = keys.filter((one) => one !== key)
  return others.indexOf(target) + (isAfter ? 1 : 0)
}
