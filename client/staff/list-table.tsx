import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { usePreloadedPage } from '../layout/use-preloaded-page.ts'
import { type Column, Table, type TableSort } from '../ui/table.tsx'
import { useShortcuts } from '../lib/use-shortcuts.ts'
import { RowNotice } from './row-notice.tsx'
import { useRowSelection } from './use-row-selection.ts'
import './staff-table.css'
import './two-line-rows.css'

export interface ListTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The page that Enter opens. Each row needs a link or button of its own to take the focus. */
  href?: (row: Row) => string
  /** More shortcuts, for the selected row. */
  keys?: Record<string, (row: Row) => void>
  sort?: TableSort | undefined
  onSearch: () => void
  isLoading?: boolean
}

/** A table with keyboard navigation: j and k select a row, Enter opens it. */
export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const { caption, columns, rows, href, keys = {}, sort, onSearch, isLoading } = props
  const [, navigate] = useLocation()
  const { shown, isGone, selected, lost, step, advance, focusRow, frameProps } = useRowSelection(rows)
  const [reminders, setReminders] = useState(0)
  usePreloadedPage(rows[0] && href?.(rows[0]))

  const before = useRef<{ lostId: string | undefined; hadDialog: boolean }>({ lostId: undefined, hadDialog: false })
  const lostId = lost?._id
  // Before it is painted and announced that the row has gone.
  useLayoutEffect(() => {
    const hasDialog = document.querySelector('dialog:modal') !== null
    // A row that leaves while a dialog is open, or as it closes, was removed by that dialog.
    const isOwn = lostId !== undefined && lostId !== before.current.lostId && (hasDialog || before.current.hadDialog)
    before.current = { lostId, hadDialog: hasDialog }
    if (isOwn) advance(lostId)
  })
  // A dialog opens after the layout effects of the table before it.
  useEffect(() => {
    before.current.hadDialog = document.querySelector('dialog:modal') !== null
  })

  /** Acts on the selected row. When someone else took it away, it says so again instead. */
  const act = (run: (row: Row) => void) => () => {
    if (selected) run(selected)
    else if (lost) setReminders(reminders + 1)
  }
  const rowShortcuts = Object.entries(keys).map(([key, run]) => [key, act(run)] as const)

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: act((row) => href && navigate(href(row))),
    '/': onSearch,
    ...Object.fromEntries(rowShortcuts),
  })

  return (
    <div className="list-table" {...frameProps}>
      <Table
        caption={caption}
        columns={columns}
        rows={shown}
        rowKey={(row) => row._id}
        selectedKey={(selected ?? lost)?._id ?? null}
        isGone={isGone}
        onSelect={focusRow}
        sort={sort}
        isLoading={isLoading}
      />
      <RowNotice
        text={lost ? 'This row is no longer in the list. Choose one with j, k or a click.' : ''}
        reminders={reminders}
      />
    </div>
  )
}
