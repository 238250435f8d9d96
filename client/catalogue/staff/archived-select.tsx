import { type ArchivedFilter, archivedFilters } from '../../../shared/catalogue/staff-schema.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'

export interface ArchivedSelectProps {
  /** The label for rows that are not archived: 'On sale'. */
  activeLabel: string
  value: ArchivedFilter | undefined
  onChange: (archived: ArchivedFilter) => void
}

/** A select for active rows, archived rows, or both. */
export function ArchivedSelect({ activeLabel, value = 'no', onChange }: ArchivedSelectProps) {
  const labels: Record<ArchivedFilter, string> = { no: activeLabel, yes: 'Archived', all: 'All' }
  return (
    <Field label="Show" className="w-36 max-wide:w-full max-wide:flex-1 max-wide:basis-36">
      <Select
        value={value}
        onChange={(event) => onChange(archivedFilters.find((option) => option === event.target.value) ?? 'no')}
      >
        {archivedFilters.map((option) => (
          <option key={option} value={option}>
            {labels[option]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
