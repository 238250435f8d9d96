import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type Column, Table } from '../ui/table.tsx'
import { useKeys } from './use-keys.ts'

export interface ListTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The page of a row, for Enter. Each row needs a link or a button of its own, which has the focus. */
  href?: (row: Row) => string
  /** More keys, for the row that one is at. */
  keys?: Record<string, (row: Row) => void>
  onSearch: () => void
  onHelp: () => void
}

/** A table that is walked with j and k, where Enter opens a row. */
export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const { caption, columns, rows, href, keys = {}, onSearch, onHelp } = props
  const frame = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const { selected, select } = useSelection(rows)

  const focusRow = (row: Row | undefined) =>
    row && frame.current?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(row._id)}"] :is(a, button)`)?.focus()
  const step = (by: number) => {
    const at = selected ? rows.indexOf(selected) + by : 0
    focusRow(rows[Math.max(0, Math.min(rows.length - 1, at))])
  }
  const ofRow = Object.entries(keys).map(([key, act]) => [key, () => selected && act(selected)])

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => selected && href && navigate(href(selected)),
    '/': onSearch,
    '?': onHelp,
    ...Object.fromEntries(ofRow),
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

/** The row one is at; when it goes, the one that takes its place. */
export function useSelection<Row extends { _id: string }>(rows: readonly Row[]) {
  const [chosen, setChosen] = useState<{ id: string; at: number } | null>(null)
  const known = rows.find((row) => row._id === chosen?.id)
  const selected = chosen && (known ?? rows[Math.min(chosen.at, rows.length - 1)] ?? null)
  const select = (id: string | undefined) => {
    const at = rows.findIndex((row) => row._id === id)
    if (id !== undefined && at !== -1 && id !== chosen?.id) setChosen({ id, at })
  }
  return { selected, select }
}
