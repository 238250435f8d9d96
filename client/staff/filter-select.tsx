import { Field } from '../ui/field.tsx'
import { Select } from '../ui/input.tsx'

export interface FilterSelectProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  /** Empty for all. */
  onChange: (value: string) => void
}

export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <Field label={label} className="w-52 max-xl:w-48 max-wide:w-full max-wide:flex-1 max-wide:basis-36">
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        <option value="">All</option>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
