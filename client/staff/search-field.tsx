import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { useTyped } from '../catalogue/use-typed.ts'
import { TextInput } from '../ui/input.tsx'

export interface SearchFieldProps {
  ref?: Ref<HTMLInputElement>
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}

/** A search that begins a moment after the last key. */
export function SearchField({ ref, label, placeholder, value, onChange }: SearchFieldProps) {
  const { field } = useTyped({ shown: value, means: (text) => text.trim(), take: (text) => onChange(text.trim()) })
  return (
    <TextInput
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      start={<Search size={16} />}
      maxLength={100}
      {...field}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
