import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'

export interface ArchivedSelectProps<Filter extends string> {
  /** The label of each filter: `{ no: 'On sale', yes: 'Archived', all: 'All' }`. */
  labels: Record<Filter, string>
  value: Filter
  onChange: (filter: Filter) => void
}

/** A select for active rows, archived rows, or both. */
export function ArchivedSelect<Filter extends string>({ labels, value, onChange }: ArchivedSelectProps<Filter>) {
  const filters = Object.keys(labels) as Filter[]
  return (
    <Field label="Show" className="filter-short">
      <Select value={value} onChange={(event) => onChange(filters.find((one) => one === event.target.value) ?? value)}>
        {filters.map((filter) => (
          <option key={filter} value={filter}>
            {labels[filter]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
