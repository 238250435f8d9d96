import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { maxSearchLength } from '../../shared/limits.ts'
import { useDebouncedInput } from '../lib/use-debounced-input.ts'
import { TextInput } from '../ui/input.tsx'

export interface SearchFieldProps {
  ref?: Ref<HTMLInputElement>
  label: string
  placeholder: string
  value: string
  /** Gets the focus when its dialog opens. */
  takesFocus?: boolean | undefined
  /** The element that says what is wrong. */
  errorId?: string | undefined
  onChange: (text: string) => void
}

/** A search field that reports its text shortly after the last key press. */
export function SearchField({ ref, label, placeholder, value, takesFocus, errorId, onChange }: SearchFieldProps) {
  const { field } = useDebouncedInput({
    value: value,
    normalize: (text) => text.trim(),
    onCommit: (text) => onChange(text.trim()),
  })
  return (
    <TextInput
      ref={ref}
      type="search"
      data-autofocus={takesFocus || undefined}
      aria-label={label}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      placeholder={placeholder}
      start={<Search size={16} />}
      maxLength={maxSearchLength}
      {...field}
      onKeyDown={(event) => {
        // In a dialog, Escape clears the field, and closes the dialog when it is empty.
        if (event.key !== 'Escape' || event.currentTarget.closest('dialog')) return
        // Browsers would clear the field; it is only left, so that the list's shortcuts work on what was found.
        event.preventDefault()
        event.currentTarget.blur()
      }}
    />
  )
}
