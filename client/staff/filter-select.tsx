import { Field } from '../ui/field.tsx'
import { LoadedSelect, type LoadedSelectProps } from '../ui/loaded-select.tsx'

export interface FilterSelectProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  /** Called with an empty value for all. */
  onChange: (value: string) => void
  failure?: LoadedSelectProps['failure']
}

/** A select that filters a list, with "All" as its first choice. */
export function FilterSelect({ label, value, options, onChange, failure = false }: FilterSelectProps) {
  return (
    <Field label={label} className="filter-field">
      <LoadedSelect value={value ?? ''} failure={failure} onChange={(event) => onChange(event.target.value)}>
        <option value="">All</option>
        {options.map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
      </LoadedSelect>
    </Field>
  )
}
