import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Column<Row> {
  id: string
  /** The heading, and the label beside the value where the table is cards. */
  head: string
  cell: (row: Row) => ReactNode
  /** Amounts and counts stand at the right. */
  align?: 'end'
  /** Classes of its cells, such as a width or 'whitespace-nowrap'. */
  className?: string
  /** Leave the label out of the card (a title, a row of buttons). */
  bare?: boolean
}

export interface TableProps<Row> {
  /** What is listed; read out, not shown. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selectedKey?: string | null
  /** A click anywhere in the row but on a link, button or field. Keyboards need a control of their own in the row. */
  onSelect?: (row: Row) => void
  className?: string
}

/** A dense table with a head that stays (at `--table-top`), each row a card at 900 px and less. */
export function Table<Row>({ caption, columns, rows, rowKey, selectedKey, onSelect, className }: TableProps<Row>) {
  return (
    <div className={classNames('table-frame', className)}>
      {/* The roles are spelt out because drawing rows as cards takes the built-in ones away. */}
      <table role="table" className="table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, head, align, className: width }) => (
              <th
                key={id}
                role="columnheader"
                scope="col"
                className={classNames(align === 'end' && 'table-end', width)}
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
              aria-current={rowKey(row) === selectedKey ? 'true' : undefined}
              onClick={onSelect && ((event) => isBlank(event.target) && onSelect(row))}
            >
              {columns.map(({ id, head, cell, align, className: width, bare }) => (
                <td
                  key={id}
                  role="cell"
                  data-label={bare ? '' : head}
                  className={classNames(align === 'end' && 'table-end', width)}
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

const isBlank = (target: EventTarget) => target instanceof Element && !target.closest('a, button, input, select, label')
