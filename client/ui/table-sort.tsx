import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { Field } from './field.tsx'
import { Select } from './input.tsx'
import type { Column, TableSort } from './table.tsx'

export interface SortButtonProps<Row> {
  column: Column<Row>
  sort: TableSort
}

/** The head of a column by which the list can be sorted. */
export function SortButton<Row>({
  column: { id, head, sort: first = 'asc' },
  sort: { by, direction, onChange },
}: SortButtonProps<Row>) {
  const isSorted = by === id
  const Arrow = (isSorted ? direction : first) === 'asc' ? ArrowUp : ArrowDown
  return (
    <button type="button" className="table-sort" onClick={() => onChange(id, isSorted ? reverse(direction) : first)}>
      {head}
      <Arrow size={12} strokeWidth={2.5} />
    </button>
  )
}

export interface SortFieldProps<Row> {
  columns: readonly Column<Row>[]
  sort: TableSort
}

/** Sorts the list where the heads of its columns are hidden. */
export function SortField<Row>({ columns, sort: { by, direction, onChange } }: SortFieldProps<Row>) {
  const options = columns.filter((column) => column.sort)
  return (
    <div className="table-sort-field">
      <Field label="Sort by">
        <Select
          value={by}
          onChange={({ target: { value } }) => onChange(value, options.find(({ id }) => id === value)?.sort ?? 'asc')}
        >
          {options.map(({ id, head }) => (
            <option key={id} value={id}>
              {head}
            </option>
          ))}
        </Select>
      </Field>
      <IconButton
        icon={direction === 'asc' ? ArrowUp : ArrowDown}
        label={direction === 'asc' ? 'Ascending: sort descending' : 'Descending: sort ascending'}
        variant="quiet"
        onClick={() => onChange(by, reverse(direction))}
      />
    </div>
  )
}

const reverse = (direction: 'asc' | 'desc') => (direction === 'asc' ? 'desc' : 'asc')
