import { SkeletonLine } from './skeleton.tsx'
import type { Column } from './table.tsx'

export interface TableSkeletonProps<Row> {
  columns: readonly Column<Row>[]
  cellClass: (column: Column<Row>) => string
  /** As many as fill a window by default. */
  rowCount?: number | undefined
}

/** Rows that stand for those of a table while they load. The table's frame cuts off those that don't fit. */
export function TableSkeleton<Row>({ columns, cellClass, rowCount = windowRows }: TableSkeletonProps<Row>) {
  return (
    <tbody role="presentation" aria-hidden="true" className="table-loading skeleton-group skeleton-rows">
      {Array.from({ length: rowCount }, (_, row) => (
        <tr key={row} role="presentation">
          {columns.map((column) => (
            <td key={column.id} role="presentation" className={cellClass(column)}>
              {linesOf(column).map((line) => (
                <SkeletonLine key={line} className={line} />
              ))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const windowRows = 28

function linesOf<Row>({ skeleton, align, className }: Column<Row>): readonly string[] {
  if (typeof skeleton === 'object') return skeleton
  return [skeleton ?? (align === 'end' ? 'skeleton-end w-14' : className === 'table-grow' ? 'w-full' : 'w-24')]
}
