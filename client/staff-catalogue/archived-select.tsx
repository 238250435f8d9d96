import { type Archived, archivedFilters } from '../../shared/staff-catalogue.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/input.tsx'

export interface ArchivedSelectProps {
  /** What the rows are that are not archived: 'On sale'. */
  here: string
  value: Archived | undefined
  onChange: (archived: Archived) => void
}

/** Which rows are listed: those in use, those put away, or both. */
export function ArchivedSelect({ here, value = 'no', onChange }: ArchivedSelectProps) {
  const labels: Record<Archived, string> = { no: here, yes: 'Archived', all: 'All' }
  return (
    <Field label="Show" className="w-36 max-wide:w-full max-wide:flex-1 max-wide:basis-36">
      <Select
        value={value}
        onChange={(event) => onChange(archivedFilters.find((one) => one === event.target.value) ?? 'no')}
      >
        {archivedFilters.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
