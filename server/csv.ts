import { escapeCell } from '../shared/csv.ts'

/** A line of a CSV file (RFC 4180) with its line ending. Numbers are amounts with two decimals. */
export const csvLine = (cells: (string | number)[]) => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? value.toFixed(2) : escapeCell(value)
  return `"${text.replaceAll('"', '""')}"`
}
