import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Column<Row> {
  id: string
  /** The column heading, and the label of the value on narrow screens. */
  head: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, for amounts and counts. */
  align?: 'end'
  /** Free text, such as a name: a long word breaks instead of widening the table. */
  text?: boolean
  /** Classes of the column's cells, such as a width. */
  className?: string
  /** No label on narrow screens, for a title or a row of buttons. */
  bare?: boolean
}

export interface TableProps<Row> {
  /** The accessible name; not visible. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selectedKey?: string | null
  /** Rows that have left the list and are shown until they are out of the way. */
  isGone?: (row: Row) => boolean
  /** Called on a click anywhere in the row except on its controls. Keyboard users need a control in the row. */
  onSelect?: (row: Row) => void
  className?: string
}

/** A dense table with a sticky head (at `--table-top`). At 900 px and less each row is a card. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selectedKey,
  isGone,
  onSelect,
  className,
}: TableProps<Row>) {
  return (
    <div className={classNames('table-frame', className)}>
      {/* Explicit roles, because the card layout removes the implicit ones. */}
      <table role="table" className="table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, head, align, text, className: width }) => (
              <th
                key={id}
                role="columnheader"
                scope="col"
                className={classNames(align === 'end' && 'table-end', text && 'table-text', width)}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              data-key={rowKey(row)}
              data-gone={isGone?.(row) ? 'true' : undefined}
              aria-current={rowKey(row) === selectedKey ? 'true' : undefined}
              onClick={onSelect && ((event) => !isOnControl(event.target) && onSelect(row))}
            >
              {columns.map(({ id, head, cell, align, text, className: width, bare }) => (
                <td
                  key={id}
                  role="cell"
                  data-label={bare ? '' : head}
                  className={classNames(align === 'end' && 'table-end', text && 'table-text', width)}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isOnControl = (target: EventTarget) =>
  !(target instanceof Element) || target.closest('a, button, input, select, label') !== null
