import { ChevronDown, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFieldLinks } from './field.tsx'
import { useHydrated } from './use-hydrated.ts'

export interface TextInputProps extends ComponentProps<'input'> {
  /** Inside at the left: an icon or a currency sign. */
  start?: ReactNode
  /** Inside at the right: a unit. */
  end?: ReactNode
}

export function TextInput({ start, end, className, ...rest }: TextInputProps) {
  const links = useFieldLinks()
  const isSearched = rest.type === 'search' && !!rest.value
  const input = (
    <input
      type="text"
      {...links}
      {...rest}
      className={classNames('input', start && 'pl-9', (end || isSearched) && 'pr-12', className)}
    />
  )
  if (!start && !end && rest.type !== 'search') return input
  return (
    <span className="relative block">
      {start && <span className="input-affix left-3">{start}</span>}
      {input}
      {end && <span className="input-affix right-3">{end}</span>}
      {isSearched && <ClearButton />}
    </span>
  )
}

/** Empties the search field before it. Not a stop of the keyboard, like the one that browsers draw. */
function ClearButton() {
  const hydrated = useHydrated()
  return (
    <button
      type="button"
      tabIndex={-1}
      disabled={!hydrated}
      aria-label="Clear text"
      className="needs-scripts absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink"
      onClick={({ currentTarget }) => {
        const field = currentTarget.parentElement!.querySelector('input')!
        // React listens to changes that aren't its own.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '')
        field.dispatchEvent(new Event('input', { bubbles: true }))
        field.focus()
      }}
    >
      <X size={16} />
    </button>
  )
}

/** A text field with a numeric keyboard; the form validates the number. */
export function NumberInput({ whole, ...rest }: TextInputProps & { whole?: boolean }) {
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      className={classNames('tabular', rest.className)}
    />
  )
}

export type SelectProps = ComponentProps<'select'>

/** A native select with `<option>` children. */
export function Select({ className, children, ...rest }: SelectProps) {
  const links = useFieldLinks()
  return (
    <span className={classNames('select block', className)}>
      <select {...links} {...rest} className="input">
        {children}
      </select>
      <ChevronDown size={16} />
    </span>
  )
}
