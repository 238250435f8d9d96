import { CircleAlert } from 'lucide-react'
import { createContext, useContext, useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to fix it. */
  error?: string | null
  /** Shows "Optional" next to the label. */
  optional?: boolean
  /** One input of this folder (TextInput, PasswordInput, TextArea, Select, NumberInput), which links itself to the label. */
  children: ReactNode
  className?: string
}

/** An input with its label, hint and error. */
export function Field({ label, hint, error, optional, children, className }: FieldProps) {
  const id = useId()
  const describedBy = classNames(error && `${id}-error`, hint && `${id}-hint`) || undefined
  return (
    <div className={classNames('field', className)}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="field-optional">Optional</span>}
      </label>
      <FieldLinksContext value={{ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined }}>
        {children}
      </FieldLinksContext>
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

export interface FieldLinks {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

const FieldLinksContext = createContext<FieldLinks>({})

/** The attributes that link an input to its Field's label, hint and error; none outside a Field. */
export const useFieldLinks = () => useContext(FieldLinksContext)
