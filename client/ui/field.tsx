import { CircleAlert } from 'lucide-react'
import { createContext, useContext, useId, useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useAfterRender } from './use-after-render.ts'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to mend it. */
  error?: string | null
  /** Says "Optional" beside the label. */
  optional?: boolean
  /** One input of this folder (TextInput, PasswordInput, TextArea, Select, NumberInput): it links itself up. */
  children: ReactNode
  className?: string
}

/** Label above, hint below, error at the field. */
export function Field({ label, hint, error, optional, children, className }: FieldProps) {
  const id = useId()
  const describedBy = classNames(error && `${id}-error`, hint && `${id}-hint`) || undefined
  return (
    <div className={classNames('field', className)}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional">Optional</span>}
      </label>
      <Links value={{ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined }}>
        {children}
      </Links>
      {error && (
        <p id={`${id}-error`} className="field-error">
          <CircleAlert size={14} />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The ref of a form, and what puts the cursor into its first faulty field, once the faults that were just set are shown. */
export function useFirstFault() {
  const form = useRef<HTMLFormElement>(null)
  const afterRender = useAfterRender()
  return [form, () => afterRender(() => focusFirstFault(form.current))] as const
}

export function focusFirstFault(form: HTMLElement | null) {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control = fault?.matches('fieldset') ? fault.querySelector('input') : fault
  control?.focus()
}

export interface FieldLinks {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

const Links = createContext<FieldLinks>({})

/** What ties an input to its Field's label, hint and error; nothing outside a Field. */
export const useFieldLinks = () => useContext(Links)
