import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { RowMotion } from './row-motion.tsx'
import { SortButton } from './table-sort.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

export interface Column<Row> {
  id: string
  /** The column heading, and the label of the value on narrow screens. */
  head: string
  /** A control in place of the heading. */
  headControl?: ReactNode
  /** Classes of the heading, such as a width that most values fit: then it keeps its place when the rows arrive. */
  headClass?: string
  cell: (row: Row) => ReactNode
  /** Right-aligned, for amounts and counts. */
  align?: 'end'
  /** Free text, such as a name: a long word breaks instead of widening the table. */
  text?: boolean
  /** Classes of the column's cells, such as a width. */
  className?: string
  /** The width of what stands for the value while it loads, as a class ('w-24'); for several lines, that of each. */
  skeleton?: string | readonly string[]
  /** No label on narrow screens, for a title or a row of buttons. */
  bare?: boolean
  /** Hidden where the table has no room for it: narrower than 50, 60, 72 or 80 rem. */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  /**
   * The value's place where the table is narrower than 600 px, and each row has two lines: `key main … end` above
   * `sub more … action`, and `below` in a line of its own; `tick` is a checkbox in front of all. Without one it is hidden there.
   */
  line?: 'key' | 'main' | 'end' | 'sub' | 'more' | 'action' | 'below' | 'tick'
  /** The list can be sorted by it, in this direction at first. */
  sort?: SortDirection
}

export type SortDirection = 'asc' | 'desc'
/** How a list is sorted: by the column with this id. */
export type TableSort = {
  by: string
  direction: SortDirection
  onChange: (by: string, direction: SortDirection) => void
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
  sort?: TableSort | undefined
  /** Shows placeholders in place of the rows, as many as fill a window. */
  isLoading?: boolean | undefined
  /** How many placeholders, where that is known. */
  loadingRows?: number
  className?: string
}

/**
 * A dense table with a sticky head (at `--table-top`). Where it is narrow, each row has two lines if the columns say what
 * goes where (staff/two-line-rows.css), and otherwise is a card.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selectedKey,
  isGone,
  onSelect,
  sort,
  isLoading = false,
  loadingRows,
  className,
}: TableProps<Row>) {
  const hasLines = columns.some(({ line }) => line)
  const cellClass = ({ align, text, className: width, from, line }: Column<Row>) =>
    classNames(
      align === 'end' && 'table-end',
      text && 'table-text',
      from && `table-from-${from}`,
      hasLines && `line-${line ?? 'none'}`,
      width,
    )
  return (
    <RowMotion className={classNames('table-frame', className)}>
      {/* Explicit roles, because the narrow layouts remove the implicit ones. */}
      <table role="table" className={classNames('table', hasLines ? 'table-lines' : 'table-cards')}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.id}
                role="columnheader"
                scope="col"
                aria-label={column.headControl || (sort && column.sort) ? column.head : undefined}
                aria-sort={sort?.by === column.id ? `${sort.direction}ending` : undefined}
                className={classNames(cellClass(column), column.headClass)}
              >
                {column.headControl ?? (sort && column.sort ? <SortButton column={column} sort={sort} /> : column.head)}
                {/* Where the heads are hidden, their controls are, too. */}
                {hasLines && (column.headControl || (sort && column.sort)) && (
                  <span className="line-only">{column.head}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {isLoading ? (
          <TableSkeleton columns={columns} cellClass={cellClass} rowCount={loadingRows} />
        ) : (
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
                {columns.map((column) => (
                  <td
                    key={column.id}
                    role="cell"
                    data-label={column.bare ? '' : column.head}
                    className={cellClass(column)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </RowMotion>
  )
}

const isOnControl = (target: EventTarget) =>
  !(target instanceof Element) || target.closest('a, button, input, select, label') !== null
