import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Column, Table } from '../ui/table.tsx'
import { useShortcuts } from '../lib/use-shortcuts.ts'

export interface ListTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The page that Enter opens. Each row needs a link or button of its own to take the focus. */
  href?: (row: Row) => string
  /** More shortcuts, for the selected row. */
  keys?: Record<string, (row: Row) => void>
  onSearch: () => void
  onHelp: () => void
}

/** A table with keyboard navigation: j and k select a row, Enter opens it. */
export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const { caption, columns, rows, href, keys = {}, onSearch, onHelp } = props
  const frame = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const { selected, select } = useSelection(rows)

  const focusRow = (row: Row | undefined) =>
    row && frame.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(row._id)}"] :is(a, button)`)?.focus()
  const step = (by: number) => {
    const index = selected ? rows.indexOf(selected) + by : 0
    focusRow(rows[Math.max(0, Math.min(rows.length - 1, index))])
  }
  const rowShortcuts = Object.entries(keys).map(([key, act]) => [key, () => selected && act(selected)])

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => selected && href && navigate(href(selected)),
    '/': onSearch,
    '?': onHelp,
    ...Object.fromEntries(rowShortcuts),
  })

  return (
    <div
      ref={frame}
      className="list-table"
      onFocus={({ target }) => select(target.closest<HTMLElement>('tr[data-key]')?.dataset.key)}
    >
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row._id}
        selectedKey={selected?._id ?? null}
        onSelect={focusRow}
      />
    </div>
  )
}

/** Returns the selected row; when it leaves the list, the one that takes its position. */
export function useSelection<Row extends { _id: string }>(rows: readonly Row[]) {
  const [selection, setSelection] = useState<{ id: string; index: number } | null>(null)
  const row = rows.find(({ _id }) => _id === selection?.id)
  const selected = selection && (row ?? rows[Math.min(selection.index, rows.length - 1)] ?? null)
  const select = (id: string | undefined) => {
    const index = rows.findIndex(({ _id }) => _id === id)
    if (id !== undefined && index !== -1 && id !== selection?.id) setSelection({ id, index })
  }
  return { selected, select }
}
